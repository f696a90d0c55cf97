import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Project, ts } from "ts-morph";
import { expect, it } from "vitest";
import { compile } from "../../src/compiler/compile.js";
import { formatDiagnostics } from "../../src/contract/format-diagnostics.js";
import { assets } from "../kit/compiled.js";
import { memoryHost } from "../kit/memory-host.js";

const here = fileURLToPath(new URL(".", import.meta.url));
const record = process.env.RECORD === "1";
const cases = readdirSync(here, { withFileTypes: true }).filter((entry) => entry.isDirectory());

it("is not recording in CI", () => {
  expect(record && process.env.CI !== undefined).toBe(false);
});

it.each(cases.map((entry) => entry.name))("%s compiles to exactly what is on record", async (name) => {
  const [compilation, diagnostics] = await compile(memoryHost(filesOf(join(here, name, "input"))), assets);
  const output = Object.fromEntries(compilation.files.map((file) => [file.path, file.text]));
  const said = formatDiagnostics(diagnostics, { color: false });
  if (record) write(join(here, name), output, said);
  expect(filesOf(join(here, name, "output"))).toEqual(output);
  expect(readFileSync(join(here, name, "diagnostics.txt"), "utf8")).toBe(said);
});

it.each(cases.map((entry) => entry.name))("%s compiles to TypeScript without syntax errors", (name) => {
  const project = new Project({ useInMemoryFileSystem: true, compilerOptions: { target: ts.ScriptTarget.ES2022 } });
  const modules = Object.entries(filesOf(join(here, name, "output"))).filter(([path]) => path.endsWith(".ts"));
  const sources = modules.map(([path, text]) => project.createSourceFile(path, text));
  const problems = sources.flatMap((source) => project.getProgram().getSyntacticDiagnostics(source));
  expect(problems.map((one) => `${one.getSourceFile().getBaseName()}: ${one.getMessageText()}`)).toEqual([]);
});

it.each(cases.map((entry) => entry.name))("%s compiles to modules that import only each other and packages", (name) => {
  const output = filesOf(join(here, name, "output"));
  const imports = Object.entries(output).flatMap(([path, text]) =>
    [...text.matchAll(/ from "(\.[^"]+)\.js";/g)].map((found) => ({ path, target: join(dirname(path), `${found[1]}.ts`) })),
  );
  expect(imports.filter(({ target }) => output[target] === undefined)).toEqual([]);
});

function filesOf(folder: string): Readonly<Record<string, string>> {
  if (!existsSync(folder)) return {};
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    entries.map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return [path.slice(folder.length + 1), readFileSync(path, "utf8")];
    }),
  );
}

function write(folder: string, output: Readonly<Record<string, string>>, said: string): void {
  rmSync(join(folder, "output"), { recursive: true, force: true });
  for (const [path, text] of Object.entries(output)) {
    mkdirSync(dirname(join(folder, "output", path)), { recursive: true });
    writeFileSync(join(folder, "output", path), text);
  }
  writeFileSync(join(folder, "diagnostics.txt"), said);
}
