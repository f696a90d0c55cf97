import { isJsonObject, type JsonObject, type JsonValue } from "../../contract/json-value.js";
import { followReference } from "../openapi-document.js";
import { convertSchema, isNeeded, requiredNames, type SchemaConversion, takeProblem } from "../schema/convert-schema.js";
import { firstExample } from "../schema/make-value.js";
import { mergeParts, schemaTypes } from "../schema/value-keywords.js";
import { placeholder, writtenName } from "../text/visible-text.js";
import { separators } from "./convert-parameter.js";
import { argumentAt, claimName, listEntry, type RequestEntry, secretParameter, type ToolParameter } from "./tool-parameter.js";

/** A request's body: the parameters that fill it, and its templates. */
export interface ConvertedBody {
  readonly kind: "json" | "form" | "text";
  readonly parameters: readonly ToolParameter[];
  /** The fields of the body. If there is one without a key, it is the whole body. */
  readonly entries: readonly RequestEntry[];
  /** The media type, if it isn't what the kind of body has by itself. */
  readonly mediaType: string | undefined;
}

const kinds: readonly (readonly [kind: ConvertedBody["kind"], mediaType: RegExp])[] = [
  ["json", /^application\/json\b/i],
  ["json", /^application\/[\w.+-]*\+json\b/i],
  ["form", /^application\/x-www-form-urlencoded\b/i],
  ["text", /^text\/(?:plain|markdown)\b/i],
  ["json", /^(?:\*\/\*|application\/\*)$/],
  ["text", /^text\/[\w.+-]+/i],
  [
    "text",
    /^application\/(?:[\w.+-]*\+)?(?:xml|yaml|x-yaml|graphql|(?:x-)?(?:ndjson|jsonl|jsonlines|json-lines)|json-seq|javascript|sql|toml|csv)\b/i,
  ],
];

/**
 * Converts the body of an operation; `undefined` if it has none, a text if `http` can't send it. The properties of an
 * object become parameters of the tool. Any other body is one parameter, `body`.
 */
export function convertBody(operation: JsonObject, taken: Set<string>, state: SchemaConversion): ConvertedBody | undefined | string {
  const request = followReference(operation.requestBody, state.root);
  if (request === undefined) return undefined;
  const contents = Object.entries(isJsonObject(request.content) ? request.content : {});
  const found = kinds.flatMap(([kind, pattern]) => {
    const content = contents.find(([name]) => pattern.test(name));
    return content === undefined ? [] : [{ kind, name: content[0], media: followReference(content[1], state.root) ?? {} }];
  })[0];
  if (found === undefined) {
    const types = contents.map(([name]) => name).join(", ");
    return contents.length > 0 ? `its body is ${types}` : undefined;
  }
  const { kind, name, media } = found;
  const usual = kind === "json" ? "application/json" : kind === "text" ? "text/plain" : name;
  const mediaType = name !== usual && !name.includes("*") ? name : undefined;
  const whole = mergeParts(followReference(media.schema, state.root) ?? {}, state.root);
  // OpenAPI's default is false, but most authors who leave the key out mean a body that must be sent.
  const isOptional = request.required === false;
  const example = firstExample(media, state.root) ?? firstExample(whole, state.root);
  const isFlat = isPlainObject(whole) && kind !== "text";
  if (!isFlat) return wholeBody({ schema: media.schema, kind, mediaType, example, isOptional }, taken, state);
  if ([whole.oneOf, whole.anyOf].some((list) => Array.isArray(list) && list.length > 0))
    state.notes.push("Which properties of its body go together isn't checked here: the server does.");
  const required = requiredNames(whole);
  const properties = Object.entries(isJsonObject(whole.properties) ? whole.properties : {}).filter(([property, value]) =>
    isNeeded(value, required.includes(property), state.root),
  );
  const parameters: ToolParameter[] = [];
  const entries: RequestEntry[] = [];
  for (const [property, value] of properties) {
    const described = mergeParts(followReference(value, state.root) ?? {}, state.root);
    if (state.credentials?.isCredential(property, described)) {
      const isNeededSecret = required.includes(property) && !isOptional;
      const secretName = state.credentials.secretName(property);
      const where = "in the body of requests";
      const { parameter, entry } = secretParameter({ name: property, described, isRequired: isNeededSecret, secretName, where });
      parameters.push(parameter);
      entries.push(entry);
      continue;
    }
    const schema = convertSchema(value, state, `'${property}'`);
    const problem = takeProblem(state);
    if (problem !== undefined) {
      if (required.includes(property) && !isOptional) return problem;
      state.notes.push(`'${property}' is left out: ${problem}.`);
      continue;
    }
    const own = claimName(property, "body", taken);
    const isRequired = required.includes(property) && !isOptional;
    const fields = kind === "json" ? [valueEntry(property, [own])] : formEntries({ property, own, schema, media, root: state.root });
    if (fields === undefined) {
      if (isRequired) return `'${property}' of its form has lists or objects in it`;
      state.notes.push(`'${property}' is left out: it has lists or objects in it, for which forms have no common notation.`);
      continue;
    }
    if (fields.some(({ key }) => entries.some((entry) => entry.key === key))) {
      if (isRequired) return `two fields of its form are called '${fields[0]?.key}'`;
      state.notes.push(`'${property}' is left out: another field of the form has its name.`);
      continue;
    }
    const shown = isJsonObject(example) ? example[property] : firstExample(followReference(value, state.root), state.root);
    parameters.push({ name: own, schema: describable(schema, kind), isRequired, example: shown });
    entries.push(...fields);
  }
  return { kind, parameters, entries, mediaType };
}

interface WholeBody {
  readonly schema: JsonValue | undefined;
  readonly kind: ConvertedBody["kind"];
  readonly mediaType: string | undefined;
  readonly example: JsonValue | undefined;
  readonly isOptional: boolean;
}

function wholeBody(
  { schema, kind, mediaType, example, isOptional }: WholeBody,
  taken: Set<string>,
  state: SchemaConversion,
): ConvertedBody | string {
  if (kind === "form") return "its form has no fixed fields";
  const name = claimName("body", "body", taken);
  const converted = kind === "text" ? { type: "string" } : convertSchema(schema, state, "the body");
  const problem = takeProblem(state);
  if (problem !== undefined) return problem;
  const described =
    converted.description === undefined
      ? { ...converted, description: `The body of the request${kind === "text" && mediaType !== undefined ? `, as ${mediaType}` : ""}.` }
      : converted;
  return {
    kind,
    parameters: [{ name, schema: described, isRequired: !isOptional, example }],
    entries: [{ key: "", template: placeholder(name), valueOf: (params) => argumentAt(params, [name]) }],
    mediaType,
  };
}

/**
 * An object with fixed properties alone. One with alternatives is sent as one parameter, so that they stay together.
 */
function isPlainObject(schema: JsonObject): boolean {
  const declared = Object.keys(isJsonObject(schema.properties) ? schema.properties : {});
  const isOpen = isJsonObject(schema.additionalProperties);
  const alternatives = [schema.oneOf, schema.anyOf].flatMap((list) => (Array.isArray(list) ? (list as readonly JsonValue[]) : []));
  // Alternatives that only say which properties go together are left to the server.
  const isRestriction = (one: JsonValue) => isJsonObject(one) && Object.keys(one).every((key) => key === "required" || key === "title");
  return schemaTypes(schema).includes("object") && declared.length > 0 && !isOpen && alternatives.every(isRestriction);
}

const valueEntry = (key: string, path: readonly string[]): RequestEntry => ({
  key,
  template: placeholder(...path),
  valueOf: (params) => argumentAt(params, path),
});

interface FormProperty {
  readonly property: string;
  /** The parameter's name. */
  readonly own: string;
  readonly schema: JsonObject;
  readonly media: JsonObject;
  readonly root: JsonObject;
}

/**
 * The fields for a property: one for a scalar, one for each element of a list unless `explode` is false, and
 * `name[key]` for each property of an object.
 */
function formEntries({ property, own, schema, media, root }: FormProperty): readonly RequestEntry[] | undefined {
  const isScalar = (one: JsonValue | undefined) =>
    isJsonObject(one) && one.anyOf === undefined && schemaTypes(one).every((type) => type !== "array" && type !== "object");
  if (isScalar(schema)) return [valueEntry(property, [own])];
  const encoding = followReference(isJsonObject(media.encoding) ? media.encoding[property] : undefined, root) ?? {};
  if (schemaTypes(schema).includes("array")) {
    if (!isScalar(schema.items ?? {})) return undefined;
    if (encoding.explode !== false) return [listEntry(property, own)];
    const value = valueEntry(property, [own]);
    const separator = separators[String(encoding.style)] ?? ",";
    return [{ ...value, template: `{{join ${writtenName(own)} "${separator}"}}`, separator }];
  }
  const inner = Object.entries(isJsonObject(schema.properties) ? schema.properties : {});
  if (inner.length === 0 || !inner.every(([, value]) => isScalar(value))) return undefined;
  return inner.map(([key]) => valueEntry(`${property}[${key}]`, [own, key]));
}

/** A form is made of texts, whose templates need a type. */
const describable = (schema: JsonObject, kind: ConvertedBody["kind"]): JsonObject =>
  kind === "form" && schemaTypes(schema).length === 0 && schema.enum === undefined && schema.const === undefined
    ? { type: "string", ...schema }
    : schema;
