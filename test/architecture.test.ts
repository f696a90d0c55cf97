import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

/** The ten parts of `src`, and which parts each may import, types included. contributing/architecture.md draws them. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  contract: [],
  call: ["contract"],
  agent: ["contract", "call"],
  server: ["contract", "call", "agent"],
  programs: ["contract", "call"],
  clients: ["contract"],
  compiler: ["contract", "call", "agent", "programs", "clients"],
  import: ["contract", "call", "programs"],
  editor: ["contract", "compiler", "programs"],
  cli: ["contract", "call", "agent", "server", "programs", "clients", "compiler", "import", "editor"],
};

/** The modules that the package exports, `toolgen` and `toolgen/runtime`: they belong to no part. */
const publicEntries = ["index.ts", "types.ts", "runtime/index.ts", "runtime/types.ts"];

/** The files that may import a package. Elsewhere, toolgen's own words are used. */
const adapters: Readonly<Record<string, readonly string[]>> = {
  "@apidevtools/json-schema-ref-parser": ["import/openapi-document.ts"],
  "@scalar/openapi-upgrader": ["import/upgrade-swagger.ts"],
  "@scalar/postman-to-openapi": ["import/openapi/convert-postman.ts"],
  "@clack/prompts": ["cli/init/ask-choices.ts", "cli/import/ask-many.ts"],
  yaml: ["compiler/source/", "import/imported-tool.ts", "import/plan-import.ts", "import/text/yaml-style.ts"],
  picomatch: ["compiler/source/find.ts", "compiler/config.ts", "compiler/check/language/formats.ts"],
  handlebars: ["programs/template-syntax.ts"],
  "toolgen:templates": ["compiler/emit/print/render-template.ts"],
  ajv: ["compiler/json-schema/compile-schema.ts", "agent/validator.ts", "agent/tool/ajv-packages.ts"],
  "ajv-formats": ["compiler/json-schema/compile-schema.ts", "agent/tool/ajv-packages.ts"],
  "json-schema-to-typescript": ["compiler/emit/print/schema-types.ts"],
  "ts-morph": ["compiler/handlers/"],
  esbuild: ["compiler/handlers/", "compiler/emit/print/schema-types.ts"],
  "@eslint-community/regexpp": ["call/pattern/", "call/slow-pattern.ts"],
  unbash: ["call/parse-command.ts", "programs/shell/"],
  semver: ["compiler/check/language/formats.ts", "cli/doctor/"],
  "@cyclonedx/cyclonedx-library": ["compiler/emit/print/package-lists.ts"],
  execa: ["cli/io/run-external.ts", "agent/open-editor.ts"],
  commander: ["cli/"],
  "@decimalturn/toml-patch": ["clients/settings/"],
  "jsonc-parser": ["clients/settings/", "compiler/source/tsconfig.ts", "call/policy/save-approval.ts"],
  minisearch: ["server/lists/search-index.ts"],
  preact: ["cli/page/dev/"],
  "vscode-languageserver": ["cli/lsp/"],
  "vscode-languageserver-textdocument": ["cli/lsp/"],
  undici: ["call/http/proxied-connections.ts"],
  ai: ["agent/loop/ai-sdk.ts"],
  diff: ["agent/file-diff.ts", "compiler/example-result.ts"],
  "shell-quote": ["agent/registry/split-command.ts"],
  "@modelcontextprotocol/client": ["agent/"],
  "@modelcontextprotocol/server": ["server/"],
  "@modelcontextprotocol/node": ["server/http/"],
  ioredis: ["server/redis/"],
  jose: ["server/http/"],
  "@opentelemetry/api": ["server/telemetry/"],
  "@opentelemetry/core": ["server/telemetry/"],
  "@opentelemetry/exporter-metrics-otlp-http": ["server/telemetry/"],
  "@opentelemetry/exporter-metrics-otlp-proto": ["server/telemetry/"],
  "@opentelemetry/exporter-trace-otlp-http": ["server/telemetry/"],
  "@opentelemetry/exporter-trace-otlp-proto": ["server/telemetry/"],
  "@opentelemetry/resources": ["server/telemetry/"],
  "@opentelemetry/sdk-metrics": ["server/telemetry/"],
  "@opentelemetry/sdk-trace-base": ["server/telemetry/"],
};

/** Doors by which no other part enters: programs that Node, a client or a bundle starts. */
const startedDoors = ["cli/main", "cli/command-line", "cli/command", "server/mcp-main"];

interface Import {
  readonly file: string;
  readonly target: string;
  readonly typeOnly: boolean;
}

const src = fileURLToPath(new URL("../src", import.meta.url));
const files = readdirSync(src, { recursive: true, encoding: "utf8" }).filter((file) => /\.tsx?$/.test(file));
const textOf = (file: string) => readFileSync(join(src, file), "utf8");
const imports: readonly Import[] = files.flatMap((file) => {
  const found = textOf(file).matchAll(/(?:^|\n)\s*(?:import|export)\s(type\s)?[^;]*?from\s+"([^"]+)"|\bimport\(\s*"([^"]+)"\s*\)/g);
  return [...found].map(([, type, from, late]) => ({ file, target: from ?? late ?? "", typeOnly: type !== undefined }));
});

const partOf = (path: string) => path.slice(0, path.indexOf("/"));
/** A part's doors are the files at its top. */
const isDoor = (path: string) => path.split("/").length === 2;
const inside = ({ file, target }: Pick<Import, "file" | "target">) =>
  relative(src, normalize(join(src, dirname(file), target))).replace(/\.js$/, "");
const between = imports
  .filter(({ target }) => target.startsWith("."))
  .map((one) => ({ ...one, path: inside(one) }))
  .filter(({ file, path }) => ![file, `${path}.ts`].some((one) => publicEntries.includes(one)) && partOf(path) !== partOf(file));

/** The steps from one node of a graph to another that lie on a circle. */
function circlesOf(steps: readonly (readonly [from: string, to: string])[]): readonly string[] {
  let left = steps.filter(([from, to]) => from !== to);
  for (let before = -1; before !== left.length; ) {
    before = left.length;
    const leaving = new Set(left.map(([from]) => from));
    const reached = new Set(left.map(([, to]) => to));
    left = left.filter(([from, to]) => reached.has(from) && leaving.has(to));
  }
  return [...new Set(left.map(([from, to]) => `${from} imports ${to}`))];
}

it("finds the imports that it checks", () => {
  expect(imports.length).toBeGreaterThan(1000);
  expect(between.length).toBeGreaterThan(300);
  const parts = new Set(files.filter((file) => !publicEntries.includes(file)).map(partOf));
  expect(parts).toEqual(new Set(Object.keys(mayImport)));
});

it("lets a part import only the parts of its row", () => {
  const wrong = between.filter(({ file, path }) => !mayImport[partOf(file)]?.includes(partOf(path)));
  expect(wrong.map(({ file, path }) => `${file} imports ${path}`)).toEqual([]);
});

it("has no part that imports itself by way of others", () => {
  expect(circlesOf(Object.entries(mayImport).flatMap(([part, others]) => others.map((other) => [part, other] as const)))).toEqual([]);
});

it("enters a part by its doors: the files at its top", () => {
  expect(isDoor("call/execute-call")).toBe(true);
  expect(isDoor("call/paths/check-paths")).toBe(false);
  expect(between.filter(({ path }) => !isDoor(path)).map(({ file, path }) => `${file} imports ${path}`)).toEqual([]);
});

it("has a reason for each door: another part enters by it, or Node, a bundle or a reader does", () => {
  const entered = new Set(
    imports.filter(({ file, target }) => target.startsWith(".") && partOf(inside({ file, target })) !== partOf(file)).map(inside),
  );
  const doors = files.filter((file) => isDoor(file) && !publicEntries.includes(file)).map((file) => file.replace(/\.tsx?$/, ""));
  expect(doors.length).toBeLessThanOrEqual(170);
  expect(doors.filter((door) => !entered.has(door) && !startedDoors.includes(door))).toEqual([]);
});

it("has no folders of a part whose values import each other in a circle", () => {
  const folders = imports
    .filter(({ target, typeOnly }) => target.startsWith(".") && !typeOnly)
    .map((one) => ({ from: one.file, to: inside(one) }))
    .filter(({ from, to }) => !isDoor(from) && !isDoor(to) && partOf(from) === partOf(to))
    .map(({ from, to }) => [dirname(from), dirname(to)] as const);
  expect(folders.length).toBeGreaterThan(500);
  expect(circlesOf(folders)).toEqual([]);
});

it("has no files that import each other in a circle, types included", () => {
  const ring = (...names: readonly string[]) => names.map((name, i) => [`a/${name}`, `a/${names[(i + 1) % names.length]}`] as const);
  expect(circlesOf([...ring("b", "c"), ["a/d", "a/b"]])).toHaveLength(2);
  const steps = imports
    .filter(({ target }) => target.startsWith("."))
    .map((one) => [one.file.replace(/\.tsx?$/, ""), inside(one)] as const);
  expect(circlesOf(steps)).toEqual([]);
});

/** The exports of a module that aren't functions or types. */
const valuesExportedBy = (text: string) =>
  [...text.matchAll(/^export (?!type |interface |(?:async )?function\*? ).*/gm)].map(([statement]) => statement);

it("lets modules that a call loads late, `*.late.ts`, export functions only: a stub can stand for nothing else", () => {
  expect(valuesExportedBy("export function a() {}\nexport async function b() {}\nexport type C = 1;\nexport interface D {}")).toEqual([]);
  const values = ["export const a = 1;", 'export { b } from "./b.js";', "export class C {}", "export default 1;"];
  expect(valuesExportedBy(values.join("\n"))).toEqual(values);
  const late = files.filter((file) => file.endsWith(".late.ts"));
  expect(late.length).toBeGreaterThan(20);
  expect(late.filter((file) => !/^(?:call|contract)\//.test(file))).toEqual([]);
  expect(late.flatMap((file) => valuesExportedBy(textOf(file)).map((value) => `${file}: ${value}`))).toEqual([]);
});

/** The names that a module declares and exports. An overload is the same name again. */
const namesDeclaredBy = (text: string): ReadonlySet<string> => {
  const declared = /^export (?:declare |abstract |async )*(?:function\*?|class|interface|type|const|let|enum) (\w+)/gm;
  return new Set([...text.matchAll(declared)].map(([, name]) => name ?? ""));
};

it("exports no name twice in a part: a reader who looks for one finds one", () => {
  const overloaded = "export function a(one: 1): 1;\nexport function a() {}\nexport type B = 1;\nexport abstract class C {}\nexport { d };";
  expect([...namesDeclaredBy(overloaded)]).toEqual(["a", "B", "C"]);
  const filesOf = new Map<string, readonly string[]>();
  // The names in a declaration of a package are the package's own.
  for (const file of files.filter((one) => !one.endsWith(".d.ts")))
    for (const name of namesDeclaredBy(textOf(file)))
      filesOf.set(`${partOf(file)}: ${name}`, [...(filesOf.get(`${partOf(file)}: ${name}`) ?? []), file]);
  expect(filesOf.size).toBeGreaterThan(1000);
  expect([...filesOf].filter(([, declaring]) => declaring.length > 1)).toEqual([]);
});

it("keeps each package behind its adapters", () => {
  const packages = imports.filter(({ target }) => !/^(?:\.|node:|toolgen\/)/.test(target));
  const wrong = packages.filter(({ file, target }) => {
    const name = target.startsWith("toolgen:") ? target : (/^(?:@[^/]+\/)?[^/]+/.exec(target)?.[0] ?? target);
    return !adapters[name]?.some((adapter) => (adapter.endsWith("/") ? file.startsWith(adapter) : file === adapter));
  });
  expect(wrong.map(({ file, target }) => `${file} imports ${target}`)).toEqual([]);
});

/** Where files, processes and the network are reached: by calls, programs and the compiler's host. */
const atTheRim =
  /^(?:call|agent|server|cli)\/|^contract\/(?:git-folder|names|node-host|process|stdio|time-limit|user-file)(?:\.ts$|\/)|^compiler\/(?:examples\/|run-examples\.ts$)|^import\/openapi\/request-template\.ts$/;

it("keeps effects at the rim: only the host, calls, the server and the command line reach files, processes and the network", () => {
  const effects = /^node:(?:fs|child_process|net|http|https|os|process|worker_threads|vm|module)(?:\/|$)/;
  const wrong = imports.filter(({ file, target }) => effects.test(target) && !atTheRim.test(file));
  expect(wrong.map(({ file, target }) => `${file} imports ${target}`)).toEqual([]);
  expect(files.filter((file) => !atTheRim.test(file) && /(?<!`)\bprocess\.\w/.test(textOf(file)))).toEqual([]);
});

it("keeps files between 50 and 300 lines in most cases, and never longer but for tables", () => {
  const lines = files.filter((file) => !file.endsWith(".d.ts")).map((file) => ({ file, count: textOf(file).split("\n").length - 1 }));
  const tables = /^programs\/uses\/|^contract\/diagnostics\//;
  expect(lines.filter(({ file, count }) => count > 300 && !tables.test(file))).toEqual([]);
  const counts = lines.map(({ count }) => count).sort((a, b) => a - b);
  expect(counts.length).toBeLessThanOrEqual(900);
  expect(counts[Math.floor(counts.length / 2)]).toBeGreaterThanOrEqual(80);
  // Doors, clients, targets, entries, late modules and modules that bundles replace: the number may only shrink.
  expect(counts.filter((count) => count < 50).length).toBeLessThanOrEqual(140);
});
