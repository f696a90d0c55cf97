import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { call } from "../../compiler/handlers/project.js";
import { toolgen } from "../../kit/toolgen.js";
import { packages } from "./packages.js";

const toolOf = (name: string) => name.replaceAll(/\W+/g, "_");

/** Those that a bundle can't contain, or not whole. */
const outside = ["better-sqlite3", "sharp", "sql.js"];

/** A project that has them installed: packages are looked for in the folders above it. */
const folder = mkdtempSync(join(import.meta.dirname, "project-"));

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

const build = (settings: string) => {
  write("toolgen.yaml", `version: 1\n${settings}`);
  return toolgen(folder, ["build"]);
};

const external = `external: [${outside.join(", ")}]\n`;

beforeAll(() => {
  for (const [name, { imports, body }] of Object.entries(packages)) {
    const tool = toolOf(name);
    const head = `name: ${tool}\ndescription: Do a little with ${name}.\nkind: think\nschema: {}\n`;
    write(`tools.d/${tool}.yaml`, `${head}handler: ../lib/${tool}.js#run\n`);
    write(`lib/${tool}.js`, `${imports}\nexport async function run() {\n  ${body}\n}\n`);
  }
}, 60_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

it("finds packages with native add-ons and with files beside their code, and no others", () => {
  const { status, stderr } = build("");
  expect(status).toBe(1);
  const said = [...stderr.matchAll(/ - (\w+ [\w-]+): The package '([^']+)'/g)].map(([, code, name]) => `${name} ${code}`);
  expect([...new Set(said)].sort()).toEqual([
    "better-sqlite3 error handler-native",
    "sharp error handler-native",
    "sharp warning handler-beside",
    "sql.js warning handler-beside",
  ]);
  expect(stderr).toContain("external: [better-sqlite3]");
}, 300_000);

it("builds handlers with all of them, whose calls work", () => {
  expect(build(external)).toMatchObject({ status: 0, stderr: "" });
  const results = Object.keys(packages).map((name) => [name, call(folder, toolOf(name), {}).stdout.trim()]);
  const expected = Object.entries(packages).map(([name, { result }]) => [name, result]);
  // Its add-on is compiled by a script of its installation, which tests don't run.
  const isCompiled = ([name]: readonly unknown[]) => name !== "better-sqlite3";
  expect(results.filter(isCompiled)).toEqual(expected.filter(isCompiled));
}, 300_000);
