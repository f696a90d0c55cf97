import type { JsonObject } from "../../runtime/json/json-value.js";
import { convertParameter, type DocumentParameter, type LocatedParameter } from "./convert-parameter.js";
import type { SchemaConversion } from "./convert-schema.js";
import { withDistinctKeys } from "./distinct-keys.js";
import { objectsIn } from "./follow-reference.js";
import type { Operation } from "./operation.js";
import { claimName } from "./tool-parameter.js";

interface ParameterContext {
  readonly taken: Set<string>;
  readonly state: SchemaConversion;
  /** Headers that send a secret. */
  readonly secretHeaders: readonly string[];
}

/** Headers that follow from the body, from the answer or from the secret. */
const otherHeaders = ["accept", "content-type", "authorization"];
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

/** Converts the parameters in the path, the query and the headers; a text says why the operation can't be called. */
export function convertParameters(operation: Operation, context: ParameterContext): readonly LocatedParameter[] | string {
  const { state, taken } = context;
  const converted: LocatedParameter[] = [];
  for (const given of declaredParameters(operation, state.root)) {
    const location = given.in;
    if (location === "header" && isSetOtherwise(given.name, context)) continue;
    if (location !== "path" && location !== "query" && location !== "header") {
      if (given.isRequired) return `its parameter '${given.name}' is in a ${location}`;
      state.notes.push(`'${given.name}' is left out: it is in a ${location}.`);
      continue;
    }
    const result = convertParameter(given, claimName(given.name, location, taken), state);
    if (typeof result !== "string") converted.push({ ...result, in: location, original: given.name });
    else if (given.isRequired) return result;
    else state.notes.push(`'${given.name}' is left out: ${result.replace(`'${given.name}'`, "it")}.`);
  }
  return withDistinctKeys(converted, state.notes);
}

function isSetOtherwise(name: string, { secretHeaders }: ParameterContext): boolean {
  const own = name.toLowerCase();
  return [...otherHeaders, ...connectionHeaders, ...secretHeaders.map((header) => header.toLowerCase())].includes(own);
}

/** The operation's own parameters replace those of its path. A variable of the path without one is text. */
function declaredParameters({ body, item, path }: Operation, root: JsonObject): readonly DocumentParameter[] {
  const declared = new Map<string, DocumentParameter>();
  for (const one of [...objectsIn(item.parameters, root), ...objectsIn(body.parameters, root)]) {
    const { name, in: location, required } = one;
    if (typeof name !== "string" || typeof location !== "string") continue;
    if (location === "path" && !path.includes(`{${name}}`)) continue;
    declared.set(`${location} ${name}`, { name, in: location, isRequired: required === true || location === "path", body: one });
  }
  const variables = [...path.matchAll(/\{([^{}]+)\}/g)].map(([, name = ""]) => name);
  const missing = variables.filter((name) => !declared.has(`path ${name}`));
  const added = missing.map((name) => ({ name, in: "path", isRequired: true, body: { schema: { type: "string" } } }));
  return [...added, ...declared.values()];
}
