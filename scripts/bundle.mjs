// Bundles mermaid for flowcharts, the only diagram of the site, into one ES module:
//
//   import mermaid from "./mermaid.js"
//
// As published, a flowchart costs 27 requests. One file is smaller, and can be copied and cached whole.
// Beside it go the licences of all that is inside.
import { build } from "esbuild";
import { readFile, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const { browserslist } = JSON.parse(await readFile(join(root, "package.json")));
const out = "node_modules/.cache/edition/mermaid.js";

// The modules that mermaid loads on demand and a flowchart needs: its grammar, its layout.
const NEEDED = /\/(flowDiagram|dagre|sizeCapture)-/;

// Mermaid loads diagrams by `import()`. Turned into static imports, esbuild can drop the code that
// nothing uses (a fifth of the bundle); the other diagrams, layouts and KaTeX are left out, and say so.
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
  absWorkingDir: root, // paths relative to it: the same bytes in any folder
  stdin: { contents: 'export { default } from "mermaid"', resolveDir: root },
  outfile: out,
  bundle: true,
  format: "esm",
  target: browserslist.map((browser) => browser.replace(" ", "")),
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
