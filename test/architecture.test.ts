import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join, normalize, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

/**
 * Files of `src` that aren't named after one of their exports, by the reason. The lists may only shrink: rename the
 * file, or its main export.
 */
const namedOtherwise: Readonly<Record<string, readonly string[]>> = {
  "public APIs and registries: Node and readers look for `index`": ["emit/index.ts", "index.ts", "runtime/index.ts"],
  "entries of programs and bundles: what they are for happens when they are loaded": [
    "cli/build/check-worker.ts",
    "cli/main.ts",
    "mcp-server/mcp-main.ts",
    "page/dev/dev-main.ts",
    "page/page-main.ts",
    "pi/pi-main.ts",
    "runtime/call/bin/call-main.ts",
    "runtime/call/bin/start-main.ts",
    "runtime/call/bin/discover-main.ts",
    "runtime/call/bin/http-main.ts",
    "runtime/handler/handler-main.ts",
    "runtime/handler/warm/warm-main.ts",
    "runtime/hook/hook-main.ts",
    "runtime/mcp-call/mcp-call-main.ts",
  ],
  "types of one topic, none of which is the main one": ["runtime/contract/repair-rules.ts"],
  "one function for each provider": ["runtime/registry/provider-tools.ts"],
};

const src = fileURLToPath(new URL("../src", import.meta.url));

/** Who may import whom. A layer is a folder of `src`, or a file at its top. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  host: [],
  runtime: [],
  diagnostics: [],
  source: ["diagnostics", "host", "runtime/json/json-value"],
  model: ["diagnostics", "runtime/contract", "runtime/json/json-value", "runtime/policy"],
  check: [
    "model",
    "source",
    "diagnostics",
    "runtime/arguments",
    "runtime/contract",
    "runtime/json",
    "runtime/paths/git-folder",
    "runtime/paths/folder-trust",
    "runtime/pattern",
    "runtime/policy",
    "runtime/refusal/problem-text",
    "runtime/shell-guard",
    "runtime/telemetry/audit/masked-names",
    "runtime/text/closest",
    "runtime/tool/bound-texts",
    "runtime/tool/validation-options",
  ],
  emit: [
    "clients/hook-file",
    "clients/opencode",
    "clients/start",
    "model",
    "diagnostics",
    "runtime/command",
    "runtime/contract",
    "runtime/json",
    "runtime/lookup/tool-module",
    "runtime/policy",
    "runtime/text/first-sentence",
    "runtime/text/group-digits",
  ],
  handlers: ["model", "diagnostics", "emit/asset", "emit/output-file", "emit/typescript", "host", "runtime/json/json-value"],
  surface: ["diagnostics", "emit/declaration/tool-description", "model", "runtime/contract", "runtime/json"],
  init: ["runtime/json/json-value", "runtime/json/parse-json", "source/yaml/read-plain-yaml"],
  import: [
    "init",
    "runtime/command/build-environment",
    "runtime/json",
    "runtime/pattern/slow-pattern",
    "runtime/process/http/local-host",
    "runtime/process/http/private-address",
    "source/yaml/read-plain-yaml",
  ],
  clients: ["runtime/json"],
  write: ["emit/output-file", "host", "diagnostics", "runtime/json", "runtime/paths/git-folder"],
  examples: ["model", "diagnostics", "runtime"],
  eval: ["diagnostics/diagnostic", "emit/declaration", "examples/project-expected", "model", "runtime"],
  cache: ["check/check", "check/check-source", "diagnostics", "emit/output-file", "host", "model"],
  "mcp-server": ["runtime"],
  page: ["cli/dev/page-messages"],
  pi: ["runtime", "mcp-server/call", "mcp-server/protocol/protocol-result"],
  "node-host": ["host", "emit/output-file", "diagnostics", "runtime/io/process-stat", "runtime/paths/git-folder"],
  library: ["diagnostics", "emit/output-file"],
  lint: ["diagnostics", "model", "runtime/json/json-value", "source"],
  editor: ["check", "compile", "diagnostics", "emit/output-file", "host", "model", "runtime/json/json-value", "source"],
  compile: [
    "source",
    "check",
    "emit",
    "handlers",
    "library",
    "model",
    "host",
    "diagnostics",
    "surface/surface-lock-file",
    "surface/voided-claims",
  ],
  index: ["compile", "check/language/spec-schema", "diagnostics", "emit/output-file", "host", "model", "node-host", "write"],
  cli: [
    "clients",
    "check/check",
    "check/check-source",
    "check/fragments",
    "check/migration",
    "check/programs/program-facts",
    "check/programs/program-roles",
    "check/project/config",
    "check/project/glob",
    "check/suggest-fixes",
    "cache",
    "compile",
    "check/language/spec-schema",
    "diagnostics",
    "editor",
    "eval",
    "examples",
    "emit/catalogue/catalogue-parts",
    "emit/catalogue/page-html",
    "emit/declaration/showing-names",
    "emit/declaration/showings",
    "emit/documents/slash-command",
    "emit/gemini-policy",
    "emit/portability",
    "emit/scaffold",
    "emit/output-file",
    "emit/tokens",
    "host",
    "import",
    "init",
    "library",
    "lint",
    "model",
    "node-host",
    "runtime",
    "source/load",
    "source/parse",
    "surface",
    "mcp-server/documents/read-resource-file",
    "mcp-server/protocol/protocol-result",
    "mcp-server/server-options",
    "mcp-server/lists/tool-selection",
    "mcp-server/lists/watch-file",
    "mcp-server/log/log",
    "mcp-server/tool-source",
    "pi/pi-result",
    "write",
  ],
};

/**
 * The folders of `src/runtime`: each imports only itself and those above it, types included. A sub-folder that is named
 * has a row of its own.
 */
const runtimeRows = [
  "json",
  "contract",
  "text",
  "refusal",
  "io",
  "line-file",
  "pattern",
  "command",
  "paths",
  "result",
  "process",
  "process/http",
  "process/sandbox",
  "process/background",
  "shell-guard",
  "handler",
  "lookup",
  "policy",
  "arguments",
  "telemetry",
  "call",
  "call/bin",
  "hook",
  "edit",
  "tool",
  "flow",
  "registry",
  "mcp-call",
  "agent",
  "index",
];

/** Where each package and each effect of Node has its adapters: one a layer. */
const adapters: Readonly<Record<string, readonly string[]>> = {
  "@apidevtools/json-schema-ref-parser": ["import/openapi/bundle-document.ts"],
  "@clack/prompts": ["cli/init/ask-choices.ts", "cli/import/ask-many.ts"],
  yaml: ["source/yaml/", "init/read-yaml.ts", "import/yaml/", "import/merge/merge-spec.ts"],
  picomatch: ["source/find.ts", "check/project/glob.ts"],
  "toolgen:templates": ["emit/print/render-template.ts"],
  handlebars: ["check/template/handlebars-program.ts"],
  ajv: ["check/schema/compile-schema.ts", "runtime/tool/validator.ts", "runtime/tool/bound-texts.ts"],
  "ajv-formats": ["check/schema/compile-schema.ts", "runtime/tool/validator.ts"],
  "json-schema-to-typescript": ["emit/print/schema-types.ts"],
  "ts-morph": ["handlers/signature.ts", "handlers/checker-project.ts", "handlers/contained-files.ts", "handlers/is-nested-too-deeply.ts"],
  esbuild: ["handlers/bundle.ts", "handlers/contain-modules.ts", "emit/print/schema-types.ts"],
  "@eslint-community/regexpp": ["runtime/pattern/parse-pattern.ts"],
  unbash: ["check/shell/syntax/", "runtime/shell-guard/parse-command.ts"],
  semver: ["check/language/version-range.ts", "cli/doctor/version.ts"],
  commander: ["cli/"],
  execa: ["cli/io/run-external.ts", "runtime/edit/open-editor.ts"],
  "@decimalturn/toml-patch": ["clients/settings/toml-pieces.ts"],
  "jsonc-parser": ["clients/settings/", "handlers/tsconfig.ts", "runtime/policy/save-approval.ts"],
  jsonrepair: ["runtime/json/repair-json.late.ts"],
  minisearch: ["mcp-server/search/search-index.ts"],
  preact: ["page/dev/"],
  "vscode-languageserver": ["cli/lsp/"],
  "vscode-languageserver-textdocument": ["cli/lsp/"],
  undici: ["runtime/process/http/proxied-connections.ts"],
  ai: ["runtime/agent/load-sdk.ts"],
  diff: ["examples/diff-lines.ts", "runtime/edit/make-file-diff.ts"],
  "shell-quote": ["runtime/registry/command/split-command.ts"],
  "@modelcontextprotocol/client": ["runtime/registry/mcp/connect/", "runtime/registry/mcp/login/"],
  "@modelcontextprotocol/server": ["mcp-server/"],
  ioredis: ["mcp-server/redis/"],
  jose: ["mcp-server/oauth/"],
  "@opentelemetry/api": ["mcp-server/telemetry/"],
  "@opentelemetry/core": ["mcp-server/telemetry/"],
  "@opentelemetry/exporter-metrics-otlp-http": ["mcp-server/telemetry/"],
  "@opentelemetry/exporter-metrics-otlp-proto": ["mcp-server/telemetry/"],
  "@opentelemetry/exporter-trace-otlp-http": ["mcp-server/telemetry/"],
  "@opentelemetry/exporter-trace-otlp-proto": ["mcp-server/telemetry/"],
  "@opentelemetry/resources": ["mcp-server/telemetry/"],
  "@opentelemetry/sdk-metrics": ["mcp-server/telemetry/"],
  "@opentelemetry/sdk-trace-base": ["mcp-server/telemetry/"],
};

interface Import {
  readonly file: string;
  readonly target: string;
}

const files = readdirSync(src, { recursive: true, encoding: "utf8" }).filter((file) => /\.tsx?$/.test(file));
const imports: readonly Import[] = files.flatMap((file) => {
  const text = readFileSync(join(src, file), "utf8");
  const targets = [...text.matchAll(/(?:^|\n)\s*(?:import|export)\s[^;]*?from\s+"([^"]+)"|\bimport\(\s*"([^"]+)"\s*\)/g)];
  return targets.map((match) => ({ file, target: match[1] ?? match[2] ?? "" }));
});

/** The imports between files that reach themselves. */
function cyclesOf(all: readonly Import[]): readonly string[] {
  let edges = all.filter(({ target }) => target.startsWith(".")).map((one) => ({ from: one.file.replace(/\.tsx?$/, ""), to: inside(one) }));
  for (let before = -1; before !== edges.length; ) {
    before = edges.length;
    const importing = new Set(edges.map(({ from }) => from));
    const imported = new Set(edges.map(({ to }) => to));
    edges = edges.filter(({ from, to }) => imported.has(from) && importing.has(to));
  }
  return edges.map(({ from, to }) => `${from} imports ${to}`);
}

/** The row of a file of the runtime, counted from 0; -1: it has none. */
function rowOf(path: string): number {
  const name = path.replace(/^runtime\//, "").replace(/\.ts$/, "");
  const [row] = runtimeRows.filter((one) => name === one || name.startsWith(`${one}/`)).sort((a, b) => b.length - a.length);
  return row === undefined ? -1 : runtimeRows.indexOf(row);
}

const layerOf = (path: string) => (path.includes("/") ? path.slice(0, path.indexOf("/")) : path.replace(/\.ts$/, ""));
const inside = ({ file, target }: Import) => relative(src, normalize(join(src, dirname(file), target))).replace(/\.js$/, "");

it("finds the imports that it checks", () => {
  expect(imports.length).toBeGreaterThan(200);
  expect(new Set(files.map(layerOf))).toEqual(new Set(Object.keys(mayImport)));
});

it("lets data flow one way: no layer imports one that is not in its row", () => {
  const wrong = imports
    .filter(({ target }) => target.startsWith("."))
    .filter((one) => {
      const layer = layerOf(one.file);
      const target = inside(one);
      return layerOf(target) !== layer && !mayImport[layer]?.some((allowed) => target === allowed || target.startsWith(`${allowed}/`));
    });
  expect(wrong.map(({ file, target }) => `${file} imports ${target}`)).toEqual([]);
});

it("lets a folder of the runtime import only those above it, types included", () => {
  const runtime = files.filter((file) => file.startsWith("runtime/"));
  expect(new Set(runtime.map(rowOf))).toEqual(new Set(runtimeRows.keys()));
  const upward = imports.filter(
    (one) => one.file.startsWith("runtime/") && one.target.startsWith(".") && rowOf(inside(one)) > rowOf(one.file),
  );
  expect(upward.map(({ file, target }) => `${file} imports ${target}`)).toEqual([]);
});

it("has no files that import each other in a circle, types included", () => {
  const ring = (...names: readonly string[]): readonly Import[] =>
    names.map((name, i) => ({ file: `a/${name}.ts`, target: `./${names[(i + 1) % names.length]}.js` }));
  expect(cyclesOf([...ring("b", "c"), { file: "a/d.ts", target: "./b.js" }])).toHaveLength(2);
  expect(cyclesOf(imports)).toEqual([]);
});

/** The exports of a module that aren't functions or types. */
const valuesExportedBy = (text: string) =>
  [...text.matchAll(/^export (?!type |interface |(?:async )?function\*? ).*/gm)].map(([statement]) => statement);

it("lets modules that a call loads late, `*.late.ts`, export functions only: a stub can stand for nothing else", () => {
  expect(valuesExportedBy("export function a() {}\nexport async function b() {}\nexport type C = 1;\nexport interface D {}")).toEqual([]);
  const values = ["export const a = 1;", 'export { b } from "./b.js";', "export class C {}", "export default 1;"];
  expect(valuesExportedBy(values.join("\n"))).toEqual(values);
  const late = files.filter((file) => file.endsWith(".late.ts"));
  expect(late.length).toBeGreaterThan(30);
  expect(late.filter((file) => !file.startsWith("runtime/"))).toEqual([]);
  expect(late.flatMap((file) => valuesExportedBy(readFileSync(join(src, file), "utf8")).map((value) => `${file}: ${value}`))).toEqual([]);
});

/** The names that a module declares and exports. An overload is the same name again. */
const namesDeclaredBy = (text: string): ReadonlySet<string> => {
  const declared = /^export (?:declare |abstract |async )*(?:function\*?|class|interface|type|const|let|enum) (\w+)/gm;
  return new Set([...text.matchAll(declared)].map(([, name]) => name ?? ""));
};

it("exports no name twice: a reader who looks for one finds one", () => {
  const overloaded = "export function a(one: 1): 1;\nexport function a() {}\nexport type B = 1;\nexport abstract class C {}\nexport { d };";
  expect([...namesDeclaredBy(overloaded)]).toEqual(["a", "B", "C"]);
  const filesOf = new Map<string, readonly string[]>();
  // The names in a declaration of a package are the package's own.
  for (const file of files.filter((one) => !one.endsWith(".d.ts")))
    for (const name of namesDeclaredBy(readFileSync(join(src, file), "utf8"))) filesOf.set(name, [...(filesOf.get(name) ?? []), file]);
  expect(filesOf.size).toBeGreaterThan(1000);
  expect([...filesOf].filter(([, declaring]) => declaring.length > 1)).toEqual([]);
});

it("keeps each package behind one adapter in a layer", () => {
  const packages = imports.filter(({ target }) => !target.startsWith(".") && !target.startsWith("node:"));
  const wrong = packages.filter(({ file, target }) => {
    const name = /^(?:@[^/]+\/)?[^/]+/.exec(target)?.[0] ?? target;
    return !adapters[name]?.some((adapter) => (adapter.endsWith("/") ? file.startsWith(adapter) : file === adapter));
  });
  expect(wrong.map(({ file, target }) => `${file} imports ${target}`)).toEqual([]);
});

it("keeps effects at the rim: only the host, the runtime, the server, the extension and the command line reach files, processes and the network", () => {
  const effects = /^node:(?:fs|child_process|net|http|https|os|process|worker_threads|vm|module)(?:\/|$)/;
  const wrong = imports.filter(
    ({ file, target }) =>
      effects.test(target) && !/^(?:node-host(?:\.ts|\/)|runtime\/|examples\/world\/|mcp-server\/|pi\/|cli\/)/.test(file),
  );
  expect(wrong.map(({ file, target }) => `${file} imports ${target}`)).toEqual([]);
  const globals = files.filter(
    (file) =>
      !/^(?:runtime\/|mcp-server\/|pi\/|cli\/|node-host(?:\.ts|\/))/.test(file) &&
      /\bprocess\./.test(readFileSync(join(src, file), "utf8")),
  );
  expect(globals).toEqual([]);
});

const kebab = (name: string) =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1-$2")
    .replaceAll(/([A-Z])([A-Z][a-z])/g, "$1-$2")
    .toLowerCase();

/** The names that a module declares and exports, in kebab case. */
const exportsOf = (text: string) =>
  [...text.matchAll(/^export (?:declare )?(?:abstract )?(?:async )?(?:const|function\*?|class|interface|type|enum) (\w+)/gm)].map((match) =>
    kebab(match[1] ?? ""),
  );

const isNamedAfterAnExport = (path: string, text: string) => {
  const name = basename(path).replace(/(?:\.late)?\.tsx?$/, "");
  return exportsOf(text).some((one) => [name, name.replace(/s$/, "")].some((part) => `-${one}-`.includes(`-${part}-`)));
};

it("names a file after one of its exports, whose verb and plural may differ: `secrets.ts` has `checkSecret`", () => {
  expect(isNamedAfterAnExport("rules/secrets.ts", "export function checkSecret() {}")).toBe(true);
  expect(isNamedAfterAnExport("is-json.late.ts", "export const isJSON = 1;")).toBe(true);
  expect(isNamedAfterAnExport("rules/secrets.ts", "export function checkSecretsAndMore() {}\nfunction secrets() {}")).toBe(true);
  expect(isNamedAfterAnExport("values.ts", "export type Text = 1;\nfunction values() {}")).toBe(false);
  const otherwise = files.filter((file) => !file.endsWith(".d.ts") && !isNamedAfterAnExport(file, readFileSync(join(src, file), "utf8")));
  expect(otherwise.toSorted()).toEqual(Object.values(namedOtherwise).flat().toSorted());
});

it("keeps every file of src at 300 lines or fewer, but for the table of programs", () => {
  const read = files.filter((file) => !file.startsWith("check/programs/uses/"));
  expect(read.filter((file) => readFileSync(join(src, file), "utf8").split("\n").length - 1 > 300)).toEqual([]);
});
