import { isJsonObject, type JsonObject, type JsonValue } from "../../runtime/json/json-value.js";
import { credentialName, describesCredential, describesPaging, mentionsAuthentication } from "../credential-names.js";
import { shortenText } from "../shorten-text.js";
import { wordsIn } from "../words-in.js";
import { followReference, nonEmptyText, objectsIn } from "./follow-reference.js";
import { mergeParts } from "./merge-parts.js";
import type { Operation } from "./operation.js";
import { schemaTypes } from "./value-keywords.js";

/** Decides which parameters of a document are credentials, and names the secrets that send them. */
export interface Credentials {
  /** Returns true for the value of a parameter or property that no model may see. */
  isCredential(name: string, described: JsonObject): boolean;
  /** The environment variable for a credential. */
  secretName(name: string): string;
}

export interface CredentialContext {
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
export function nameSecret(group: string, own: string): string {
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
