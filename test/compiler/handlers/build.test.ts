import { spawn } from "node:child_process";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { compile } from "../../../src/compiler/compile.js";
import { diagnosticToJson } from "../../../src/contract/diagnostic.js";
import { handlerCodes } from "../../../src/contract/diagnostics/handler-codes.js";
import { nodeHost, readAssets } from "../../../src/contract/node-host.js";
import { cachedTexts } from "../../cli/written.js";
import { compiled } from "../../kit/compiled.js";
import { eventually } from "../../kit/eventually.js";
import { builtProject, projectOf } from "../../kit/project.js";
import { toolgen } from "../../kit/toolgen.js";
import { call, reportFiles, reportProject, reportSpec } from "./project.js";

/** The diagnostics of the report tool with this handler. */
async function said(handler: string, more: Readonly<Record<string, string>> = {}) {
  const folder = projectOf({ "tools.d/report.yaml": reportSpec, "lib/report.ts": handler, ...more });
  const [, diagnostics] = await compile(nodeHost(folder), await readAssets(), { targets: [] });
  return diagnostics.map(diagnosticToJson);
}

const wrong: Readonly<
  Record<string, { readonly code: string; readonly at: readonly [number, number]; readonly says: string; readonly source: string }>
> = {
  "a parameter of another type": {
    code: "handler-mismatch",
    at: [1, 24],
    says: "Types of property 'text' are incompatible. Type 'string' is not assignable to type 'number'.",
    source: "export function report(args: { text: number }) {\n  return args.text;\n}\n",
  },
  "a parameter that needn't be given": {
    code: "handler-mismatch",
    at: [1, 30],
    says: "Types of property 'mode' are incompatible.",
    source: "export const report = async (args: { mode: string }) => args.mode;\n",
  },
  "a secret that the spec doesn't have": {
    code: "handler-mismatch",
    at: [2, 40],
    says: "type of the context",
    source:
      'import type { HandlerContext } from "toolgen/runtime";\nexport function report(_args: unknown, context: HandlerContext<"TOKEN">) {\n  return context.cwd;\n}\n',
  },
  "an export of another name": {
    code: "handler-no-export",
    at: [1, 1],
    says: "Did you mean 'Report'?",
    source: "export function Report() {}\n",
  },
  "no function": { code: "handler-no-function", at: [1, 14], says: "not callable", source: "export const report = 5;\n" },
  "a third parameter": {
    code: "handler-no-function",
    at: [1, 17],
    says: "Expected 3 arguments",
    source: "export function report(_a: unknown, _b: unknown, _c: unknown) {}\n",
  },
  "a type that isn't there": {
    code: "handler-signature",
    at: [1, 30],
    says: "Cannot find module './nowhere.js'",
    source: 'import type { Nowhere } from "./nowhere.js";\nexport function report(_args: Nowhere) {}\n',
  },
  "a mistake of syntax": { code: "handler-bundle", at: [2, 3], says: "Unexpected", source: "export function report() {\n  ?\n}\n" },
  "a module that isn't there": {
    code: "handler-bundle",
    at: [1, 19],
    says: 'Could not resolve "nowhere".',
    source: 'import { x } from "nowhere";\nexport const report = () => x;\n',
  },
  "what means nothing in a bundle": {
    code: "handler-suspicious",
    at: [1, 29],
    says: "import.meta",
    source: "export const report = () => import.meta.url;\n",
  },
};

/** The diagnostics of tools with these handlers, by their names, from one compilation. */
async function saidOf(handlers: Readonly<Record<string, { readonly file: string; readonly text: string }>>) {
  const all = Object.entries(handlers);
  const specOf = (tool: string, file: string) => reportSpec.replace("name: report", `name: ${tool}`).replace("report.ts", file);
  const folder = projectOf(
    Object.fromEntries(
      all.flatMap(([, { file, text }], index) => [
        [`tools.d/t${index}.yaml`, specOf(`t${index}`, `${index}/${file}`)],
        [`lib/${index}/${file}`, text],
      ]),
    ),
  );
  const [, diagnostics] = await compile(nodeHost(folder), await readAssets(), { targets: [] });
  const told = diagnostics.map(diagnosticToJson);
  const placed = all.map(([name], index) => [name, told.filter(({ file }) => file?.startsWith(`lib/${index}/`))] as const);
  expect(placed.flatMap(([, own]) => own)).toHaveLength(told.length);
  return Object.fromEntries(placed);
}

it("reports what is wrong in a handler's file", async () => {
  const found = await saidOf(
    Object.fromEntries(Object.entries(wrong).map(([what, { source }]) => [what, { file: "report.ts", text: source }])),
  );
  for (const [what, { code, at, says }] of Object.entries(wrong)) {
    const [first, ...others] = found[what] ?? [];
    expect(others, what).toEqual([]);
    expect(first, what).toMatchObject({ code, line: at[0], column: at[1] });
    expect(first?.message).toContain(says);
  }
});

it("takes functions of fewer parameters, and of wider types", async () => {
  const sources = [
    "export function report() {}",
    "export const report = (_args: object) => 1;",
    "export async function report(..._all: unknown[]) {}",
  ];
  const found = await saidOf(Object.fromEntries(sources.map((text) => [text, { file: "report.ts", text }])));
  for (const source of sources) expect(found[source], source).toEqual([]);
});

it("looks for the export of JavaScript without running it, in both kinds of modules", async () => {
  const javascript = (file: string, text: string) => ({ file, text: `throw new Error("it was run");\n${text}` });
  const missing = [expect.objectContaining({ code: "handler-no-export" })];
  expect(
    await saidOf({
      module: javascript("report.js", "export function report(text) { return text; }"),
      script: javascript("report.cjs", "exports.report = (text) => text;"),
      "module without": javascript("report.js", "export function other() {}"),
      "script without": javascript("report.cjs", "exports.other = (text) => text;"),
    }),
  ).toEqual({ module: [], script: [], "module without": missing, "script without": missing });
});

it.each([
  ["handler-form", "handler: ./report.ts"],
  ["handler-form", "handler: lib/report.ts#report"],
  ["handler-outside", "handler: ../../report.ts#report"],
  ["handler-missing", "handler: ../lib/other.ts#report"],
  ["key-beside-handler", "handler: ../lib/report.ts#report\nstdin: text"],
  ["key-beside-handler", "handler: ../lib/report.ts#report\nplatforms: { macos: { program: node } }"],
])("reports %s in the spec", async (code, handler) => {
  const spec = reportSpec.replace("handler: ../lib/report.ts#report", handler);
  expect(await said("export function report() {}\n", { "tools.d/report.yaml": spec })).toMatchObject([
    { code, file: "tools.d/report.yaml" },
  ]);
});

it("says handler-no-disk where the project's files are in memory", async () => {
  const { diagnostics } = await compiled({ "count.yaml": handlerCodes["handler-no-disk"].example });
  expect(diagnostics).toMatchObject([{ code: "handler-no-disk" }]);
});

it("compares types with what the spec says now, not with what was built of it before", () => {
  const folder = builtProject({
    ...reportFiles,
    "lib/report.ts":
      'import type { ReportArgs } from "../generated/tools/report.js";\nexport const report = (args: ReportArgs) => args.limit.toFixed();\n',
  });
  writeFileSync(join(folder, "tools.d/report.yaml"), reportSpec.replace("text: { type: string }", "text: { type: boolean }"));
  expect(toolgen(folder, ["build"]).status).toBe(0);
  writeFileSync(join(folder, "lib/report.ts"), "export const report = (args: { text: string }) => args.text;\n");
  expect(toolgen(folder, ["build"]).stderr).toContain("handler-mismatch");
});

it("builds again when a module changes that a handler imports, and only then", () => {
  const folder = reportProject();
  const build = (...more: readonly string[]) => toolgen(folder, ["build", ...more]);
  settle();
  expect(build().status).toBe(0);
  const stamp = () => statSync(join(folder, ".toolgen/cache/stamp")).mtimeMs;
  const before = stamp();
  expect(build().stdout).toContain("nothing changed");
  expect(stamp()).toBe(before);
  expect(build("--check").status).toBe(0);
  writeFileSync(join(folder, "lib/deep.ts"), "export function deep(text: string): never {\n  throw new Error(`deeper ${text}`);\n}\n");
  expect(build("--check")).toMatchObject({ status: 1 });
  expect(build().stdout).toContain("generated/bin/handlers/report.cjs");
  expect(call(folder, "report", { text: "hi", mode: "throws" }).stderr).toContain("Error: deeper hi\n    at deep (lib/deep.ts:2:9)");
});

/** The clock of the file system must tick between what is written here and a build, for the build to trust what it saw. */
function settle(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);
}

it("watches what a handler imports", async () => {
  const folder = reportProject();
  const child = spawn(process.execPath, [join(import.meta.dirname, "../../../dist/cli/main.js"), "build", "--watch"], { cwd: folder });
  let told = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (told += chunk.toString()));
  const until = async (text: string) => {
    await eventually(() => told.includes(text));
    expect(told).toContain(text);
  };
  try {
    await until("Watching");
    writeFileSync(join(folder, "lib/deep.ts"), "export const deep = 5;\n");
    await until("generated/bin/handlers/report.cjs");
  } finally {
    child.kill("SIGTERM");
  }
  expect(await new Promise((resolve) => child.once("exit", resolve))).toBe(0);
});

it("is explained by its file and export", () => {
  const { stdout } = toolgen(projectOf(reportFiles), ["explain", "report"]);
  expect(stdout).toContain("Handler\n  lib/report.ts#report\n");
  expect(stdout).not.toContain("standard input");
});

it("doesn't ask TypeScript again of what fitted before", () => {
  const folder = reportProject();
  expect(cachedTexts(folder, "printed")).toContain("lib/deep.ts");
});

it("has a test for each of its codes", () => {
  const files = ["build", "contained", "outside-packages", "../check/rules/warm"];
  const text = files.map((name) => readFileSync(new URL(`${name}.test.ts`, import.meta.url), "utf8")).join("");
  for (const code of Object.keys(handlerCodes)) expect(text).toContain(`"${code}"`);
});

it("bundles the pipeline guard only with a handler that uses it", () => {
  const bundleOf = (handler: string) => {
    const folder = projectOf({ "tools.d/report.yaml": reportSpec, "lib/report.ts": handler });
    expect(toolgen(folder, ["build"]).stderr).toBe("");
    return readFileSync(join(folder, "generated/bin/handlers/report.cjs"), "utf8");
  };
  const plain = bundleOf('export const report = () => "plain";\n');
  expect(plain).toContain("plain");
  expect(plain).not.toContain("--basic-regexp");
  const guarded = 'import { extractors } from "toolgen/runtime";\nexport const report = () => extractors.join();\n';
  expect(bundleOf(guarded)).toContain("--basic-regexp");
});
