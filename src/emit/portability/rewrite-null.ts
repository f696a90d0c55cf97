import { isJsonObject, type JsonObject, type JsonValue } from "../../runtime/json/json-value.js";

/** Says `nullable: true` for the type `null`, and gives each schema one type, as OpenAPI 3.0 does. */
export function rewriteNull(schema: JsonObject): JsonObject {
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
