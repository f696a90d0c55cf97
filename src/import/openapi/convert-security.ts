import { isJsonObject, type JsonObject, type JsonValue } from "../../runtime/json/json-value.js";
import { shortenText } from "../shorten-text.js";
import { nameSecret } from "./find-credentials.js";
import { entriesIn, nonEmptyText } from "./follow-reference.js";

/** The secrets that an operation needs, and the headers and entries of the query that send them. */
export interface Security {
  /** Descriptions, by the names of environment variables. */
  readonly secrets: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  /** Entries of the query that send secrets. */
  readonly query: Readonly<Record<string, string>>;
}

const none: Security = { secrets: {}, headers: {}, query: {} };

interface SecurityContext {
  readonly root: JsonObject;
  /** Begins the names of the secrets. */
  readonly group: string;
  /** A secret that every request sends as a bearer token, for documents that declare no scheme. */
  readonly bearer: string | undefined;
}

/** Returns the first way of signing in that a request can express; a text says why there is none. */
export function convertSecurity(operation: JsonObject, { root, group, bearer }: SecurityContext): Security | string {
  const given = operation.security ?? root.security;
  const alternatives = (Array.isArray(given) ? given : []).filter(isJsonObject);
  if (bearer !== undefined && (alternatives.length === 0 || alternatives.every((one) => Object.keys(one).length === 0)))
    return bearerSecurity(bearer);
  if (alternatives.length === 0) return none;
  const schemes = new Map(entriesIn(isJsonObject(root.components) ? root.components.securitySchemes : undefined, root));
  const ways = alternatives.map((alternative) => {
    const parts = Object.keys(alternative).map((name) => securityOf(name, schemes.get(name), group));
    return parts.find((part) => typeof part === "string") ?? mergeSecurity(parts as readonly Security[]);
  });
  const usable = ways.filter((way) => typeof way !== "string");
  // Servers log addresses, so a key in a header is better.
  const inHeaders = usable.find(({ query }) => Object.keys(query).length === 0);
  return inHeaders ?? usable[0] ?? ways[0] ?? "it has no known way of signing in";
}

const bearerSecurity = (name: string): Security => ({
  ...none,
  secrets: { [name]: "Token that is sent as a bearer token." },
  headers: { Authorization: `Bearer {{@secret.${name}}}` },
});

function securityOf(name: string, scheme: JsonObject | undefined, group: string): Security | string {
  if (scheme === undefined) return `its security scheme '${name}' isn't declared`;
  const secret = nameSecret(group, name);
  const own = nonEmptyText(scheme.description);
  const described = (otherwise: string) => (own === undefined ? otherwise : shortenText(own, 200));
  const header = (key: string, prefix: string, otherwise: string): Security => ({
    ...none,
    secrets: { [secret]: described(otherwise) },
    headers: { [key]: `${prefix}{{@secret.${secret}}}` },
  });
  const { type, in: location, name: key } = scheme;
  if (type === "apiKey" && typeof key === "string") {
    if (location === "header") return header(key, "", `Key that is sent as ${key}.`);
    if (location === "cookie" && /^[\w.-]+$/.test(key)) return header("Cookie", `${key}=`, `Value of the cookie ${key}.`);
    if (location === "query")
      return {
        ...none,
        secrets: { [secret]: described(`Key that is sent as ${key} in the address.`) },
        query: { [key]: `{{@secret.${secret}}}` },
      };
    return `its key is sent in the ${String(location)}`;
  }
  const style = String(scheme.scheme ?? "").toLowerCase();
  if (type === "http" && style === "basic") {
    const description = "User name and password as Base64: the output of `printf '%s' 'user:password' | base64`.";
    return { ...none, secrets: { [secret]: description }, headers: { Authorization: `Basic {{@secret.${secret}}}` } };
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

function mergeSecurity(parts: readonly Security[]): Security | string {
  const headers = parts.flatMap((part) => Object.entries(part.headers));
  const names = headers.map(([name]: readonly [string, JsonValue]) => name.toLowerCase());
  if (new Set(names).size < names.length) return "it needs two secrets in one header";
  const joined = (key: "secrets" | "query") => Object.assign({}, ...parts.map((part) => part[key]));
  return { secrets: joined("secrets"), headers: Object.fromEntries(headers), query: joined("query") };
}
