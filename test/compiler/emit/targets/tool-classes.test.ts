import { Project, ts } from "ts-morph";
import { expect, it } from "vitest";
import { emit } from "../../../../src/compiler/emit/emit.js";
import type { Model } from "../../../../src/compiler/model.js";
import type { ModuleCache } from "../../../../src/compiler/output-file.js";
import { assets, compiled } from "../../../kit/compiled.js";

const tool = (name: string, more: object = {}) => JSON.stringify({ name, description: "d", kind: "read", command: ["true"], ...more });

async function classes(model: Model, recall?: ModuleCache): Promise<Readonly<Record<string, string>>> {
  const files = await emit(model, assets, { targets: ["tool-classes"], ...(recall === undefined ? {} : { recall }) });
  return Object.fromEntries(files.map(({ path, text }) => [path, text]));
}

async function modelOf(...specs: readonly string[]): Promise<Model> {
  const { model, diagnostics } = await compiled(Object.fromEntries(specs.map((text, i) => [`${i}.yaml`, text])), []);
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  return model;
}

const recursive = {
  properties: {
    tree: { $ref: "#/$defs/node" },
    params: { $ref: "#/$defs/params" },
    again: { $ref: "#/$defs/node" },
  },
  $defs: {
    node: { type: "object", description: "A node.", properties: { children: { type: "array", items: { $ref: "#/$defs/node" } } } },
    params: { type: "string", maxLength: 3 },
  },
};

it("prints each tool as if it were alone, whatever else is in the catalogue", async () => {
  const specs = [tool("a", { schema: recursive }), tool("b", { schema: recursive }), tool("c")];
  const together = await classes(await modelOf(...specs));
  for (const [i, spec] of specs.entries()) {
    const name = `tools/${"abc"[i]}.ts`;
    const alone = await classes(await modelOf(spec));
    expect(alone[name]?.replaceAll("tools.d/0.yaml", "")).toBe(together[name]?.replaceAll(`tools.d/${i}.yaml`, ""));
  }
  expect(together["tools/a.ts"]).toContain("  tree?: ANode\n");
  expect(together["tools/a.ts"]).toContain("/**\n * At most 3 characters.\n */\nexport type AParams2 = string");
});

it("prints types again only where they changed", async () => {
  const texts = new Map<string, string>();
  const printed: string[] = [];
  const recall: ModuleCache = {
    has: (madeOf) => texts.has(madeOf),
    get: (madeOf) => texts.get(madeOf),
    set: (madeOf, text) => {
      printed.push(text);
      texts.set(madeOf, text);
    },
  };
  const first = await classes(await modelOf(tool("a"), tool("b")), recall);
  printed.length = 0;
  expect(await classes(await modelOf(tool("a"), tool("b")), recall)).toEqual(first);
  const otherData = await modelOf(tool("a"), tool("b", { timeout: "5s" }));
  expect(await classes(otherData, recall)).toEqual(await classes(otherData));
  expect(printed).toEqual([]);
  const otherTypes = await modelOf(tool("a"), tool("b", { schema: { properties: { c: { type: "string" } } } }));
  expect(await classes(otherTypes, recall)).toEqual(await classes(otherTypes));
  expect(printed.map((text) => text.split("\n").at(-3))).toEqual(["export interface BParams {"]);
});

it("prints one module for a tool, whose class comes before its compiled data", async () => {
  const files = await classes(await modelOf(tool("count_lines", { schema: { properties: { limit: { type: "integer", default: 5 } } } })));
  expect(Object.keys(files)).toEqual(["tools/_runtime.ts", "tools/count-lines.ts", "tools/index.ts"]);
  expect(files["tools/count-lines.ts"]).toMatch(/^export class [\s\S]*^const tool: DefinedTool = \/\* @__PURE__ \*\/ defineTool\(/m);
});

const names = ["index", "base_declarative", "declarative", "_1", "_", "Tool", "tools", "normalize", "a1b", "md5sum", "parameter"];
const evil = '*/ process.exit(1); /* `${1}` "\\" \u2028 \u202e @deprecated {@link x} M0000000';
const keys = ["process.exit-1", "constructor", "hasOwnProperty", "tsType", "enum", "length", "1"];
const evilText = { type: "string", title: evil, description: evil, default: evil, enum: [evil, "*/"] };
const hostile = {
  $id: "https://example.org/*/",
  title: evil,
  properties: {
    constructor: evilText,
    hasOwnProperty: evilText,
    keys: {
      type: "object",
      properties: Object.fromEntries(keys.map((key) => [key, evilText])),
      required: ["hasOwnProperty"],
      additionalProperties: { type: "number" },
    },
    data: { const: { $ref: "file:///etc/passwd", [evil]: [evil] } },
    named: { $ref: `#/$defs/${encodeURIComponent("*~1")}` },
    digits: { $ref: "#/$defs/x1y" },
    tuples: { type: "array", items: { type: "array", prefixItems: [{ type: "string" }, { type: "number" }], items: false } },
  },
  $defs: {
    "*/": { type: "object", title: evil, tsType: "process.exit(1)", tsEnumNames: [evil], description: evil, $comment: evil },
    x1y: { type: "object", properties: { again: { $ref: "#" } } },
  },
};

it("prints modules that parse, of names and texts that are chosen to break them", async () => {
  const specs = names.map((name) => tool(name, { schema: hostile, displayName: evil, description: evil }));
  const files = await classes(await modelOf(...specs));
  expect(Object.keys(files)).toHaveLength(names.length + 2);
  const project = new Project({ useInMemoryFileSystem: true, compilerOptions: { strict: true, target: ts.ScriptTarget.ES2022 } });
  const sources = Object.entries(files).map(([path, text]) => project.createSourceFile(path, text));
  for (const source of sources) {
    expect(source.getFullText()).not.toMatch(/[\u2028\u202e]/);
    expect(source.getStatements().map((statement) => statement.getKindName())).not.toContain("ExpressionStatement");
    const program = project.getProgram();
    expect(program.getSyntacticDiagnostics(source).map((one) => one.getMessageText())).toEqual([]);
    // Names that are declared twice, that hide what is imported or that nothing declares.
    const clashes = program.getSemanticDiagnostics(source).filter((one) => [2300, 2304, 2440, 2395].includes(one.getCode()));
    expect(clashes.map((one) => one.getMessageText())).toEqual([]);
  }
});

it("prints each name of a type as the rest of the module has it", async () => {
  const files = await classes(await modelOf(...names.map((name) => tool(name, { schema: hostile }))));
  expect(files["tools/md5sum.ts"]).toContain("export type Md5SumParams = ({");
  expect(files["tools/md5sum.ts"]).toContain("export interface Md5SumX1Y {\n  again?: Md5SumParams");
  expect(files["tools/md5sum.ts"]).toContain("  tuples?: [string?, number?][]");
});
