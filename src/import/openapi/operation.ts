import type { JsonObject } from "../../runtime/json/json-value.js";
import { isJsonObject } from "../../runtime/json/json-value.js";
import { entriesIn, nonEmptyText } from "./follow-reference.js";

const methods = ["get", "head", "post", "put", "patch", "delete", "options"] as const;
/** The methods of OpenAPI that `http` doesn't send. */
const otherMethods = ["trace"] as const;

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

export interface FoundOperations {
  readonly operations: readonly Operation[];
  /** Operations whose method no tool can send. */
  readonly unsupported: readonly string[];
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
  const unsupported = items.flatMap(([path, item]) =>
    otherMethods.filter((name) => isJsonObject(item[name])).map((name) => `${name.toUpperCase()} ${path}`),
  );
  return { operations, unsupported };
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
