import { isJsonObject, type JsonObject, type JsonValue } from "../../contract/json-value.js";
import { wordsIn } from "../imported-tool.js";
import { describeSecret, type TakenCredential } from "../schema/find-credentials.js";
import { writtenName } from "../text/visible-text.js";

/** A parameter of the tool, and what the document shows as its value. */
export interface ToolParameter {
  readonly name: string;
  readonly schema: JsonObject;
  readonly isRequired: boolean;
  readonly example: JsonValue | undefined;
  /** A secret, which the model neither sees nor sends. */
  readonly secret?: TakenCredential;
}

/** A place of the request, the template that fills it, and the value that a call's arguments give it. */
export interface RequestEntry {
  readonly key: string;
  readonly template: string;
  valueOf(params: JsonObject): JsonValue | undefined;
  /** Joins the elements of a list to one text. Without it, each element has an entry of its own: `tag=a&tag=b`. */
  readonly separator?: string;
}

/** Returns the entry of a list whose elements are entries of their own. */
export const listEntry = (key: string, name: string): RequestEntry => ({
  key,
  template: `{{#each ${writtenName(name)}}}{{this}}{{/each}}`,
  valueOf: (params) => argumentAt(params, [name]),
});

export type Location = "path" | "query" | "header" | "cookie" | "body";

/**
 * Returns the tool's own name for a parameter, and takes it. Names that are no plain words are rewritten (`X-Trace`,
 * `filter[a]`), and of two parameters with one name the second begins with its location: `body_id`.
 */
export function claimName(original: string, location: Location, taken: Set<string>): string {
  const isPlain = /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/.test(original) && location !== "header" && original !== "__proto__";
  const words = wordsIn(original);
  const safeName = isPlain ? original : words.length === 0 ? "value" : words.join("_").slice(0, 56);
  const candidates = [safeName, `${location}_${safeName}`, ...Array.from({ length: taken.size + 1 }, (_, n) => `${safeName}_${n + 2}`)];
  const name = candidates.find((candidate) => !taken.has(candidate.toLowerCase())) ?? safeName;
  taken.add(name.toLowerCase());
  return name;
}

interface CredentialParameter {
  /** The name in the document. */
  readonly name: string;
  readonly described: JsonObject;
  readonly isRequired: boolean;
  readonly secretName: string;
  readonly where: string;
}

/** Returns a parameter that a secret fills, and its entry in the request. */
export function secretParameter({ name, described, isRequired, secretName, where }: CredentialParameter): {
  readonly parameter: ToolParameter;
  readonly entry: RequestEntry;
} {
  const secret = { secret: secretName, description: describeSecret(name, described, where), isRequired };
  return {
    parameter: { name, schema: {}, isRequired, example: undefined, secret },
    entry: { key: name, template: `{{@secret.${secretName}}}`, valueOf: () => "secret" },
  };
}

/** Returns the value at a path of keys in a call's arguments. */
export const argumentAt = (params: JsonObject, path: readonly string[]): JsonValue | undefined =>
  path.reduce<JsonValue | undefined>((at, key) => (isJsonObject(at) && Object.hasOwn(at, key) ? at[key] : undefined), params);
