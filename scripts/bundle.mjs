// Bundles mermaid for flowcharts, the only diagram of the site, into one ES module:
//
//   import mermaid from "./mermaid.js"
//
// As published, mermaid needs 27 requests for a flowchart. One file is smaller, and easy to copy and cache.
// The licences of all bundled packages go beside it.
import { build } from "esbuild";
import { readFile, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const out = "node_modules/.cache/edition/mermaid.js";

// The modules that mermaid loads on demand for a flowchart: grammar and layout.
const NEEDED = /\/(flowDiagram|dagre|sizeCapture)-/;

// Mermaid loads diagrams with `import()`. With static imports instead, esbuild can drop unused code
// (a fifth of the bundle). Other diagrams, layouts and KaTeX are left out; loading one fails with a message.
const onlyFlowcharts = {
  name: "only-flowcharts",
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]mermaid[\\/]dist[\\/].*\.mjs$/ }, async ({ path }) => {
      const imports = [];
      const code = (await readFile(path, "utf8")).replace(/\bimport\(("[^"]+")\)/g, (_, module) => {
        if (!NEEDED.test(module)) return `Promise.reject(new Error("Not in this bundle: " + ${module}))`;
        const name = `needed${imports.length}`;
        imports.push(`import * as ${name} from ${module};`);
        return `Promise.resolve(${name})`;
      });
      return { contents: imports.join("") + code };
    });
  },
};

async function licences(inputs) {
  const packages = new Set(inputs.map((path) => path.match(/.*node_modules\/(?:@[^/]+\/)?[^/]+/)?.[0]));
  packages.delete(undefined);
  const texts = [...packages].sort().map(async (path) => {
    const { name, version, license } = JSON.parse(await readFile(join(root, path, "package.json")));
    const file = (await readdir(join(root, path))).sort().find((file) => /^licen[cs]e/i.test(file));
    const text = file ? await readFile(join(root, path, file), "utf8") : `Licence: ${license}`;
    return `${name} ${version}\n\n${text.replaceAll("\r\n", "\n").trim()}\n`;
  });
  return (await Promise.all(texts)).join(`\n${"-".repeat(72)}\n\n`);
}

const { metafile } = await build({
  absWorkingDir: root, // relative paths give the same bytes in any folder
  stdin: { contents: 'export { default } from "mermaid"', resolveDir: root },
  outfile: out,
  bundle: true,
  format: "esm",
  target: "es2022",
  minify: true,
  legalComments: "none",
  banner: { js: "/*! mermaid and what it is made of: see mermaid.LICENSES.txt */" },
  metafile: true,
  logLevel: "warning",
  plugins: [onlyFlowcharts],
});
const inputs = Object.entries(metafile.outputs[out].inputs).filter(([, used]) => used.bytesInOutput);
await writeFile(
  join(root, out.replace(".js", ".LICENSES.txt")),
  await licences(inputs.map(([path]) => path)),
);
