// Registers the tools of a `generated` folder and tells, step by step, which of its files were read and which packages were loaded.
import fs from "node:fs";
import { createRequire, syncBuiltinESMExports } from "node:module";
import { relative } from "node:path";

const [folder, tool] = process.argv.slice(2);
const opened = [];
for (const name of ["openSync", "readFileSync", "open", "readFile", "createReadStream"]) {
  const original = fs[name];
  fs[name] = (path, ...rest) => {
    if (String(path).startsWith(folder)) opened.push(relative(folder, String(path)));
    return original(path, ...rest);
  };
}
syncBuiltinESMExports();

const { ToolRegistry } = await import(new URL("../../../../dist/runtime/index.js", import.meta.url).href);
const { cache } = createRequire(import.meta.url);
const steps = {};
const after = (step) => {
  const packages = Object.keys(cache).flatMap((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? []);
  steps[step] = { opened: opened.splice(0), packages: [...new Set(packages)].sort() };
};

const registry = new ToolRegistry({ environment: { workspace: folder } });
registry.registerGenerated(".");
after("registering");
const names = registry.getAllToolNames();
const found = registry.getTool(tool);
after("looking up");
const declarations = registry.getFunctionDeclarations();
after("declaring");
found.build({});
after("building a call");
console.log(JSON.stringify({ steps, names: names.length, declarations: declarations.length }));
