import { resolveRef } from "../contract/json-schema.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../contract/json-value.js";
import { mapSubschemasOf, schemaObjects } from "./json-schema/subschemas.js";
import type { DialectId } from "./option-names.js";
import type { LossEffect, LoweredSchema, Rewrite, SchemaDialect, SchemaLoss, Treatment } from "./schema-dialects.js";
import { type ToolModel, toolDescription } from "./tool-model.js";

/** The losses of one tool in one client or API. */
export interface Portability {
  readonly client: DialectId;
  /** The name under which the model sees the tool; an API has no prefix. */
  readonly name: string;
  /** The client shortens this name, because model APIs take 64 characters. */
  readonly isShortened: boolean;
  readonly losses: readonly SchemaLoss[];
}

/** The longest name that model APIs take. */
const longestName = 64;

/** Reports what a dialect loses of a tool: of its name, its description and its schema. */
export function portabilityOf(tool: ToolModel, dialect: SchemaDialect, server: string): Portability {
  const name = dialect.toolName?.({ server, tool: tool.name }) ?? tool.name;
  const { losses } = lowerSchema(schemaObjects(tool.schema), dialect);
  const isCut = toolDescription(tool).length > (dialect.descriptionLimit ?? Number.POSITIVE_INFINITY);
  const cut: readonly SchemaLoss[] = isCut ? [{ path: "", keyword: "description", effect: "shortened" }] : [];
  return {
    client: dialect.id,
    name,
    isShortened: dialect.shortensNames === true && name.length > longestName,
    losses: [...cut, ...losses],
  };
}

/** Returns true if a client or an API loses something of a tool. */
export const losesAny = ({ losses, isShortened }: Portability) => losses.length > 0 || isShortened;

const effects: Readonly<Record<LossEffect, string>> = {
  dropped: "lost",
  described: "in words",
  loosened: "looser",
  shortened: "cut",
  impossible: "can't be said",
};

/** The losses in words, by path: `files[]: pattern, maxLength lost`. */
export function describeLosses({ losses, isShortened, name }: Portability): readonly string[] {
  const isSame = (a: SchemaLoss, b: SchemaLoss) => a.path === b.path && a.effect === b.effect;
  const firsts = losses.filter((loss, index) => losses.findIndex((other) => isSame(other, loss)) === index);
  const lines = firsts.map((first) => {
    const keywords = losses.filter((loss) => isSame(loss, first)).map(({ keyword }) => keyword);
    return `${first.path === "" ? "" : `${first.path}: `}${keywords.join(", ")} ${effects[first.effect]}`;
  });
  return isShortened ? [`the name ${name} is shortened`, ...lines] : lines;
}

/** Where a subschema is: the values that it is about, and the references that were followed to it. */
interface SchemaPosition {
  readonly path: string;
  readonly isRoot: boolean;
  readonly followed: readonly string[];
}

/** Makes the schema that reaches a model, or that an API accepts, and lists what it loses of the original. */
export function lowerSchema(root: JsonObject, dialect: SchemaDialect): LoweredSchema {
  const losses: SchemaLoss[] = [];
  const lose = ({ path }: SchemaPosition, keyword: string, effect: LossEffect) => {
    if (!losses.some((one) => one.path === path && one.keyword === keyword)) losses.push({ path, keyword, effect });
  };
  const does = (rewrite: Rewrite) => dialect.rewrites.includes(rewrite);

  /** Puts the target of a reference in its place, where the dialect has none. */
  const withoutReference = (schema: JsonObject, position: SchemaPosition): readonly [JsonObject, SchemaPosition] => {
    const { $ref, ...beside } = schema;
    if (typeof $ref !== "string" || !does("inline-references")) return [schema, position];
    if (position.followed.includes($ref)) {
      lose(position, "$ref", "impossible");
      return [beside, position];
    }
    const target = resolveRef(root, $ref);
    return withoutReference(isJsonObject(target) ? { ...target, ...beside } : beside, {
      ...position,
      followed: [...position.followed, $ref],
    });
  };

  const lowerPart = (part: JsonValue, start: SchemaPosition): JsonObject => {
    const [schema, position] = withoutReference(isJsonObject(part) ? part : part === false ? { not: {} } : {}, start);
    const entries: (readonly [string, JsonValue])[] = [];
    const described: (readonly [string, JsonValue])[] = [];
    for (const [keyword, value] of Object.entries(schema)) {
      const treatment = treatmentOf(keyword, value, position.isRoot, dialect);
      if (treatment === "kept") entries.push([keyword, lowerBelow(keyword, value, position)]);
      else if (isConstraint(keyword, value)) lose(position, keyword, treatment);
      if (treatment === "described" && isConstraint(keyword, value)) described.push([keyword, value]);
    }
    const lowered = describedConstraints(Object.fromEntries(entries), described);
    return rewritten(lowered, { does, lose: (keyword, effect) => lose(position, keyword, effect) });
  };

  const lowerBelow = (keyword: string, value: JsonValue, { path, followed }: SchemaPosition): JsonValue => {
    // `additionalProperties: false` closes an object. Only other values are schemas.
    if (typeof value === "boolean" && /^(?:additional|unevaluated)/.test(keyword)) return value;
    return mapSubschemasOf(keyword, value, (below, step) => {
      const to = step.startsWith("#") ? step : `${path}${step}`;
      return lowerPart(below, { path: to.replace(/^\./, ""), isRoot: false, followed });
    });
  };

  const schema = lowerPart(root, { path: "", isRoot: true, followed: [] });
  return { schema, losses };
}

/**
 * Keywords that say nothing about values. A call is refused for keys that aren't declared, whatever a client is shown.
 */
const isConstraint = (keyword: string, value: JsonValue) =>
  !["$schema", "$id", "$comment", "$anchor", "$defs", "definitions"].includes(keyword) &&
  !(keyword === "additionalProperties" && typeof value === "boolean");

function treatmentOf(keyword: string, value: JsonValue, isRoot: boolean, dialect: SchemaDialect): Treatment {
  const { treatment, rootTreatment, formats, patterns } = dialect;
  const own = treatment(keyword);
  const here = isRoot && rootTreatment !== undefined && own === "kept" ? rootTreatment(keyword) : own;
  if (here !== "kept") return here;
  const isRefused =
    (keyword === "format" && formats?.includes(String(value)) === false) ||
    (keyword === "pattern" && patterns === "without-lookaround" && /\(\?(?:[=!]|<[=!])/.test(String(value)));
  return isRefused ? "described" : "kept";
}

interface Rewriting {
  readonly does: (rewrite: Rewrite) => boolean;
  readonly lose: (keyword: string, effect: LossEffect) => void;
}

/** Says in other keywords what the dialect has no keyword for. */
function rewritten(schema: JsonObject, { does, lose }: Rewriting): JsonObject {
  let now = schema;
  if (does("const-as-enum") && now.const !== undefined) {
    const { const: only, ...rest } = now;
    now = { ...rest, enum: [only] };
  }
  if (does("one-as-any") && now.oneOf !== undefined && now.anyOf === undefined) {
    const { oneOf, ...rest } = now;
    now = { ...rest, anyOf: oneOf };
    lose("oneOf", "loosened");
  }
  if (does("nullable")) now = rewriteNull(now);
  if (does("text-enums")) now = withTextEnum(now, lose);
  return does("strict") ? closeStrictly(now, lose) : now;
}

/** A list of numbers or of booleans is a list of texts in the format `enum`, as `@ai-sdk/google` sends it. */
function withTextEnum(schema: JsonObject, lose: Rewriting["lose"]): JsonObject {
  const values = schema.enum;
  if (!Array.isArray(values)) return schema;
  const types = new Set(values.map((value: JsonValue) => typeof value));
  const [type] = types;
  if (types.size === 1 && type === "string") return { ...schema, type: "string" };
  if (types.size === 1 && (type === "number" || type === "boolean")) {
    const declared = typeof schema.type === "string" ? schema.type : type;
    return { ...schema, type: declared, format: "enum", enum: values.map(String) };
  }
  const { enum: mixed, ...rest } = schema;
  lose("enum", "described");
  return describedConstraints(rest, mixed === undefined ? [] : [["enum", mixed]]);
}

/**
 * Closes an object and requires all of its properties, as a strict mode wants it: an optional one admits `null`, which
 * repair reads as absent. What can't be said so is an impossible schema: any value, and objects with keys that aren't
 * declared.
 */
function closeStrictly(schema: JsonObject, lose: (keyword: string, effect: LossEffect) => void): JsonObject {
  const { properties, required, additionalProperties, ...rest } = schema;
  if (!["type", "enum", "anyOf", "$ref"].some((keyword) => schema[keyword] !== undefined)) lose("type", "impossible");
  if (["allOf", "prefixItems"].some((keyword) => schema[keyword] !== undefined)) lose("allOf", "impossible");
  if (hasType(schema, "array") && !isJsonObject(schema.items)) lose("items", "impossible");
  if (!hasType(schema, "object")) return schema;
  const names = isJsonObject(properties) ? Object.keys(properties) : [];
  if (isJsonObject(additionalProperties) || (additionalProperties !== false && names.length === 0))
    lose("additionalProperties", "impossible");
  else if (additionalProperties !== false) lose("additionalProperties", "dropped");
  const needed: readonly JsonValue[] = Array.isArray(required) ? required : [];
  const parts = Object.entries(isJsonObject(properties) ? properties : {}).map(([name, part]) => {
    if (needed.includes(name) || !isJsonObject(part)) return [name, part] as const;
    return [name, orNull(part)] as const;
  });
  return { ...rest, properties: Object.fromEntries(parts), required: names, additionalProperties: false };
}

const hasType = ({ type }: JsonObject, name: string) => type === name || (Array.isArray(type) && type.includes(name));

/** The same schema, which also admits `null`. Its words stay in front. */
function orNull(schema: JsonObject): JsonObject {
  const { type, enum: values, anyOf, description, ...rest } = schema;
  const words = description === undefined ? {} : { description };
  const listed = Array.isArray(values) ? { enum: values.includes(null) ? values : [...values, null] } : {};
  if (type !== undefined && schema.$ref === undefined && anyOf === undefined) {
    const types: readonly JsonValue[] = Array.isArray(type) ? type : [type];
    return { ...words, type: types.includes("null") ? types : [...types, "null"], ...rest, ...listed };
  }
  const isBare = anyOf !== undefined && Object.keys(rest).length === 0 && type === undefined && values === undefined;
  const { description: _description, ...whole } = schema;
  const branches: readonly JsonValue[] = isBare && Array.isArray(anyOf) ? anyOf : [whole];
  return { ...words, anyOf: [...branches, { type: "null" }] };
}

/** Says `nullable: true` for the type `null`, and gives each schema one type, as OpenAPI 3.0 does. */
function rewriteNull(schema: JsonObject): JsonObject {
  return withoutNullBranch(withoutNullType(schema));
}

function withoutNullType(schema: JsonObject): JsonObject {
  const { type, enum: values, ...rest } = schema;
  const listed = Array.isArray(values) ? values.filter((value: JsonValue) => value !== null) : undefined;
  const types: readonly JsonValue[] = Array.isArray(type) ? type : [];
  const isNullable = types.includes("null") || (type === undefined && Array.isArray(values) && values.includes(null));
  const others = types.filter((one) => one !== "null");
  const enumerated = listed === undefined || listed.length === 0 ? (values === undefined ? {} : { enum: values }) : { enum: listed };
  const nullable = isNullable ? { nullable: true } : {};
  if (!Array.isArray(type)) return { ...(type === undefined ? {} : { type }), ...rest, ...enumerated, ...nullable };
  if (others.length > 1 && listed === undefined) return { ...rest, anyOf: others.map((one) => ({ type: one })), ...nullable };
  return { ...(others[0] === undefined ? { type: "null" } : { type: others[0] }), ...rest, ...enumerated, ...nullable };
}

const isNull = (branch: JsonValue) => isJsonObject(branch) && branch.type === "null";

function withoutNullBranch(schema: JsonObject): JsonObject {
  const { anyOf, ...rest } = schema;
  if (!Array.isArray(anyOf) || !anyOf.some(isNull)) return schema;
  const branches: readonly JsonValue[] = anyOf.filter((branch: JsonValue) => !isNull(branch));
  const [only] = branches;
  if (branches.length === 1 && isJsonObject(only)) return { ...rest, nullable: true, ...only };
  return { ...rest, anyOf: branches, nullable: true };
}

/** Says in the description what the schema can't say. Models read JSON Schema, so these words are its own. */
function describedConstraints(schema: JsonObject, constraints: readonly (readonly [string, JsonValue])[]): JsonObject {
  if (constraints.length === 0) return schema;
  const byDefault = constraints.filter(([keyword]) => keyword === "default").map(([, value]) => `Default: ${JSON.stringify(value)}.`);
  const others = constraints.filter(([keyword]) => keyword !== "default");
  const schemaText = others.length === 0 ? [] : [`JSON Schema: ${JSON.stringify(Object.fromEntries(others))}`];
  const before = typeof schema.description === "string" ? [schema.description] : [];
  return { ...schema, description: [...before, ...byDefault, ...schemaText].join(" ") };
}
