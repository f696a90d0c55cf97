import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { compile } from "../../../src/compiler/compile.js";
import { nodeHost, readAssets } from "../../../src/contract/node-host.js";
import { projectOf } from "../../kit/project.js";
import { reportSpec } from "./project.js";

interface Case {
  /** The handler's import of `secret`, with `OUT` for the folder beside the project. */
  readonly imports: string;
  readonly files?: Readonly<Record<string, string>>;
  readonly links?: Readonly<Record<string, string>>;
}

/** Compiles a handler in a project beside a folder with a secret. What is reported of it, and whether the secret is in the bundle. */
async function bundled({ imports, files = {}, links = {} }: Case) {
  const folder = projectOf({
    "outside/mod.js": 'export const secret = "1234";\nexport default secret;\n',
    "outside/secret.json": '"1234"',
    "outside/package.json": '{ "name": "evil", "main": "mod.js" }',
    "project/tools.d/report.yaml": reportSpec,
    "project/lib/report.ts": `${imports}\nexport const report = () => String(secret);\n`.replaceAll("OUT", "OUTSIDE"),
    ...Object.fromEntries(Object.entries(files).map(([path, text]) => [`project/${path}`, text])),
  });
  const outside = join(folder, "outside");
  writeFileSync(
    join(folder, "project/lib/report.ts"),
    `${imports.replaceAll("OUT", outside)}\nexport const report = () => String(secret);\n`,
  );
  for (const [path, target] of Object.entries(links)) {
    const place = join(folder, "project", path);
    mkdirSync(dirname(place), { recursive: true });
    symlinkSync(target.replace("OUT", outside), place);
  }
  const [{ model }, diagnostics] = await compile(nodeHost(join(folder, "project")), await readAssets(), { targets: [] });
  const text = JSON.stringify([model.handlers, diagnostics.map(({ message }) => message)]);
  return {
    codes: diagnostics.map(({ code }) => code),
    messages: diagnostics.map(({ message }) => message).join("\n"),
    leaks: text.includes("1234"),
  };
}

const paths = (target: string) => JSON.stringify({ compilerOptions: { paths: { "x/*": [target] } } });

it.each<[name: string, Case]>([
  ["an absolute path", { imports: 'import { secret } from "OUT/mod.js";' }],
  ["a path that leads out", { imports: 'import { secret } from "../../outside/mod.js";' }],
  ["JSON", { imports: 'import secret from "../../outside/secret.json";' }],
  ["text", { imports: 'import secret from "../../outside/secret.json" with { type: "text" };' }],
  ["require", { imports: 'declare const require: (path: string) => unknown;\nconst secret = require("../../outside/mod.js");' }],
  ["import()", { imports: 'const secret = await_(); function await_() { return import("../../outside/mod.js"); }' }],
  ["import() of a pattern", { imports: 'const name = "mod"; const secret = () => import(`../../outside/${name}.js`);' }],
  ["a link to a file", { imports: 'import secret from "./linked.json";', links: { "lib/linked.json": "OUT/secret.json" } }],
  ["a link to a folder", { imports: 'import { secret } from "./linked/mod.js";', links: { "lib/linked": "OUT" } }],
  ["paths of tsconfig.json", { imports: 'import { secret } from "x/mod";', files: { "tsconfig.json": paths("../outside/*") } }],
  [
    "paths of what it extends",
    {
      imports: 'import { secret } from "x/mod";',
      files: { "tsconfig.json": '{ "extends": "./base.json" }', "base.json": paths("../outside/*") },
    },
  ],
  [
    "a package's main",
    { imports: 'import { secret } from "evil";', files: { "node_modules/evil/package.json": '{ "main": "../../../outside/mod.js" }' } },
  ],
  ["a linked package", { imports: 'import { secret } from "evil";', links: { "node_modules/evil": "OUT" } }],
  [
    "a linked file of a package",
    { imports: 'import secret from "evil/x.json";', links: { "node_modules/evil/x.json": "OUT/secret.json" } },
  ],
  [
    "a path in a package's browser map",
    {
      imports: 'import { secret } from "evil";',
      files: {
        "node_modules/evil/package.json": '{ "main": "a.js" }',
        "node_modules/evil/a.js": 'export { secret } from "../../../outside/mod.js";',
      },
    },
  ],
  ["a data URL", { imports: `import { secret } from "data:text/javascript,export { secret } from 'OUT/mod.js'";` }],
  ["an address", { imports: 'import secret from "https://127.0.0.1:9/mod.js";' }],
  ["a file URL", { imports: 'import { secret } from "file://OUT/mod.js";' }],
  ["a hidden file", { imports: 'import secret from "../.env" with { type: "text" };', files: { ".env": "TOKEN=1234" } }],
  ["Git's files", { imports: 'import secret from "../.git/config" with { type: "text" };', files: { ".git/config": "token = 1234" } }],
  [
    "a source map",
    {
      imports: 'import { secret } from "./own.js";',
      files: { "lib/own.js": "export const secret = 1;\n//# sourceMappingURL=../../outside/secret.json" },
    },
  ],
  ["a device", { imports: 'import { secret } from "./own.js";', links: { "lib/own.js": "/dev/zero" } }],
  [
    "a package.json that is a device",
    {
      imports: 'import { secret } from "./own.js";',
      links: { "lib/package.json": "/dev/zero" },
      files: { "lib/own.js": "export const secret = 1;" },
    },
  ],
])("bundles nothing through %s", async (_name, project) => {
  const { codes, leaks } = await bundled(project);
  expect(codes).toEqual(["handler-bundle"]);
  expect(leaks).toBe(false);
});

it("takes a handler that is a link out of the project for none of its files", async () => {
  const links = { "tools.d/linked.ts": "OUT/mod.js" };
  const files = { "tools.d/report.yaml": reportSpec.replace("../lib/report.ts#report", "./linked.ts#secret") };
  expect((await bundled({ imports: "const secret = 1;", files, links })).codes).toEqual(["handler-outside"]);
});

it("hangs on no settings, reads none outside, and does without them", async () => {
  for (const target of ["/dev/zero", "OUT/secret.json", "nowhere"]) {
    const { codes, leaks } = await bundled({ imports: "const secret = 1;", links: { "tsconfig.json": target } });
    expect([codes, leaks]).toEqual([[], false]);
  }
  const circle = { "tsconfig.json": '{ "extends": ["./b.json", "/etc/passwd"] }', "b.json": '{ "extends": "./tsconfig.json" }' };
  expect((await bundled({ imports: "const secret = 1;", files: circle })).codes).toEqual([]);
});

it("bundles files of the project, packages, linked packages of its repository, and paths between them", async () => {
  const folder = projectOf({
    ".git/HEAD": "ref: refs/heads/main\n",
    "packages/shared/package.json": '{ "name": "shared", "main": "main.js" }',
    "packages/shared/main.js": 'export { value } from "./deep/value.js";\n',
    "packages/shared/deep/value.js": "export const value = 'shared';\n",
    "node_modules/above/package.json": '{ "name": "above", "exports": "./main.js" }',
    "node_modules/above/main.js": "export const above = 'above';\n",
    "node_modules/@tsconfig/base/tsconfig.json": '{ "compilerOptions": { "strict": true } }',
    "app/tsconfig.json":
      '// comment\n{ "extends": "@tsconfig/base/tsconfig.json", "compilerOptions": { "paths": { "@/*": ["./src/*"], }, } }\n',
    "app/src/own.ts": "export const own = 'own';\n",
    "app/tools.d/report.yaml": reportSpec,
    "app/lib/report.ts":
      'import { above } from "above";\nimport { value } from "shared";\nimport { readFileSync } from "node:fs";\nimport { own } from "@/own";\nexport const report = () => [above, value, own, readFileSync];\n',
  });
  symlinkSync("../packages/shared", join(folder, "node_modules/shared"));
  const [{ model }, diagnostics] = await compile(nodeHost(join(folder, "app")), await readAssets(), { targets: [], handlers: "bundle" });
  expect(diagnostics.map(({ message }) => message)).toEqual([]);
  for (const text of ["'shared'", "'above'", "'own'"]) expect(model.handlers[0]?.code).toContain(text.replaceAll("'", '"'));
});

it("reads no types outside", async () => {
  const { codes } = await bundled({ imports: '/// <reference path="../../outside/x.d.ts" />\nconst secret = 1;' });
  expect(codes).toEqual([]);
  const typed = await bundled({ imports: 'import type { X } from "../../outside/mod.js";\nconst secret: X | 1 = 1;' });
  expect(typed.leaks).toBe(false);
});

it("reports code that is too deep for TypeScript's checker", async () => {
  const deep = `const secret = ${"[".repeat(20_000)}${"]".repeat(20_000)};`;
  expect((await bundled({ imports: deep })).codes).toEqual(["handler-too-deep"]);
});

it.each([
  ["operands", `1${" + 1".repeat(99_999)}`],
  ["members", `globalThis${".a".repeat(100_000)}`],
])("reports 100,000 %s in a row, for which TypeScript's checker takes many minutes", async (_name, expression) => {
  expect((await bundled({ imports: `const secret = ${expression};` })).codes).toEqual(["handler-too-deep"]);
  expect((await bundled({ imports: `const secret = 1${" + 1".repeat(1000)};` })).codes).not.toContain("handler-too-deep");
});

it("waits for no pipe", async () => {
  const folder = projectOf({ "tools.d/report.yaml": reportSpec, "lib/report.ts": 'import "./own.js";\nexport const report = () => 1;\n' });
  execFileSync("mkfifo", [join(folder, "lib/own.js"), join(folder, "tsconfig.json"), join(folder, "package.json")]);
  const [, diagnostics] = await compile(nodeHost(folder), await readAssets(), { targets: [] });
  expect(diagnostics.map(({ code }) => code)).toEqual(["handler-bundle"]);
});
