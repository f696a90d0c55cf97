import { isJsonObject, type JsonObject, type JsonValue } from "../../runtime/json/json-value.js";
import { shortenText } from "../shorten-text.js";
import { wordsIn } from "../words-in.js";
import { entriesIn, nonEmptyText } from "./follow-reference.js";

/** The secrets that an operation needs, and the headers that send them. */
export interface Security {
  /** Descriptions, by the names of environment variables. */
  readonly secrets: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
}

const none: Security = { secrets: {}, headers: {} };

interface SecurityContext {
  readonly root: JsonObject;
  /** Begins the names of the secrets. */
  readonly group: string;
  /** A secret that every request sends as a bearer token, for documents that declare no scheme. */
  readonly bearer: string | undefined;
}

/** Returns the first way of signing in that headers can express; a text says why there is none. */
export function convertSecurity(operation: JsonObject, { root, group, bearer }: SecurityContext): Security | string {
  const given = operation.security ?? root.security;
  const alternatives = (Array.isArray(given) ? given : []).filter(isJsonObject);
  if (bearer !== undefined && (alternatives.length === 0 || alternatives.every((one) => Object.keys(one).length === 0)))
    return bearerSecurity(bearer);
  if (alternatives.length === 0) return none;
  const schemes = new Map(entriesIn(isJsonObject(root.components) ? root.components.securitySchemes : undefined, root));
  const problems: string[] = [];
  for (const alternative of alternatives) {
    const parts = Object.keys(alternative).map((name) => securityOf(name, schemes.get(name), group));
    const problem = parts.find((part) => typeof part === "string");
    if (problem === undefined) return mergeSecurity(parts as readonly Security[]);
    problems.push(problem);
  }
  return problems[0] ?? "it has no known way of signing in";
}

const bearerSecurity = (name: string): Security => ({
  secrets: { [name]: "Token that is sent as a bearer token." },
  headers: { Authorization: `Bearer {{@secret.${name}}}` },
});

function securityOf(name: string, scheme: JsonObject | undefined, group: string): Security | string {
  if (scheme === undefined) return `its security scheme '${name}' isn't declared`;
  const secret = secretName(group, name);
  const own = nonEmptyText(scheme.description);
  const described = (otherwise: string) => (own === undefined ? otherwise : shortenText(own, 200));
  const header = (key: string, prefix: string, otherwise: string): Security => ({
    secrets: { [secret]: described(otherwise) },
    headers: { [key]: `${prefix}{{@secret.${secret}}}` },
  });
  const { type, in: location, name: key } = scheme;
  if (type === "apiKey" && typeof key === "string") {
    if (location === "header") return header(key, "", `Key that is sent as ${key}.`);
    if (location === "cookie" && /^[\w.-]+$/.test(key)) return header("Cookie", `${key}=`, `Value of the cookie ${key}.`);
    return `its key is sent in the ${String(location)}, where secrets would be logged`;
  }
  const style = String(scheme.scheme ?? "").toLowerCase();
  if (type === "http" && style === "basic") {
    const description = "User name and password as Base64: the output of `printf '%s' 'user:password' | base64`.";
    return { secrets: { [secret]: description }, headers: { Authorization: `Basic {{@secret.${secret}}}` } };
  }
  if (type === "http" && style === "bearer") return header("Authorization", "Bearer ", "Token that is sent as a bearer token.");
  if (type === "oauth2" || type === "openIdConnect") {
    return header("Authorization", "Bearer ", "Access token that is sent as a bearer token.");
  }
  return `its security scheme '${name}' is ${[type, scheme.scheme]
    .filter((one) => one !== undefined)
    .map(String)
    .join(" ")}`;
}

/** `petstore` and `api_key` give `PETSTORE_API_KEY`. */
function secretName(group: string, scheme: string): string {
  const words = [...wordsIn(group), ...wordsIn(scheme).filter((word) => !wordsIn(group).includes(word))];
  const name = words.join("_").toUpperCase();
  return /^[A-Z_]/.test(name) ? name : `_${name}`;
}

function mergeSecurity(parts: readonly Security[]): Security | string {
  const headers = parts.flatMap((part) => Object.entries(part.headers));
  const names = headers.map(([name]: readonly [string, JsonValue]) => name.toLowerCase());
  if (new Set(names).size < names.length) return "it needs two secrets in one header";
  return { secrets: Object.assign({}, ...parts.map(({ secrets }) => secrets)), headers: Object.fromEntries(headers) };
}
