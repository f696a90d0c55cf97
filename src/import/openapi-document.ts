import { $RefParser } from "@apidevtools/json-schema-ref-parser";
import { resolveRef } from "../contract/json-schema.js";
import { parseJson, stripComments } from "../contract/json-text.js";
import { isJsonObject, isNestedDeeper, type JsonObject, type JsonValue } from "../contract/json-value.js";
import { failed, findYamlMistake, found, type ImportOutcome, type LeftOut, readYamlText } from "./imported-tool.js";
import { shortenText } from "./text/visible-text.js";

/** The limits of a document. */
export const documentLimits = { operations: 20_000, levels: 500 } as const;

/** Reads JSON or YAML. The problem is a sentence about the file. */
export function readData(text: string, name: string): ImportOutcome<JsonObject> {
  const isJson = /^\s*(?:\{|\/[/*])/.test(text);
  const read = (isJson ? (parseJson(text) ?? parseJson(stripComments(text))) : undefined) ?? readYamlText(text);
  // Half of a surrogate pair can't be sent, nor written to a file.
  const data = /\\u[dD][89a-fA-F]/.test(text) && read !== undefined ? wellFormed(read) : read;
  if (data === undefined && isGraphqlSchema(text))
    return failed(`'${name}' is a GraphQL schema, and not OpenAPI. A tool that sends a query is written by hand: docs/spec.md.`);
  if (data === undefined) return failed(`'${name}' is neither valid JSON nor valid YAML${findYamlMistake(text)}.`);
  if (isJsonObject(data) && isNestedDeeper(data, documentLimits.levels))
    return failed(`'${name}' is nested more than ${documentLimits.levels} levels deep.`);
  return isJsonObject(data) ? found(data) : failed(`'${name}' is not an OpenAPI document: it is not an object.`);
}

/** Skips what precedes the first keyword part by part: one pattern for all of it would take exponential time. */
export function isGraphqlSchema(text: string): boolean {
  const skipped = /\s+|#[^\n]*|"""[\s\S]*?"""/y;
  let start = 0;
  while (skipped.test(text)) start = skipped.lastIndex;
  const keyword = /(?:extend|scalar|directive|schema|type|interface|enum|input|union) /y;
  keyword.lastIndex = start;
  return keyword.test(text) && text.includes("{", keyword.lastIndex);
}

function wellFormed(data: unknown): JsonValue {
  return JSON.parse(JSON.stringify(data), (_key, value) => (typeof value === "string" ? value.toWellFormed() : value));
}

/** Returns the text of a file that a document refers to, or rejects with an `Error` whose message says why not. */
type ReadReferred = (url: string) => Promise<string>;

/**
 * Returns a document with the content of the other files that it refers to, so that each `$ref` leads to a place inside
 * it. `url` is the document's own.
 */
export async function bundleDocument(root: JsonObject, url: string, read: ReadReferred): Promise<ImportOutcome<JsonObject>> {
  if (!hasExternalReference(root)) return found(root);
  let refusal: string | undefined;
  const readOnce = async (target: string) => {
    try {
      return await read(target);
    } catch (error) {
      // The library's own message names the file, but not the reason.
      refusal ??= messageOf(error);
      throw error;
    }
  };
  try {
    const bundled = await new $RefParser().bundle(url, structuredClone(root) as object, {
      resolve: {
        file: false,
        http: false,
        own: { order: 1, canRead: () => true, read: ({ url: target }: { readonly url: string }) => readOnce(target) },
      },
      parse: { json: false, yaml: false, text: false, binary: false, own: { order: 1, canParse: true, parse: parseReferred } },
    });
    return found(bundled as JsonObject);
  } catch (error) {
    return failed(`A reference of the document can't be followed: ${refusal ?? messageOf(error)}.`);
  }
}

function parseReferred({ url, data }: { readonly url: string; readonly data: unknown }): JsonObject {
  const result = readData(String(data), url);
  if (!result.ok) throw new Error(result.problem);
  return result.value;
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error)).replace(/\.?\n[\s\S]*|\.$/, "");

/** Returns true if a document has a `$ref` that leads to another file. A stack, because documents may be deep. */
function hasExternalReference(root: JsonObject): boolean {
  const pending: unknown[] = [root];
  for (let value = pending.pop(); value !== undefined; value = pending.pop()) {
    if (typeof value !== "object" || value === null) continue;
    const { $ref } = value as { readonly $ref?: unknown };
    if (typeof $ref === "string" && !$ref.startsWith("#")) return true;
    for (const member of Object.values(value)) if (typeof member === "object" && member !== null) pending.push(member);
  }
  return false;
}

/** The methods whose operations become tools. */
export const methods = ["get", "head", "post", "put", "patch", "delete", "options"] as const;
/** The methods of OpenAPI that `http` doesn't send. */
const otherMethods = ["trace", "query"] as const;

export type Method = Uppercase<(typeof methods)[number]>;

/** An operation of a document: a method on a path. */
export interface Operation {
  readonly method: Method;
  readonly path: string;
  /** `GET /pets/{id}` */
  readonly origin: string;
  readonly id: string | undefined;
  readonly tags: readonly string[];
  readonly isDeprecated: boolean;
  /** The operation as the document has it. */
  readonly body: JsonObject;
  /** The path's item: parameters and servers that its operations share. */
  readonly item: JsonObject;
}

interface FoundOperations {
  readonly operations: readonly Operation[];
  /** Other methods, and references that lead nowhere: no tool can be made of these. */
  readonly unsupported: readonly LeftOut[];
}

/** Returns the operations of a document in its order. */
export function findOperations(root: JsonObject): FoundOperations {
  const items = entriesIn(root.paths, root);
  const operations = items.flatMap(([path, item]) =>
    methods.flatMap((name): readonly Operation[] => {
      const body = item[name];
      if (!isJsonObject(body)) return [];
      const method = name.toUpperCase() as Method;
      const tags = Array.isArray(body.tags) ? body.tags.filter((tag: unknown) => typeof tag === "string") : [];
      const id = nonEmptyText(body.operationId);
      return [{ method, path, origin: `${method} ${path}`, id, tags, isDeprecated: body.deprecated === true, body, item }];
    }),
  );
  const unsupported = items.flatMap(([path, item]) => {
    const others = isJsonObject(item.additionalOperations) ? Object.keys(item.additionalOperations) : [];
    const names = [...otherMethods.filter((name) => isJsonObject(item[name])), ...others];
    return names.map((name) => ({ origin: `${name.toUpperCase()} ${path}`, reason: "'http' doesn't send this method" }));
  });
  const lost = danglingIn(root.paths, root).map(([path, ref]) => ({ origin: path, reason: notThere(ref) }));
  return { operations, unsupported: [...unsupported, ...lost] };
}

/**
 * Returns why a path can't follow a server's address; `undefined` if it can. `.example.org/x` would change the host.
 * A backslash, or braces that don't enclose a name, would become a template that the document's author didn't write.
 */
export function unusablePath(path: string): string | undefined {
  if (!path.startsWith("/")) return "its path doesn't begin with '/'";
  const constant = path.replaceAll(/\{[^{}]+\}/g, "");
  return path.includes("{{") || /[{}\\]/.test(constant) ? "its path has a backslash, or braces that don't enclose one name" : undefined;
}

/** The operations that a user chooses. Those that any list names are chosen; without any list, all are. */
export interface OperationSelection {
  readonly tags: readonly string[];
  /** Paths: each stands for itself and those below it. */
  readonly paths: readonly string[];
  /** Names of operations, or a method and a path: `getPet`, `GET /pets/{id}`. */
  readonly operations: readonly string[];
  /** Deprecated operations are chosen too. Those that `operations` names always are. */
  readonly deprecated: boolean;
}

interface Selected {
  readonly chosen: readonly Operation[];
  /** Operations that the selection covers but for being deprecated. */
  readonly deprecated: readonly Operation[];
  /** The words of the selection that match nothing. */
  readonly unknown: readonly string[];
}

export const isEverything = ({ tags, paths, operations }: OperationSelection): boolean =>
  tags.length + paths.length + operations.length === 0;

/** Returns the selection of two imports, for the next one. */
export function joinSelections(a: OperationSelection, b: OperationSelection): OperationSelection {
  const deprecated = a.deprecated || b.deprecated;
  if (isEverything(a) || isEverything(b)) return { tags: [], paths: [], operations: [], deprecated };
  const joined = (key: "tags" | "paths" | "operations") => [...new Set([...a[key], ...b[key]])];
  return { tags: joined("tags"), paths: joined("paths"), operations: joined("operations"), deprecated };
}

/** Selects operations of a document, in its order. */
export function selectOperations(all: readonly Operation[], selection: OperationSelection): Selected {
  const hasTag = (tag: string) => (one: Operation) => one.tags.some((own) => own.toLowerCase() === tag.toLowerCase());
  const isBelow = (path: string) => (one: Operation) => one.path === path || one.path.startsWith(`${path.replace(/\/$/, "")}/`);
  const isNamed = (name: string) => (one: Operation) => one.id === name || one.origin.toLowerCase() === name.toLowerCase();
  const byName = selection.operations.map((name) => ({ word: name, matches: isNamed(name) }));
  const others = [
    ...selection.tags.map((tag) => ({ word: tag, matches: hasTag(tag) })),
    ...selection.paths.map((path) => ({ word: path, matches: isBelow(path) })),
  ];
  const isChosenByName = (one: Operation) => byName.some(({ matches }) => matches(one));
  const isCovered = (one: Operation) => isEverything(selection) || others.some(({ matches }) => matches(one));
  const covered = all.filter((one) => isChosenByName(one) || isCovered(one));
  const isWanted = (one: Operation) => selection.deprecated || !one.isDeprecated || isChosenByName(one);
  return {
    chosen: covered.filter(isWanted),
    deprecated: covered.filter((one) => !isWanted(one)),
    unknown: [...byName, ...others].filter(({ matches }) => !all.some(matches)).map(({ word }) => word),
  };
}

/** The longest chain of references that lead to references. */
const maxChain = 32;

/**
 * Returns the object that a value of a document is, or that its `$ref` leads to; `undefined` if that isn't an object.
 * Keys beside `$ref` replace those of its target, as OpenAPI 3.1 has it for descriptions.
 */
export function followReference(value: JsonValue | undefined, root: JsonObject): JsonObject | undefined {
  let at = value;
  const beside: JsonObject[] = [];
  for (let steps = 0; steps < maxChain; steps++) {
    if (!isJsonObject(at)) return undefined;
    const { $ref, ...own } = at;
    if (typeof $ref !== "string") return beside.length === 0 ? at : Object.assign({}, at, ...beside.reverse());
    if (Object.keys(own).length > 0) beside.push(own);
    at = resolveRef(root, $ref);
  }
  return undefined;
}

/** Identifies the target of a value, so that a schema that contains itself is noticed. */
export const identityOf = (value: JsonValue | undefined): JsonValue | undefined =>
  isJsonObject(value) && typeof value.$ref === "string" ? value.$ref : value;

/** The objects in a list of a document, with references followed. Anything else in it is left out. */
export const objectsIn = (list: JsonValue | undefined, root: JsonObject): readonly JsonObject[] =>
  Array.isArray(list) ? list.map((item: JsonValue) => followReference(item, root)).filter((item) => item !== undefined) : [];

/** The entries of a map of a document, with references followed. */
export const entriesIn = (map: JsonValue | undefined, root: JsonObject): readonly (readonly [name: string, value: JsonObject])[] =>
  Object.entries(isJsonObject(map) ? map : {}).flatMap(([name, value]) => {
    const target = followReference(value, root);
    return target === undefined ? [] : [[name, target] as const];
  });

/** A reference that leads nowhere, or in a circle. */
export const danglingReference = (value: JsonValue | undefined, root: JsonObject): string | undefined =>
  isJsonObject(value) &&
  typeof value.$ref === "string" &&
  followReference(value, root) === undefined &&
  resolveRef(root, value.$ref) !== true
    ? value.$ref
    : undefined;

/** The members of a map or a list whose references lead nowhere. */
export const danglingIn = (members: JsonValue | undefined, root: JsonObject): readonly (readonly [name: string, ref: string])[] =>
  Object.entries(typeof members === "object" && members !== null ? members : {}).flatMap(([name, value]) => {
    const ref = danglingReference(value, root);
    return ref === undefined ? [] : [[name, ref] as const];
  });

export const notThere = (ref: string): string => `its reference '${shortenText(ref, 100)}' leads nowhere`;

/** A text of a document that isn't empty. */
export const nonEmptyText = (value: JsonValue | undefined): string | undefined =>
  typeof value === "string" && value.trim() !== "" ? value : undefined;
