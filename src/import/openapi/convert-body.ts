import { isJsonObject, type JsonObject, type JsonValue } from "../../contract/json-value.js";
import { danglingReference, followReference, notThere } from "../openapi-document.js";
import { alternativesOf, convertSchema, isNeeded, requiredNames, type SchemaConversion, takeProblem } from "../schema/convert-schema.js";
import { firstExample } from "../schema/make-value.js";
import { lostParts, mergeParts, schemaTypes } from "../schema/value-keywords.js";
import { formProperty, isBinary, isOfFiles, multipartProperty, withoutNull } from "./body-fields.js";
import {
  anyKey,
  claimName,
  isReadAsMap,
  isScalar,
  mapEntry,
  type RequestEntry,
  secretParameter,
  type ToolParameter,
  valueEntry,
  withTextValues,
} from "./tool-parameter.js";

/** A request's body: the parameters that fill it, and its templates. */
export interface ConvertedBody {
  readonly kind: "json" | "form" | "text" | "multipart" | "file";
  readonly parameters: readonly ToolParameter[];
  /** The fields of the body. One may be the whole body. */
  readonly entries: readonly RequestEntry[];
  /** The media type, if it isn't what the kind of body has by itself. */
  readonly mediaType: string | undefined;
}

const kinds: readonly (readonly [kind: ConvertedBody["kind"], mediaType: RegExp])[] = [
  ["json", /^application\/json(?=\s*(?:;|$))/i],
  ["json", /^application\/[\w.+-]*\+json(?=\s*(?:;|$))/i],
  ["form", /^application\/x-www-form-urlencoded\b/i],
  ["text", /^text\/(?:plain|markdown)\b/i],
  ["json", /^(?:\*\/\*|application\/\*)$/],
  ["text", /^text\/[\w.+-]+/i],
  [
    "text",
    /^application\/(?:[\w.+-]*\+)?(?:xml|yaml|x-yaml|graphql|(?:x-)?(?:ndjson|jsonl|jsonlines|json-lines)|json-seq|javascript|sql|toml|csv)\b/i,
  ],
  ["multipart", /^multipart\/form-data\b/i],
  ["file", /^(?!multipart\/|text\/)[\w.+-]+\/(?:[\w.+-]+|\*)/i],
];

/** A form with files is sent in parts, if the document allows both. */
function isUsable(kind: ConvertedBody["kind"], media: JsonObject, root: JsonObject): boolean {
  const schema = withoutNull(mergeParts(followReference(media.schema, root) ?? {}, root), root);
  if (kind === "file") return Object.keys(schema).length === 0 || schemaTypes(schema).includes("string") || isBinary(schema);
  const hasFile = Object.values(isJsonObject(schema.properties) ? schema.properties : {}).some((one) =>
    isBinary(withoutNull(followReference(one, root) ?? {}, root)),
  );
  return kind !== "form" || !hasFile;
}

/**
 * Converts the body of an operation; `undefined` if it has none, a text if `http` can't send it. The properties of an
 * object become parameters of the tool. Any other body is one parameter, `body`.
 */
export function convertBody(operation: JsonObject, taken: Set<string>, state: SchemaConversion): ConvertedBody | undefined | string {
  const request = followReference(operation.requestBody, state.root);
  const lost = danglingReference(operation.requestBody, state.root);
  if (lost !== undefined) return `of its body, ${notThere(lost)}`;
  if (request === undefined) return undefined;
  const contents = Object.entries(isJsonObject(request.content) ? request.content : {});
  const found = kinds.flatMap(([kind, pattern]) => {
    const usable = contents.map(([name, value]) => ({ kind, name, media: followReference(value, state.root) ?? {} }));
    return usable.filter(({ name, media }) => pattern.test(name) && isUsable(kind, media, state.root));
  })[0];
  if (found === undefined) {
    const types = contents.map(([name]) => name).join(", ");
    return contents.length > 0 ? `its body is ${types}` : undefined;
  }
  const { kind, name, media } = found;
  const usual = usualTypes[kind];
  const mediaType = name !== usual && !name.includes("*") && kind !== "multipart" && kind !== "form" ? name : undefined;
  const whole = mergeParts(followReference(media.schema, state.root) ?? {}, state.root);
  // OpenAPI's default is false, but most authors who leave the key out mean a body that must be sent.
  const isOptional = request.required === false;
  const example = firstExample(media, state.root) ?? firstExample(whole, state.root);
  const isFlat =
    alternativesOf(whole, media.schema, state.root).every((list) => list.every(isRestriction)) &&
    isPlainObject(whole, kind) &&
    kind !== "text" &&
    kind !== "file";
  if (!isFlat) return wholeBody({ schema: media.schema, kind, mediaType, example, isOptional }, taken, state);
  if ([whole.oneOf, whole.anyOf].some((list) => Array.isArray(list) && list.length > 0))
    state.notes.push("Which properties of its body go together isn't checked here: the server does.");
  const required = requiredNames(whole);
  const properties = Object.entries(isJsonObject(whole.properties) ? whole.properties : {}).filter(([property, value]) =>
    isNeeded(value, required.includes(property), state.root),
  );
  for (const reason of lostParts(followReference(media.schema, state.root) ?? {}, state.root))
    state.notes.push(`the body lacks a part: ${reason}.`);
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
    const sent = withoutNull(described, state.root);
    const isFiles = kind === "multipart" && isOfFiles(sent, state.root);
    const schema = convertSchema(isFiles ? sent : value, state, `'${property}'`);
    const problem = takeProblem(state);
    if (problem !== undefined) {
      if (required.includes(property) && !isOptional) return problem;
      state.notes.push(`'${property}' is left out: ${problem}.`);
      continue;
    }
    const own = claimName(property, "body", taken);
    const isRequired = required.includes(property) && !isOptional;
    const given = { property, own, schema, given: sent, media, root: state.root };
    const converted =
      kind === "json"
        ? { schema, entries: [valueEntry(property, [own])] }
        : kind === "form"
          ? formProperty(given)
          : multipartProperty(given);
    const fields = converted?.entries;
    if (kind === "json" ? property === anyKey : fields?.some(isReadAsMap)) {
      if (isRequired) return `'${property}' of its body is sent under a name with '...'`;
      state.notes.push(`'${property}' is left out: it is sent under a name with '...'.`);
      continue;
    }
    if (converted === undefined || fields === undefined) {
      if (isRequired) return `'${property}' of its form has lists or objects in it, or a media type of its own`;
      state.notes.push(`'${property}' is left out: it has lists or objects in it, or a media type of its own.`);
      continue;
    }
    if (fields.some(({ key }) => entries.some((entry) => entry.key === key))) {
      if (isRequired) return `two fields of its form are called '${fields[0]?.key}'`;
      state.notes.push(`'${property}' is left out: another field of the form has its name.`);
      continue;
    }
    const shown = isJsonObject(example) ? example[property] : firstExample(followReference(value, state.root), state.root);
    const { schema: shownSchema, isFile } = converted;
    parameters.push({ name: own, schema: shownSchema, isRequired, example: isFile ? undefined : shown, ...(isFile && { isFile }) });
    entries.push(...fields);
  }
  const rest = restParameter(whole, { kind, taken, state, names: entries.map(({ key }) => key) });
  if (rest !== undefined) {
    parameters.push(rest);
    entries.push(mapEntry(anyKey, rest.name));
  }
  return { kind, parameters, entries, mediaType };
}

const usualTypes = {
  json: "application/json",
  form: "application/x-www-form-urlencoded",
  text: "text/plain",
  multipart: "multipart/form-data",
  file: "application/octet-stream",
} as const;

interface RestContext {
  readonly kind: ConvertedBody["kind"];
  readonly taken: Set<string>;
  readonly state: SchemaConversion;
  readonly names: readonly string[];
}

/** The parameter for further fields of a body that allows them. */
function restParameter(whole: JsonObject, { kind, taken, state, names }: RestContext): ToolParameter | undefined {
  const { additionalProperties: others } = whole;
  if (others !== true && !isJsonObject(others)) return undefined;
  const converted = convertSchema({ type: "object", additionalProperties: others }, state, "the body.*");
  if (takeProblem(state) !== undefined) return undefined;
  const open = kind === "json" ? converted : withTextValues(converted);
  const values = open.additionalProperties;
  if (kind !== "json" && isJsonObject(values) && !isScalar(values)) {
    state.notes.push("Further fields of its body are left out: they are lists or objects.");
    return undefined;
  }
  const schema: JsonObject = {
    type: "object",
    description: "Further fields of the body, by their names.",
    ...(names.length === 0 ? {} : { propertyNames: { not: { enum: names } } }),
    ...(values === undefined || values === true ? { additionalProperties: true } : { additionalProperties: values }),
  };
  return { name: claimName("further_fields", "body", taken), schema, isRequired: false, example: undefined };
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
  if (kind === "form" || kind === "multipart") return "its form has no fixed fields";
  if (kind === "file") return fileBody(mediaType, { isOptional, taken });
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
    entries: [{ ...valueEntry("", [name]), isWhole: true }],
    mediaType,
  };
}

function fileBody(
  mediaType: string | undefined,
  { isOptional, taken }: { readonly isOptional: boolean; readonly taken: Set<string> },
): ConvertedBody {
  const name = claimName("file", "body", taken);
  const description = `The file that is sent${mediaType === undefined ? "" : `, as ${mediaType}`}.`;
  return {
    kind: "file",
    parameters: [{ name, schema: { type: "string", description }, isRequired: !isOptional, example: undefined, isFile: true }],
    entries: [{ ...valueEntry("", [name]), isWhole: true }],
    mediaType,
  };
}

/**
 * An object with properties. One with alternatives is sent as one parameter, so that they stay together, and so is JSON
 * that has any keys.
 */
function isPlainObject(schema: JsonObject, kind: ConvertedBody["kind"]): boolean {
  const declared = Object.keys(isJsonObject(schema.properties) ? schema.properties : {});
  const isMap = schema.additionalProperties === true || isJsonObject(schema.additionalProperties);
  return schemaTypes(schema).includes("object") && (declared.length > 0 || (isMap && kind !== "json"));
}

/** Alternatives that only say which properties go together are left to the server. */
const isRestriction = (one: JsonValue) =>
  isJsonObject(one) && Object.keys(one).every((key) => ["required", "title", "not", "description"].includes(key));
