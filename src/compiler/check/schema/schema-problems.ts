import { slowFormat } from "../../../agent/validator.js";
import { describeConstraint } from "../../../call/schema-keywords.js";
import { slowPattern } from "../../../call/slow-pattern.js";
import type { Diagnostic } from "../../../contract/diagnostic.js";
import { diagnostic } from "../../../contract/diagnostic-codes.js";
import { isExact } from "../../../contract/exact-json.late.js";
import { resolveRef } from "../../../contract/json-schema.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../../../contract/json-value.js";
import type { SpecNode } from "../../../contract/spec-node.js";
import { metaErrors } from "../../json-schema/meta-errors.js";
import { type Subschema, subschemas } from "../../json-schema/subschemas.js";
import type { ToolContext } from "../language/tool-context.js";

/** A position in a schema, and its problem, as the end of a sentence. */
interface MetaProblem {
  readonly path: readonly string[];
  readonly message: string;
}

/** Returns the reasons why a schema isn't valid JSON Schema 2020-12, with their paths, the deepest first. */
export function metaProblems(schema: JsonObject): readonly MetaProblem[] {
  const problems = metaErrors(schema).map((error) => ({
    path: pointerSteps(error.instancePath),
    message: `must ${describeConstraint(error)}`,
  }));
  return [...problems, ...otherDialect(schema)].sort((a, b) => b.path.length - a.path.length);
}

/** Tools of other kinds use `$schema`: it may only name the version that is used here anyway. */
function otherDialect({ $schema: dialect }: JsonObject): readonly MetaProblem[] {
  if (typeof dialect !== "string" || /^https?:\/\/json-schema\.org\/draft\/2020-12\/schema#?$/.test(dialect)) return [];
  return [{ path: ["$schema"], message: `names another language, ${JSON.stringify(dialect)}` }];
}

/** The steps of a JSON Pointer (RFC 6901). */
export function pointerSteps(pointer: string): readonly string[] {
  return pointer
    .split("/")
    .slice(1)
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/**
 * A schema's patterns must be regular expressions, and none may block a server for long, whatever text a model sends.
 */
export function patternProblems({ schema, path }: Subschema, tool: ToolContext): readonly Diagnostic[] {
  const { pattern, maxLength } = schema;
  const own = typeof pattern === "string" ? [{ pattern, maxLength: lengthOf(maxLength), at: tool.at(["schema", ...path, "pattern"]) }] : [];
  const keys = Object.keys(isJsonObject(schema.patternProperties) ? schema.patternProperties : {}).map((key) => {
    return { pattern: key, maxLength: undefined, at: tool.at(["schema", ...path, "patternProperties", key], "key") };
  });
  return [...own, ...keys].flatMap((one) => {
    const problem = patternProblem(one.pattern);
    if (problem !== undefined) return [diagnostic("bad-pattern", one.at, { pattern: one.pattern, problem })];
    const slow = slowPattern(one.pattern, one);
    if (slow === undefined) return [];
    return [diagnostic("slow-pattern", one.at, { what: "pattern", pattern: one.pattern, problem: slow.problem }, { help: slow.help })];
  });
}

/** The longest text for which the format's cubic time is short. */
const longestUrl = 256;

/** One format that ajv knows is slower than patterns may be. */
export function formatProblems({ schema, path }: Subschema, tool: ToolContext): readonly Diagnostic[] {
  if (schema.format !== slowFormat || (lengthOf(schema.maxLength) ?? Number.POSITIVE_INFINITY) <= longestUrl) return [];
  const values = { what: "format", pattern: slowFormat, problem: "takes a time that grows with the power 3 of a text's length" };
  const help = `Use \`uri\`, or add \`maxLength: ${longestUrl}\` or less beside \`format\`.`;
  return [diagnostic("slow-pattern", tool.at(["schema", ...path, "format"]), values, { help })];
}

const lengthOf = (maxLength: JsonValue | undefined) => (typeof maxLength === "number" ? maxLength : undefined);

/** Returns why a `pattern` is not a regular expression; `undefined` if it is one. */
export function patternProblem(pattern: string): string | undefined {
  try {
    new RegExp(pattern, "u");
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message.replace(/^Invalid regular expression: /, "") : String(error);
  }
}

/** The limit of subschemas in a schema. The time of its checks grows with their square. */
const maxSubschemas = 2_000;

/** The limit of levels in a schema, with references replaced by their targets. Code that walks a schema recurses. */
const maxLevels = 128;

/** Reports a schema that is too large or too deep to be checked. */
export function sizeProblems(schema: JsonObject, tool: ToolContext): readonly Diagnostic[] {
  if (subschemas(schema).length > maxSubschemas) return [tooLarge(tool, "subschemas", maxSubschemas)];
  return levelsOf(schema) > maxLevels ? [tooLarge(tool, "levels", maxLevels)] : [];
}

const tooLarge = (tool: ToolContext, what: string, limit: number) =>
  diagnostic("schema-too-large", tool.at(["schema"], "key"), { what, limit: String(limit) });

/** A cycle of `$ref`s counts once: it ends where the data does. */
function levelsOf(root: JsonObject): number {
  const sizes = new Map<JsonValue, number>();
  const levels = (value: JsonValue | undefined, depth: number): number => {
    if (typeof value !== "object" || value === null) return 0;
    const before = sizes.get(value);
    if (before !== undefined) return before;
    if (depth > maxLevels) return maxLevels;
    sizes.set(value, 0);
    const named = isJsonObject(value) && typeof value.$ref === "string" ? [resolveRef(root, value.$ref)] : [];
    const deepest = [...Object.values(value), ...named].reduce<number>((most, part) => Math.max(most, levels(part, depth + 1)), 0);
    sizes.set(value, deepest + 1);
    return deepest + 1;
  };
  return levels(root, 0);
}

/** The names that every model provider accepts. */
const portable = /^[a-zA-Z0-9_.-]{1,64}$/;

/**
 * Reports properties, at every level, whose names a provider refuses. Aliases are never sent to one, so they may be
 * anything.
 */
export function unportableNames({ path, schema }: Subschema, tool: ToolContext): readonly Diagnostic[] {
  const names = isJsonObject(schema.properties) ? Object.keys(schema.properties) : [];
  return names
    .filter((name) => !portable.test(name))
    .map((name) => {
      const proposed = proposeName(name, names);
      const aliases =
        path.length === 0 ? `, and keep the old name as another one: \`aliases: { ${proposed}: [${JSON.stringify(name)}] }\`` : "";
      const at = tool.at(["schema", ...path, "properties", name], "key");
      return diagnostic("unportable-parameter", at, { name }, { help: `Call it \`${proposed}\`${aliases}.` });
    });
}

/** `größe` → `grosse`, `max items` → `max_items`, `$filter` → `filter`; different from names that are taken. */
function proposeName(name: string, taken: readonly string[]): string {
  const folded = name.replaceAll("ß", "ss").normalize("NFKD").replaceAll(/\p{M}/gu, "");
  const joined = folded.replaceAll(/[^a-zA-Z0-9_.-]+/g, "_").replaceAll(/^_+|_+$/g, "");
  const base = joined === "" ? "value" : joined.slice(0, 60);
  const candidates = [base, ...taken.map((_, index) => `${base}_${index + 2}`)];
  return candidates.find((candidate) => !taken.includes(candidate)) ?? base;
}

/**
 * Returns the problems that the meta-schema of JSON Schema 2020-12 doesn't find but validators refuse: an empty `enum`,
 * and an anchor of two subschemas.
 */
export function uncompilable(all: readonly Subschema[], tool: ToolContext): readonly Diagnostic[] {
  const anchors = new Set<unknown>();
  return all.flatMap(({ path, schema }) => {
    const problem = (keyword: string, message: string) =>
      diagnostic("invalid-schema", tool.at(["schema", ...path, keyword]), { keyword: [...path, keyword].join("."), problem: message });
    const isEmpty = Array.isArray(schema.enum) && schema.enum.length === 0;
    const named = ["$anchor", "$dynamicAnchor"].filter((keyword) => schema[keyword] !== undefined);
    const repeated = named.filter((keyword) => anchors.has(schema[keyword]));
    for (const keyword of named) anchors.add(schema[keyword]);
    return [
      ...(isEmpty ? [problem("enum", "must list at least one value")] : []),
      ...repeated.map((keyword) => problem(keyword, `must not repeat the anchor ${JSON.stringify(schema[keyword])}`)),
    ];
  });
}

const limits: readonly string[] = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"];

/** Reports numbers of a spec that a double would change. What is compared with a limit is a double too. */
export function lostDigits(node: SpecNode): readonly Diagnostic[] {
  switch (node.kind) {
    case "map":
      return node.entries.flatMap(({ key, value }) => (limits.includes(key) && value.kind === "scalar" ? [] : lostDigits(value)));
    case "list":
      return node.items.flatMap((item) => lostDigits(item));
    case "scalar": {
      const { value, text, span } = node;
      if (typeof value !== "number" || !/^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text) || isExact(text)) return [];
      return [diagnostic("long-number", span, { number: text, changed: String(value) })];
    }
  }
}
