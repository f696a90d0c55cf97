import { isJsonObject, type JsonObject, type JsonValue } from "../../contract/json-value.js";
import { wordsIn } from "../imported-tool.js";
import { entriesIn, followReference, nonEmptyText, type Operation, objectsIn } from "../openapi-document.js";
import { credentialName, describesCredential, describesPaging, mentionsAuthentication } from "../text/credential-names.js";
import { shortenText } from "../text/visible-text.js";
import { mergeParts, schemaTypes } from "./value-keywords.js";

/** Decides which parameters of a document are credentials, and names the secrets that send them. */
export interface Credentials {
  /** Returns true for the value of a parameter or property that no model may see. */
  isCredential(name: string, described: JsonObject): boolean;
  /** The environment variable for a credential. */
  secretName(name: string): string;
}

interface CredentialContext {
  readonly root: JsonObject;
  /** Begins the names of secrets. */
  readonly group: string;
  /** Names that the user leaves to the model. */
  readonly keep: readonly string[];
}

/** So many operations, and more than half of all, have a parameter that stands in most of them. */
const fewestStanding = 3;

/** Finds the credentials of a document that are declared as ordinary parameters. */
export function findCredentials(operations: readonly Operation[], { root, group, keep }: CredentialContext): Credentials {
  const counts = new Map<string, number>();
  for (const operation of operations)
    for (const name of new Set(doubtfulNames(operation, root))) counts.set(name, (counts.get(name) ?? 0) + 1);
  const stands = (name: string) => (counts.get(name) ?? 0) >= Math.max(fewestStanding, operations.length / 2);
  return {
    isCredential: (name, described) => {
      if (keep.includes(name) || !isFreeText(described)) return false;
      const description = nonEmptyText(described.description) ?? "";
      if (described.format === "password" || describesCredential(description)) return true;
      if (/token$/i.test(name) && describesPaging(description)) return false;
      const verdict = credentialName(name);
      return verdict === "sure" || (verdict === "maybe" && (mentionsAuthentication(description) || (stands(name) && !isAccount(name))));
    },
    secretName: (name) => nameSecret(group, name),
  };
}

/** The name of a user isn't a secret, unless its description says so. */
const isAccount = (name: string) => /user|login/i.test(name);

/** Numbers, switches, fixed words and structures aren't credentials. */
function isFreeText(schema: JsonObject): boolean {
  const types = schemaTypes(schema).filter((type) => type !== "null");
  const isChoice = schema.enum !== undefined || schema.const !== undefined;
  return (
    !isChoice && (types.length === 0 ? schema.oneOf === undefined && schema.anyOf === undefined : types.every((type) => type === "string"))
  );
}

/** The names of an operation's parameters and of its body's properties that may be credentials. */
function doubtfulNames({ item, body }: Operation, root: JsonObject): readonly string[] {
  const parameters = [...objectsIn(item.parameters, root), ...objectsIn(body.parameters, root)].map(({ name }) => name);
  const contents = followReference(body.requestBody, root)?.content;
  const media = Object.values(isJsonObject(contents) ? contents : {})[0];
  const schema = followReference(followReference(media as JsonValue | undefined, root)?.schema, root);
  const properties = schema === undefined ? undefined : mergeParts(schema, root).properties;
  return [...parameters, ...Object.keys(isJsonObject(properties) ? properties : {})].filter(
    (name): name is string => typeof name === "string" && credentialName(name) === "maybe",
  );
}

/** `petstore` and `api_key` give `PETSTORE_API_KEY`. */
function nameSecret(group: string, own: string): string {
  const words = [...wordsIn(group), ...wordsIn(own).filter((word) => !wordsIn(group).includes(word))];
  const name = words.join("_").toUpperCase();
  return /^[A-Z_]/.test(name) ? name : `_${name}`;
}

/** A credential that an operation sends in an ordinary parameter. */
export interface TakenCredential {
  readonly secret: string;
  readonly description: string;
  readonly isRequired: boolean;
}

/** Returns the description of a secret for the people who set it. */
export const describeSecret = (name: string, described: JsonObject, where: string): string => {
  const own = nonEmptyText(described.description);
  return own === undefined ? `Value of ${name}, which is sent ${where}.` : shortenText(own, 200);
};

/** The secrets that an operation needs, and the headers and entries of the query that send them. */
export interface Security {
  /** The server answers without them, too. */
  readonly isOptional?: true;
  /** Descriptions, by the names of environment variables. */
  readonly secrets: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  /** Entries of the query that send secrets. */
  readonly query: Readonly<Record<string, string>>;
  readonly cookies: Readonly<Record<string, string>>;
}

const none: Security = { secrets: {}, headers: {}, query: {}, cookies: {} };

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
  const signing = usable.filter(({ secrets }) => Object.keys(secrets).length > 0);
  const chosen = signing.find(({ query }) => Object.keys(query).length === 0) ?? signing[0];
  if (chosen !== undefined) return usable.length > signing.length ? asOptional(chosen) : chosen;
  return usable[0] ?? ways[0] ?? "it has no known way of signing in";
}

/** A word before a secret, such as `Bearer`, isn't sent without it. */
const asOptional = (security: Security): Security => ({
  ...security,
  isOptional: true,
  headers: Object.fromEntries(
    Object.entries(security.headers).map(([key, text]) => [
      key,
      text.replace(/^[A-Z][a-z]+ \{\{(@secret\.\w+)\}\}$/, (all, secret: string) => `{{#if ${secret}}}${all}{{/if}}`),
    ]),
  ),
});

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
    if (location === "cookie" && /^[\w.-]+$/.test(key))
      return {
        ...none,
        secrets: { [secret]: described(`Value of the cookie ${key}.`) },
        cookies: { [key]: `{{@secret.${secret}}}` },
      };
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
  const joined = (key: "secrets" | "query" | "cookies") => Object.assign({}, ...parts.map((part) => part[key]));
  return { secrets: joined("secrets"), headers: Object.fromEntries(headers), query: joined("query"), cookies: joined("cookies") };
}
