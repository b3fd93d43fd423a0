// Says which features of CSS and JavaScript are newer than the browsers in package.json ("browserslist") and have no
// fallback: neither a plain declaration before them nor a line in fallbacks.json. For what browsers know it asks MDN's
// browser-compat-data. Takes files, or else those of the site.
import { parse as parseScript } from "acorn";
import { full } from "acorn-walk";
import { find, parse as parseStyle, walk } from "css-tree";
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";

const bcd = createRequire(import.meta.url)("@mdn/browser-compat-data");
const read = (path) => readFileSync(new URL(path, import.meta.url), "utf8");
const FLOOR = JSON.parse(read("../package.json")).browserslist.map((browser) => browser.split(" "));
const FALLBACKS = JSON.parse(read("fallbacks.json"));
const FOLDERS = ["docs/assets", "overrides"];

// A feature is { name, support }: where it stands in the data, and what that says of each browser.

const feature = (path) => {
  const found = path.reduce((data, key) => (Object.hasOwn(data ?? {}, key) ? data[key] : undefined), bcd);
  return found?.__compat && { name: path.join("."), support: found.__compat.support };
};

const at = (version) => version.replace("≤", "").split(".").map(Number);
const isAfter = (one, other) => {
  const [a, b] = [at(one), at(other)];
  return a[0] === b[0] ? (a[1] ?? 0) > (b[1] ?? 0) : a[0] > b[0];
};

/** Return those of the browsers that lack `feature`, or have it under another name, in part or not by default. */
const lacking = ({ support }) =>
  FLOOR.filter(([browser, version]) => {
    const statements = [support[browser] ?? []].flat();
    return !statements.some(
      (had) =>
        had.version_added &&
        !(had.prefix || had.alternative_name || had.flags || had.partial_implementation) &&
        !isAfter(had.version_added, version) &&
        !(had.version_removed && !isAfter(had.version_removed, version)),
    );
  }).map((browser) => browser.join(" "));

const isNew = (feature) => feature && lacking(feature).length > 0;

// CSS

const unit = (name) =>
  ({
    d: "viewport_percentage_units_dynamic",
    l: "viewport_percentage_units_large",
    s: "viewport_percentage_units_small",
  })[name.match(/^([dls])v(?:[hwib]|min|max)$/)?.[1]] ?? name;

const functions = new Map();
for (const [type, data] of Object.entries(bcd.css.types)) {
  functions.set(type, ["css", "types", type]);
  for (const name of Object.keys(data)) if (name !== "__compat") functions.set(name, ["css", "types", type, name]);
}

/** Return what a declaration uses: its property or, where that is not new, the keywords, functions and units in it. */
const inDeclaration = ({ property, value }) => {
  if (property.startsWith("-webkit-")) return []; // is a fallback itself
  const own = ["css", "properties", property];
  const used = [feature(own)];
  if (used.some(isNew)) return used;
  walk(value, (node) => {
    if (node.type === "Identifier") used.push(feature([...own, node.name]));
    if (node.type === "Function") used.push(feature([...own, node.name]), feature(functions.get(node.name) ?? []));
    if (node.type === "Dimension") used.push(feature(["css", "types", "length", unit(node.unit)]));
    if (node.type === "Operator" && property === "content") used.push(feature([...own, "alt_text"]));
  });
  if (property === "text-decoration" && value.children?.size > 1)
    used.push(feature([...own, "includes_color-and-style"]));
  return used;
};

const inSelector = ({ type, name }) =>
  type === "NestingSelector" ? [feature(["css", "selectors", "nesting"])] : [feature(["css", "selectors", name])];

const inAtRule = ({ name, prelude }) => {
  const own = ["css", "at-rules", name];
  const used = [feature(own)];
  if (name === "media")
    walk(prelude, (node) => {
      if (node.type === "Feature") used.push(feature([...own, node.name.replace(/^(min|max)-/, "")]));
      if (node.type === "FeatureRange") used.push(feature([...own, "range_syntax"]));
    });
  return used;
};

/** Tell whether an older browser takes another declaration: the same with a prefix, or one before of the same property. */
const hasPlain = (declaration, block) => {
  const all = block.children.toArray();
  const before = all.slice(0, all.indexOf(declaration));
  return (
    all.some(({ property }) => property === `-webkit-${declaration.property}`) ||
    (!isKept(declaration) && before.some(({ property }) => property === declaration.property))
  );
};

// A token, or what has one in it, is valid until it is computed, and then no other declaration can take its place.
const isKept = (declaration) =>
  declaration.property.startsWith("--") || find(declaration, ({ type, name }) => type === "Function" && name === "var");

/** Return the selectors that browsers do not know, where they take others of their list with them. */
const spoiling = ({ prelude }) => {
  const selectors = prelude.children?.toArray() ?? [];
  const unknown = selectors.filter((selector) => !isForgiven(selector));
  return unknown.length < selectors.length ? unknown : [];
};

// What :is() and :where() do not know in their list they leave out.
const isForgiven = (selector) => {
  let depth = 0;
  let isFine = true;
  const isList = ({ type, name }) => type === "PseudoClassSelector" && ["is", "where"].includes(name);
  walk(selector, {
    enter(node) {
      if (isList(node)) depth++;
      if (!depth && node.type.startsWith("Pseudo") && inSelector(node).some(isNew)) isFine = false;
    },
    leave(node) {
      if (isList(node)) depth--;
    },
  });
  return isFine;
};

function styleUses(css) {
  const found = [];
  const add = (node, used) => found.push(...used.map((feature) => ({ feature, line: node.loc.start.line })));
  const onParseError = ({ line, message }) => found.push({ line, fault: `cannot be read: ${message}` });
  walk(parseStyle(css, { positions: true, parseCustomProperty: true, onParseError }), {
    enter(node) {
      if (node.type === "Declaration" && !(this.block && hasPlain(node, this.block))) add(node, inDeclaration(node));
      if (/^(Pseudo|Nesting)/.test(node.type)) add(node, inSelector(node));
      if (node.type === "Atrule") add(node, inAtRule(node));
      if (node.type === "Rule") {
        for (const { loc } of spoiling(node))
          found.push({
            line: loc.start.line,
            fault: "takes the other selectors of its list with it: put it into :is()",
          });
      }
    },
  });
  return found;
}

// JavaScript: names alone tell what is used, so one that any interface has had for long is taken for that.

const members = new Map();
const globals = new Map();
for (const root of [["api"], ["javascript", "builtins"]]) {
  const owners = root.reduce((data, key) => data[key], bcd);
  for (const [owner, data] of Object.entries(owners)) {
    globals.set(owner, [...root, owner]);
    for (const name of Object.keys(data)) members.set(name, [...(members.get(name) ?? []), [...root, owner, name]]);
  }
}

const member = (name) => {
  const known = (members.get(name) ?? []).map(feature).filter(Boolean);
  return known.length && known.every(isNew) ? known[0] : undefined;
};

const inScript = (node) => {
  if (node.type === "MemberExpression" && !node.computed) return member(node.property.name ?? "");
  if (node.type === "Property" && node.shorthand) return member(node.key.name);
  if (node.type === "Identifier") return feature(globals.get(node.name) ?? []);
  if (node.type === "StaticBlock") return feature(["javascript", "classes", "static", "initialization_blocks"]);
  if (node.regex && /\(\?<[=!]/.test(node.regex.pattern))
    return feature(["javascript", "regular_expressions", "lookbehind_assertion"]);
};

function scriptUses(code, before = 0) {
  const found = [];
  const tree = parseScript(code, { ecmaVersion: 2022, sourceType: "module", locations: true });
  full(tree, (node) => found.push({ feature: inScript(node), line: before + node.loc.start.line }));
  return found;
}

const SCRIPT = /<script>(.*?)<\/script>/gs;
const lines = (text) => text.split("\n").length - 1;

const uses = (path, text) => {
  if (path.endsWith(".css")) return styleUses(text);
  if (path.endsWith(".js")) return scriptUses(text);
  return [...text.matchAll(SCRIPT)].flatMap((script) => scriptUses(script[1], lines(text.slice(0, script.index))));
};

const files = () =>
  FOLDERS.flatMap((folder) => readdirSync(folder, { recursive: true }).map((name) => `${folder}/${name}`))
    .filter((path) => /\.(css|js|html)$/.test(path) && !path.includes("/epub/"))
    .sort();

const given = process.argv.slice(2);
const declared = new Set();
const faults = new Set();
for (const path of given.length ? given : files()) {
  for (const { feature, line, fault } of uses(path, readFileSync(path, "utf8"))) {
    if (fault) faults.add(`${path}:${line}: ${fault}`);
    if (!isNew(feature)) continue;
    if (feature.name in FALLBACKS) declared.add(feature.name);
    else
      faults.add(
        `${path}:${line}: ${feature.name} is missing in ${lacking(feature).join(", ")}: ` +
          "put a plain declaration before it, or say in scripts/fallbacks.json what happens there",
      );
  }
}
if (!given.length)
  for (const name of Object.keys(FALLBACKS))
    if (!declared.has(name)) faults.add(`scripts/fallbacks.json: ${name} is no longer used: take it out`);
for (const fault of faults) console.error(fault);
process.exitCode = Number(faults.size > 0);
