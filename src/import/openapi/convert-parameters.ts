import { isJsonObject, type JsonObject } from "../../contract/json-value.js";
import { danglingIn, followReference, nonEmptyText, notThere, type Operation, objectsIn } from "../openapi-document.js";
import { requiredNames, type SchemaConversion, takeProblem } from "../schema/convert-schema.js";
import { mergeParts } from "../schema/value-keywords.js";
import { credentialName, describesCredential, isLinkToken, mentionsAuthentication } from "../text/credential-names.js";
import { convertParameter, type DocumentParameter, type LocatedParameter } from "./convert-parameter.js";
import { claimName, isReadAsMap, secretParameter } from "./tool-parameter.js";

interface ParameterContext {
  readonly taken: Set<string>;
  readonly state: SchemaConversion;
  /** The headers, the entries of the query and the cookies that a security scheme sends. */
  readonly sent: { readonly headers: readonly string[]; readonly query: readonly string[]; readonly cookie: readonly string[] };
}

/** Headers that follow from the body or from the answer. */
const otherHeaders = ["accept", "content-type"];
/** Headers that the connection sets. */
const connectionHeaders = [
  "host",
  "content-length",
  "transfer-encoding",
  "connection",
  "keep-alive",
  "upgrade",
  "expect",
  "te",
  "trailer",
  "cookie",
];

/** Converts parameters in the path, the query, headers and cookies; a text says why the operation can't be called. */
export function convertParameters(operation: Operation, context: ParameterContext): readonly LocatedParameter[] | string {
  const { state, taken } = context;
  const converted: LocatedParameter[] = [];
  for (const list of [operation.item.parameters, operation.body.parameters])
    for (const [, ref] of danglingIn(list, state.root)) state.notes.push(`One of its parameters is left out: ${notThere(ref)}.`);
  for (const given of declaredParameters(operation, state.root)) {
    const location = given.in;
    if (location === "header" && isSetOtherwise(given.name, context)) continue;
    if ((location === "query" || location === "cookie") && context.sent[location].includes(given.name)) continue;
    const isCookie = location === "cookie" && /^[\w.-]+$/.test(given.name);
    const isHeader = location === "header" && /^[\w!#$%&'*+.^`|~-]+$/.test(given.name);
    if (location !== "path" && location !== "query" && !isHeader && !isCookie) {
      const why = location === "header" ? "has a name that no header has" : `is in a ${location}`;
      if (given.isRequired) return `its parameter '${given.name}' ${why}`;
      state.notes.push(`'${given.name}' is left out: it ${why}.`);
      continue;
    }
    const described = describedBy(given, state.root);
    if (state.credentials?.isCredential(given.name, described)) {
      if (location === "path" && isSecretOfPath(given.name, described, operation.path))
        return `its parameter '${given.name}' is a secret in the path, which logs show; --keep ${given.name} lets the model send it`;
      if (location !== "path") {
        const secretName = state.credentials.secretName(given.name);
        const where = `as ${given.name}`;
        const { parameter, entry } = secretParameter({ name: given.name, described, isRequired: given.isRequired, secretName, where });
        converted.push({ parameter, entries: [entry], in: location, original: given.name });
        continue;
      }
    }
    const result = convertParameter(given, claimName(given.name, location, taken), state);
    const problem = takeProblem(state) ?? (typeof result === "string" ? result : nameProblem(given, result));
    if (typeof result !== "string" && problem === undefined) converted.push({ ...result, in: location, original: given.name });
    else if (given.isRequired) return problem ?? "";
    else state.notes.push(`'${given.name}' is left out: ${(problem ?? "").replace(`'${given.name}'`, "it")}.`);
  }
  return withDistinctKeys(converted, state.notes);
}

/**
 * Returns true if a credential opens what a path names. A reset or an invitation is found by its token, which the model
 * gets elsewhere, and so is a thing by its key: that one's standing in the paths says nothing.
 */
function isSecretOfPath(name: string, described: JsonObject, path: string): boolean {
  const description = nonEmptyText(described.description) ?? "";
  if (described.format === "password" || describesCredential(description)) return true;
  if (isLinkToken(name, { description, path })) return false;
  return credentialName(name) === "sure" || mentionsAuthentication(description);
}

/** In the names of a query, `...` stands for the keys of a map. */
const nameProblem = ({ name, in: location }: DocumentParameter, { entries }: Pick<LocatedParameter, "entries">): string | undefined =>
  location === "query" && entries.some(isReadAsMap) ? `'${name}' is sent under a name with '...'` : undefined;

/** The schema of a parameter with its description, as far as they say if it is a credential. */
function describedBy({ body }: DocumentParameter, root: JsonObject): JsonObject {
  const { schema, description } = body;
  const own = mergeParts(followReference(schema, root) ?? {}, root);
  return { ...own, ...(typeof description === "string" ? { description } : {}) };
}

function isSetOtherwise(name: string, { sent: { headers } }: ParameterContext): boolean {
  const own = name.toLowerCase();
  return [...otherHeaders, ...connectionHeaders, ...headers.map((header) => header.toLowerCase())].includes(own);
}

/** The operation's own parameters replace those of its path. A variable of the path without one is text. */
function declaredParameters({ body, item, path }: Operation, root: JsonObject): readonly DocumentParameter[] {
  const declared = new Map<string, DocumentParameter>();
  for (const one of [...objectsIn(item.parameters, root), ...objectsIn(body.parameters, root)]) {
    const { name, in: location, required } = one;
    if (typeof name !== "string" || typeof location !== "string") continue;
    if (location === "path" && !path.includes(`{${name}}`)) continue;
    const fields = location === "querystring" ? queryFields(one, root) : undefined;
    for (const field of fields ?? []) declared.set(`query ${field.name}`, field);
    if (fields !== undefined) continue;
    declared.set(`${location} ${name}`, { name, in: location, isRequired: required === true || location === "path", body: one });
  }
  const variables = [...path.matchAll(/\{([^{}]+)\}/g)].map(([, name = ""]) => name);
  const missing = variables.filter((name) => !declared.has(`path ${name}`));
  const added = missing.map((name) => ({ name, in: "path", isRequired: true, body: { schema: { type: "string" } } }));
  return [...added, ...declared.values()];
}

/** The whole query of OpenAPI 3.2 as the entries that a form has; `undefined` if it isn't one. */
function queryFields({ content, required }: JsonObject, root: JsonObject): readonly DocumentParameter[] | undefined {
  const form = isJsonObject(content) ? followReference(content["application/x-www-form-urlencoded"], root) : undefined;
  const schema = mergeParts(followReference(form?.schema, root) ?? {}, root);
  if (!isJsonObject(schema.properties)) return undefined;
  const needed = required === true ? requiredNames(schema) : [];
  return Object.entries(schema.properties).map(([name, value]) => ({
    name,
    in: "query",
    isRequired: needed.includes(name),
    body: { schema: value },
  }));
}

/**
 * Returns the parameters without those that are sent under the key of another, which a request has once: `status` and a
 * property of an exploded object. An optional one is left out with a note; a text says that two required ones collide.
 */
function withDistinctKeys(parameters: readonly LocatedParameter[], notes: string[]): readonly LocatedParameter[] | string {
  const owners = new Map<string, LocatedParameter>();
  const omitted = new Set<LocatedParameter>();
  for (const one of [...parameters].sort((a, b) => Number(b.parameter.isRequired) - Number(a.parameter.isRequired))) {
    const keys = keysOf(one);
    const shared = keys.find((key) => owners.has(key));
    const owner = shared === undefined ? undefined : owners.get(shared);
    if (owner === undefined) for (const key of keys) owners.set(key, one);
    else if (one.parameter.isRequired) return `its parameters '${owner.original}' and '${one.original}' are sent under one name`;
    else {
      omitted.add(one);
      notes.push(`'${one.original}' is left out: it is sent under the same name as '${owner.original}'.`);
    }
  }
  return parameters.filter((one) => !omitted.has(one));
}

/** The keys that a parameter fills. Those of headers are the same in small letters. */
const keysOf = ({ in: location, entries }: LocatedParameter) =>
  entries.map(({ key }) => `${location} ${location === "header" ? key.toLowerCase() : key}`);
