import { isJsonObject, type JsonObject, type JsonValue } from "../../runtime/json/json-value.js";
import { resolveRef } from "../../runtime/json/resolve-ref.js";
import { mapSubschemasOf } from "../declaration/map-subschemas-of.js";
import { closeStrictly } from "./close-strictly.js";
import { describedConstraints } from "./described-constraints.js";
import type { LossEffect, LoweredSchema, Rewrite, SchemaDialect, SchemaLoss, Treatment } from "./dialect.js";
import { rewriteNull } from "./rewrite-null.js";

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
