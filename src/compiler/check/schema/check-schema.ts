import type { Diagnostic, Result } from "../../../contract/diagnostic.js";
import { diagnostic } from "../../../contract/diagnostic-codes.js";
import { resolveRef } from "../../../contract/json-schema.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../../../contract/json-value.js";
import { closest } from "../../../contract/names.js";
import { variants } from "../../../contract/schema-variants.js";
import { nodeAt, toValue } from "../../../contract/spec-node.js";
import { compileSchema, knownFormats } from "../../json-schema/compile-schema.js";
import { knownKeywords, mapSubschemas, type Subschema, subschemas } from "../../json-schema/subschemas.js";
import { longOutput } from "../language/long-forms.js";
import { schemaNames } from "../language/suggest-key.js";
import type { CheckedSchema, ToolContext } from "../language/tool-context.js";
import { checkDefaults, withReferredDefaults } from "./defaults.js";
import { formatProblems, metaProblems, patternProblems, sizeProblems, uncompilable, unportableNames } from "./schema-problems.js";
import { isInescapable, unsatisfiable } from "./unsatisfiable.js";

const types = ["array", "boolean", "integer", "null", "number", "object", "string"];

/**
 * Checks `schema` and adds what it implies: `type: object`, `additionalProperties: false`. Returns no value if it is
 * unusable.
 */
export function checkSchema(tool: ToolContext): Result<CheckedSchema | undefined> {
  if (tool.has("schema") && tool.spec.schema === undefined) return [undefined, []];
  const declaredSchema = tool.spec.schema ?? {};
  if (declaredSchema.type !== undefined && declaredSchema.type !== "object") {
    return [undefined, [diagnostic("schema-not-object", tool.at(["schema", "type"]), { type: JSON.stringify(declaredSchema.type) })]];
  }
  const invalid = checkAgainstMetaSchema(declaredSchema, tool);
  if (invalid.length > 0) return [undefined, invalid];
  const schema = canonical(declaredSchema);
  const [wrong, warnings] = schemaProblems(schema, tool);
  const all = subschemas(schema);
  const problems = [...wrong, ...all.flatMap((subschema) => unportableNames(subschema, tool))];
  if (problems.length > 0) return [undefined, [...problems, ...warnings]];
  const compiled = compileSchema(schema);
  const dialect = typeof declaredSchema.$schema === "string" ? { dialect: declaredSchema.$schema } : {};
  return [{ schema, compiled, ...dialect }, [...warnings, ...checkDefaults({ schema, compiled }, all, tool)]];
}

/**
 * Reports errors and warnings of a valid schema: parts that validators would lose or ignore, or in which they would
 * never end.
 */
function schemaProblems(schema: JsonObject, tool: ToolContext): readonly [readonly Diagnostic[], readonly Diagnostic[]] {
  const all = subschemas(schema);
  const problems = all.flatMap((subschema) => [
    ...nestedId(subschema, tool),
    ...refProblems(schema, subschema, tool),
    ...patternProblems(subschema, tool),
    ...formatProblems(subschema, tool),
    ...lostNames(subschema, tool),
    ...requiredProblems(schema, subschema, tool),
  ]);
  return [
    // Validators throw for what names nothing.
    [...problems, ...(problems.some(({ code }) => code === "dangling-ref") ? [] : uncompilable(all, tool))],
    all.flatMap((subschema) => [...unknownWords(subschema, tool), ...unsatisfiable(subschema, tool)]),
  ];
}

/**
 * Implied keywords of the root, in the usual order; identifiers are dropped, because several tools may have the same.
 */
function canonical(given: JsonObject): JsonObject {
  const { $schema: _dialect, $id: _id, type: _type, properties = {}, ...rest } = withItems(withReferredDefaults(given));
  return { type: "object", properties, ...closing(rest), ...rest };
}

/** Gives every array its `items`: OpenAI's API and VS Code refuse tools with an array that has none. */
function withItems(given: JsonObject): JsonObject {
  const lacksItems = ({ type, items }: JsonObject) => items === undefined && [type].flat().includes("array");
  if (!subschemas(given).some(({ schema }) => lacksItems(schema))) return given;
  return mapSubschemas(given, (schema) => (lacksItems(schema) ? { ...schema, items: {} } : schema));
}

/**
 * `additionalProperties` only sees the properties beside it: if branches declare others, `unevaluatedProperties` closes
 * the object.
 */
function closing(rest: JsonObject): JsonObject {
  if ("unevaluatedProperties" in rest || "additionalProperties" in rest) return {};
  const branches = ["allOf", "anyOf", "oneOf", "if", "then", "else", "dependentSchemas"].map((key) => JSON.stringify(rest[key] ?? null));
  const spread = "$ref" in rest || branches.some((branch) => /"(?:\$ref|properties|patternProperties)":/.test(branch));
  return spread ? { unevaluatedProperties: false } : { additionalProperties: false };
}

function checkAgainstMetaSchema(given: JsonObject, tool: ToolContext): readonly Diagnostic[] {
  const large = sizeProblems(given, tool);
  if (large.length > 0) return large;
  const seen = new Set<string>();
  return metaProblems(given).flatMap(({ path, message }) => {
    // Several branches of the meta-schema report the same mistake; the first one at a path is the best.
    const key = path.map((step) => `${step}\0`).join("");
    if ([...seen].some((other) => other.startsWith(key))) return [];
    seen.add(key);
    const value = path.reduce<JsonValue | undefined>(
      (at, step) => (isJsonObject(at) ? at[step] : Array.isArray(at) ? at[Number(step)] : undefined),
      given,
    );
    const didYouMean = path.at(-1) === "type" && typeof value === "string" ? typeMeant(value) : undefined;
    const span = tool.at(["schema", ...path.map((step) => (/^\d+$/.test(step) ? Number(step) : step))]);
    return [
      diagnostic(
        "invalid-schema",
        span,
        { keyword: path.join(".") || "schema", problem: message },
        { didYouMean, help: remedy(path, value) },
      ),
    ];
  });
}

/** Other languages abbreviate the names of types: `str`, `int`, `bool`. */
const typeMeant = (value: string) => types.find((type) => value.length > 1 && type.startsWith(value)) ?? closest(value, types);

/** Returns the correct form for common mistakes from OpenAPI, JSON Schema draft 3 and shorthand notations. */
function remedy(path: readonly string[], value: JsonValue | undefined): string | undefined {
  if (path.at(-1) === "required" && typeof value === "boolean")
    return "List the names of required parameters beside `properties`: `required: [name]`.";
  if (path.at(-1) === "enum" && isJsonObject(value)) return `List the values: \`enum: [${Object.keys(value).join(", ")}]\`.`;
  if (path.length === 1 && path[0] === "$schema") return "Leave it out, and see to it that the schema is JSON Schema 2020-12.";
  if (path.at(-2) === "properties" && typeof value === "string") return `Write a schema: \`{ type: ${typeMeant(value) ?? "string"} }\`.`;
  return undefined;
}

/**
 * The root's is dropped. One further down would change the meaning of every `$ref` below it. Clients' validators also
 * find one in the value of an unknown keyword, and refuse a second.
 */
function nestedId({ path, schema }: Subschema, tool: ToolContext): readonly Diagnostic[] {
  const own = path.length > 0 && schema.$id !== undefined ? ["$id"] : [];
  const unknown = Object.keys(schema).filter((key) => !knownKeywords.includes(key) && hasId(schema[key]));
  return [...own, ...unknown].map((key) => diagnostic("nested-id", tool.at(["schema", ...path, key], "key"), {}));
}

function hasId(value: JsonValue | undefined): boolean {
  if (Array.isArray(value)) return value.some(hasId);
  return isJsonObject(value) && (typeof value.$id === "string" || Object.values(value).some(hasId));
}

function refProblems(root: JsonObject, subschema: Subschema, tool: ToolContext): readonly Diagnostic[] {
  const ref = subschema.schema.$ref;
  if (typeof ref !== "string") return [];
  const at = tool.at(["schema", ...subschema.path, "$ref"]);
  if (!ref.startsWith("#")) return [diagnostic("remote-ref", at, { ref })];
  const encoded = ref.replace(/%(?![\dA-Fa-f]{2})/g, "%25");
  if (encoded !== ref) return [diagnostic("dangling-ref", at, { ref }, { didYouMean: encoded })];
  if (resolveRef(root, ref) === undefined) {
    const definitions = Object.keys(isJsonObject(root.$defs) ? root.$defs : {}).map((name) => `#/$defs/${name}`);
    return [diagnostic("dangling-ref", at, { ref }, { didYouMean: closest(ref, definitions) })];
  }
  return isInescapable(root, subschema) ? [diagnostic("schema-cycle", at, { ref })] : [];
}

/** In JavaScript, and in the validators that clients compile, `__proto__` isn't an ordinary property. */
function lostNames({ path, schema }: Subschema, tool: ToolContext): readonly Diagnostic[] {
  const declaresProto = isJsonObject(schema.properties) && Object.hasOwn(schema.properties, "__proto__");
  const values = { keyword: "properties.__proto__", problem: "is a name that validators lose" };
  return declaresProto ? [diagnostic("invalid-schema", tool.at(["schema", ...path, "properties", "__proto__"], "key"), values)] : [];
}

function requiredProblems(root: JsonObject, subschema: Subschema, tool: ToolContext): readonly Diagnostic[] {
  const { required } = subschema.schema;
  if (!Array.isArray(required)) return [];
  const forms = [subschema.base, subschema.schema].flatMap((schema) => variants({ root, schema }));
  const closed = subschema.base === root || forms.some(({ properties }) => isJsonObject(properties));
  if (!closed || forms.some(({ patternProperties }) => isJsonObject(patternProperties))) return [];
  const names = forms.flatMap(({ properties }) => (isJsonObject(properties) ? Object.keys(properties) : []));
  return required.flatMap((name, index) => {
    if (typeof name !== "string" || names.includes(name)) return [];
    return [
      diagnostic(
        "required-undeclared",
        tool.at(["schema", ...subschema.path, "required", index]),
        { name },
        { didYouMean: closest(name, names) },
      ),
    ];
  });
}

/** JSON Schema ignores unknown keywords and formats, so a misspelt limit would have no effect. */
function unknownWords(subschema: Subschema, tool: ToolContext): readonly Diagnostic[] {
  const keywords = Object.entries(subschema.schema)
    .filter(([key]) => !key.startsWith("x-") && !knownKeywords.includes(key))
    .map(([key, value]) =>
      diagnostic(
        "unknown-schema-keyword",
        tool.at(["schema", ...subschema.path, key], "key"),
        { keyword: key },
        {
          didYouMean: closest(key, knownKeywords),
          help:
            subschema.path.length === 0 && isJsonObject(value)
              ? "Parameters stand under `properties`: `schema: { properties: { … } }`."
              : undefined,
        },
      ),
    );
  const { format } = subschema.schema;
  if (typeof format !== "string" || knownFormats().includes(format)) return keywords;
  const at = tool.at(["schema", ...subschema.path, "format"]);
  return [
    ...keywords,
    diagnostic("unknown-format", at, { format, accepted: knownFormats().join(", ") }, { didYouMean: closest(format, knownFormats()) }),
  ];
}

const withData: readonly string[] = ["json", "jsonl", "mcp"];
const withType: readonly string[] = ["image", "audio"];

/** Checks what `output` declares about the result, and compiles its schema. */
export function checkOutputSchema(tool: ToolContext): Result<CheckedSchema | undefined> {
  const output = longOutput(tool.spec);
  const { format = "text" } = output;
  const data = (["select", "schema"] as const).filter((key) => output[key] !== undefined && !withData.includes(format));
  const missing = withType.includes(format) && output.mimeType === undefined;
  const log: Diagnostic[] = [
    ...data.map((key) => diagnostic("output-without-data", tool.at(["output", key], "key"), { key, format })),
    ...(missing ? [diagnostic("missing-mime-type", tool.at(["output"], "key"), { format })] : []),
  ];
  if (output.schema === undefined || log.length > 0) return [undefined, log];
  return compiled(output.schema, { ...tool, at: (path, part) => tool.at(["output", ...path], part) });
}

/** `tool` has its schema under `output`. */
function compiled(given: JsonObject, tool: ToolContext): Result<CheckedSchema | undefined> {
  const invalid = checkAgainstMetaSchema(given, tool);
  if (invalid.length > 0) return [undefined, invalid];
  const { $schema: _dialect, $id: _id, ...schema } = given;
  const [problems, warnings] = schemaProblems(schema, tool);
  if (problems.length > 0) return [undefined, [...problems, ...warnings]];
  return [{ schema, compiled: compileSchema(schema) }, warnings];
}

const anything: JsonObject = { $ref: "#/$defs/anything" };

/** Returns a schema with only the parameters' names of another one, which is wrong: each may have any value. */
export function namesOnly(schema: JsonObject): JsonObject {
  const names = Object.keys(isJsonObject(schema.properties) ? schema.properties : {});
  return {
    type: "object",
    properties: Object.fromEntries(names.map((name) => [name, anything])),
    additionalProperties: names.length > 0 ? false : anything,
    $defs: { anything: { additionalProperties: anything, items: anything } },
  };
}

/** Returns the schema of a tool under the key of another format. */
export function schemaByOtherName({ document, has }: ToolContext): JsonObject | undefined {
  if (has("schema")) return undefined;
  const [other] = schemaNames.flatMap((key) => nodeAt(document.root, [key]) ?? []);
  const value = other === undefined ? undefined : toValue(other);
  return isJsonObject(value) ? value : other && {};
}

const typed = [
  "untyped-placeholder",
  "not-text",
  "not-a-list",
  "not-a-string",
  "path-into-scalar",
  "unknown-literal",
  "boolean-alone",
  "option-name",
  "evaluated-argument",
  "unguarded-dash",
  "unused-parameter",
];

/** Returns true if a finding depends on the types of parameters, and not only on their names. */
export const needsTypes = ({ code }: Diagnostic): boolean => typed.includes(code);
