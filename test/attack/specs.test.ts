import { readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";
import { Script } from "node:vm";
import fc from "fast-check";
import { expect, it } from "vitest";
import { Document, parseAllDocuments, stringify } from "yaml";
import { defineTool } from "../../src/agent/tool/define-tool.js";
import { prepareOrRefuse } from "../../src/call/execute-call.js";
import type { ToolModel } from "../../src/compiler/tool-model.js";
import { codes } from "../../src/contract/diagnostic-codes.js";
import { compiled } from "../kit/compiled.js";
import { repeat } from "../kit/repeat.js";
import { args } from "./projects.js";

const root = fileURLToPath(new URL("../../", import.meta.url));
const specsIn = (folder: string) =>
  readdirSync(`${root}${folder}`, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".yaml"))
    .map((name) => readFileSync(`${root}${folder}/${name}`, "utf8"));

/** Specs to begin with: those of this project, of the library, the one that uses every key, and the examples of all diagnostics. */
const texts: readonly string[] = [
  ...["tools.d", "library", "test/golden/everything/input/tools.d"].flatMap(specsIn),
  ...Object.values(codes).map(({ example }) => example),
];

type Value = null | boolean | number | string | readonly Value[] | { readonly [key: string]: Value };

const documents: readonly Value[] = texts.flatMap((text) =>
  parseAllDocuments(text).flatMap((document) => {
    const value = readValue(document);
    return isMap(value) && !Object.hasOwn(value, "version") ? [value] : [];
  }),
);

/** Reads a document's value; none if it isn't YAML or contains itself, as some examples of diagnostics do. */
function readValue(document: unknown): Value {
  try {
    return document instanceof Document && document.errors.length === 0 ? JSON.parse(JSON.stringify(document.toJS())) : null;
  } catch {
    return null;
  }
}

/** Every value and every key that a spec has somewhere: what belongs elsewhere is more trying than what belongs nowhere. */
const parts: readonly Value[] = documents.flatMap((document) => [...valuesIn(document)]);
const keys: readonly string[] = [...new Set(parts.flatMap((part) => (isMap(part) ? Object.keys(part) : [])))];

function* valuesIn(value: Value): Generator<Value> {
  yield value;
  if (typeof value === "object" && value !== null) for (const part of Object.values(value)) yield* valuesIn(part);
}

function isMap(value: Value): value is { readonly [key: string]: Value } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const junk: fc.Arbitrary<Value> = fc.constantFrom<Value>(
  ...[
    null,
    true,
    false,
    0,
    -1,
    1e308,
    0.1,
    "",
    " ",
    "\n",
    "{{",
    "}}",
    "{{}}",
    "{{x}}",
    "{{this}}",
    "{{../x}}",
    "{{@secret.x}}",
    "{{#if x}}",
    "{{#each x}}{{/each}}",
  ],
  ...[
    "{{@temp.x}}",
    "{{@output.x}}",
    "{{json @params}}",
    "\u0000",
    "\u2028",
    "\ud800",
    "__proto__",
    "constructor",
    "toString",
    "x-y",
    "$ref",
    "#/$defs/x",
    "a".repeat(300),
  ],
  ...[
    "^(a",
    "[z-a]",
    "(?<x>a)\\k<x>",
    "*/ evil /*",
    "`${x}`",
    "'; DROP",
    "\\",
    "[]",
    "a[].b",
    "a..b",
    ".",
    "/",
    "..",
    "~",
    "1h",
    "-5s",
    "9999999999999h",
    "10TB",
    "NaN",
  ],
  ...[
    [],
    {},
    [[]],
    [{}],
    { x: {} },
    [null],
    { "": "" },
    { __proto__: null, a: 1 } as Value,
    { $ref: "#" },
    { $ref: "#/$defs/a" },
    { type: ["string", "null"] },
    { not: {} },
  ],
  ...[
    { enum: [] },
    { const: { a: [1] } },
    { properties: { "a.b": {}, "": {} } },
    { items: { items: { items: {} } } },
    { allOf: [{ properties: { p: {} } }] },
    { pattern: "a".repeat(500) },
  ],
  ...[
    { nullable: true },
    { id: "x" },
    { $anchor: "a" },
    { $dynamicAnchor: "a" },
    { $id: "x" },
    { formatMinimum: 1 },
    { $ref: "#a" },
    { $ref: "" },
  ],
);
const part = fc.oneof({ weight: 2, arbitrary: junk }, { weight: 3, arbitrary: fc.constantFrom(...parts) });
const key = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...keys) },
  { weight: 1, arbitrary: fc.constantFrom("__proto__", "constructor", "", "x-a", "a b", "a[]", "[]", "$", "\u2028", "1") },
);

interface Mutation {
  readonly at: number;
  readonly kind: "replace" | "remove" | "add" | "rename" | "repeat";
  readonly part: Value;
  readonly key: string;
}
const mutation: fc.Arbitrary<Mutation> = fc.record({
  at: fc.nat(),
  kind: fc.constantFrom("replace", "replace", "remove", "add", "rename", "repeat"),
  part,
  key,
});

/** Changes the value at a position, counted through the whole document. */
function mutate(document: Value, { at, kind, part: other, key: name }: Mutation): Value {
  let left = at % [...valuesIn(document)].length;
  const change = (value: Value): Value => {
    if (left-- === 0) return changed(value);
    if (Array.isArray(value)) return value.map(change);
    return isMap(value) ? Object.fromEntries(Object.entries(value).map(([own, one]) => [own, change(one)])) : value;
  };
  const changed = (value: Value): Value => {
    if (kind === "replace" || typeof value !== "object" || value === null) return other;
    const entries = Object.entries(value);
    const last = entries[at % Math.max(1, entries.length)];
    if (Array.isArray(value)) return kind === "remove" ? value.slice(1) : kind === "repeat" ? [...value, ...value] : [...value, other];
    if (kind === "remove") return Object.fromEntries(entries.filter((entry) => entry !== last));
    if (kind === "rename") return Object.fromEntries(entries.map((entry) => (entry === last ? [name, entry[1]] : entry)));
    return Object.fromEntries([...entries, [name, kind === "repeat" ? (last?.[1] ?? other) : other]]);
  };
  return change(document);
}

/** A spec that was right, or wrong in one way, with some of its parts exchanged, moved or left out. */
const mutatedValue = fc
  .tuple(
    fc.constantFrom(...documents),
    fc.oneof({ weight: 2, arbitrary: fc.tuple(mutation) }, { weight: 1, arbitrary: fc.array(mutation, { minLength: 2, maxLength: 4 }) }),
  )
  .map(([document, mutations]) => stringify(mutations.reduce(mutate, document)));

/** A text of a spec in which characters were lost, doubled or exchanged. */
const mutatedText = fc
  .tuple(
    fc.constantFrom(...texts),
    fc.array(
      fc.tuple(
        fc.nat(),
        fc.nat({ max: 20 }),
        fc.constantFrom(
          "",
          "\n",
          " ",
          ":",
          "- ",
          "{",
          "}",
          "[",
          "]",
          '"',
          "'",
          "&a ",
          "*a",
          "!!js ",
          "|",
          ">",
          "#",
          "\t",
          "---\n",
          "{{",
          "}}",
          "\ufeff",
          "\u0000",
          "? ",
          "<<: ",
        ),
      ),
      {
        minLength: 1,
        maxLength: 4,
      },
    ),
  )
  .map(([text, edits]) =>
    edits.reduce((current, [at, length, inserted]) => {
      const from = at % (current.length + 1);
      return current.slice(0, from) + inserted + current.slice(from + length);
    }, text),
  );

const mutatedSpec: fc.Arbitrary<string> = fc.oneof({ weight: 3, arbitrary: mutatedValue }, { weight: 1, arbitrary: mutatedText });

/** Whatever is sent to a tool, it is prepared or refused. */
function tryCalls({ definition, displayName, description, locations, schema }: ToolModel, calls: readonly unknown[]): void {
  const tool = defineTool(definition, schema, { format: 2, displayName, description, locations });
  for (const call of calls) prepareOrRefuse(tool, call, { workspace: tmpdir(), projectDir: tmpdir(), env: {} });
}

/** Arguments by the tool's own names. */
const argsOf = ({ definition: { params } }: ToolModel, values: readonly unknown[]) =>
  values.map((_, i) => Object.fromEntries(params.map((param, at) => [param, values[(i + at) % values.length]])));

const value = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom("", "a", 1, true, [], ["a"], {}, [{}], null, "[]", "{}", "../x", "-x"),
);

it("makes diagnostics or tools of every spec, and outputs that can be read", async () => {
  const broken: string[] = [];
  let right = 0;
  let wrong = 0;
  const property = fc.asyncProperty(
    mutatedSpec,
    fc.array(args, { maxLength: 3 }),
    fc.array(value, { minLength: 4, maxLength: 4 }),
    async (text, calls, values) => {
      try {
        const { model, files, diagnostics } = await compiled({ "tool.yaml": text });
        if (diagnostics.some(({ severity }) => severity === "error")) wrong++;
        else right++;
        for (const { message, line } of diagnostics) {
          expect(message).not.toMatch(/\bundefined\b|\[object Object\]/);
          expect(line).toBeGreaterThan(0);
        }
        for (const { path, text: output } of files) if (/^bin\/tools\/.*\.cjs$/.test(path)) new Script(String(output));
        for (const tool of model.tools)
          if (tool.definition.command?.handler === undefined) tryCalls(tool, [...calls, ...argsOf(tool, values)]);
      } catch (error) {
        broken.push(`${error instanceof Error ? error.stack?.slice(0, 1_500) : String(error)}\n${text}`);
      }
    },
  );
  await fc.assert(property, { numRuns: repeat({ usual: 400, soak: 3_000, long: 20_000 }), endOnFailure: true });
  expect(
    broken
      .sort((a, b) => a.length - b.length)
      .slice(0, 10)
      .join("\n\n"),
  ).toBe("");
  expect(Math.min(right, wrong)).toBeGreaterThan(3);
});
