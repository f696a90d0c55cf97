import { isJsonObject, type JsonObject, type JsonValue } from "../../json/json-value.js";

/** A parameter that a call repeats in a header, for what is between the client and the server (`x-mcp-header`). */
export interface HeaderParameter {
  readonly header: string;
  /** The keys that lead to its value in the arguments. */
  readonly path: readonly string[];
}

const keyword = "x-mcp-header";

/** A token of RFC 9110, as in a header's name. */
const token = /^[!#$%&'*+.^_`|~\w-]+$/;

const types: ReadonlySet<unknown> = new Set(["string", "integer", "boolean"]);

/**
 * Returns the parameters of a schema that are headers too, or what is wrong with one: the protocol doesn't allow to
 * call such a tool. A header belongs to a parameter, or a property of one, that has one simple type.
 */
export function headerParameters(schema: JsonObject): readonly HeaderParameter[] | string {
  if (!JSON.stringify(schema).includes(`"${keyword}"`)) return [];
  const found: HeaderParameter[] = [];
  const names = new Set<string>();
  /** Visits a schema. `path` is absent where its values aren't parameters. */
  const problemIn = (node: JsonValue, path: readonly string[] | undefined): string | undefined => {
    if (Array.isArray(node)) return firstProblem(node.map((item) => () => problemIn(item, undefined)));
    if (!isJsonObject(node)) return undefined;
    const { [keyword]: header, properties, type } = node;
    if (header !== undefined) {
      if (path === undefined || path.length === 0) return `${keyword} is not at a parameter`;
      if (typeof header !== "string" || !token.test(header)) return `${keyword} is not a header's name`;
      if (!types.has(type)) return `${keyword} is at a parameter that is not a string, an integer or a boolean`;
      if (names.has(header.toLowerCase())) return `two parameters have the same ${keyword}`;
      names.add(header.toLowerCase());
      found.push({ header, path });
    }
    const nested = isJsonObject(properties) ? Object.entries(properties) : [];
    const others = Object.entries(node).filter(([key]) => key !== keyword && key !== "properties" && !values.has(key));
    return firstProblem([
      ...nested.map(
        ([name, child]) =>
          () =>
            problemIn(child, path && [...path, name]),
      ),
      ...others.map(
        ([key, child]) =>
          () =>
            problemIn(maps.has(key) && isJsonObject(child) ? Object.values(child) : child, undefined),
      ),
    ]);
  };
  return problemIn(schema, []) ?? found;
}

/** Keywords whose values are data, which may have any keys. */
const values: ReadonlySet<string> = new Set(["const", "default", "enum", "examples"]);

/** Keywords whose values are schemas by name. */
const maps: ReadonlySet<string> = new Set(["$defs", "definitions", "dependentSchemas", "patternProperties"]);

function firstProblem(visits: readonly (() => string | undefined)[]): string | undefined {
  for (const visit of visits) {
    const problem = visit();
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** Returns the headers of a call. A parameter without a value has none. */
export function parameterHeaders(parameters: readonly HeaderParameter[], args: JsonObject): Readonly<Record<string, string>> {
  const headers = parameters.flatMap(({ header, path }) => {
    const value = path.reduce<JsonValue | undefined>(
      (node, key) => (isJsonObject(node) && Object.hasOwn(node, key) ? node[key] : undefined),
      args,
    );
    const text = typeof value === "string" || typeof value === "boolean" || Number.isSafeInteger(value) ? String(value) : undefined;
    return text === undefined ? [] : [[`Mcp-Param-${header}`, encoded(text)] as const];
  });
  return Object.fromEntries(headers);
}

/** Text that a header can't have as it is, or that looks encoded, is sent in Base64. */
const encoded = (text: string): string =>
  /^[\x21-\x7e](?:[\t\x20-\x7e]*[\x21-\x7e])?$/.test(text) && !/^=\?base64\?.*\?=$/.test(text)
    ? text
    : `=?base64?${Buffer.from(text).toString("base64")}?=`;
