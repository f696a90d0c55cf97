import { joinWords, numberedName, wordsIn } from "../words-in.js";
import type { Operation } from "./operation.js";

/** The longest name of a tool. */
const most = 48;

/** The words for a method in the name of an operation that has none: `GET /pets` lists, `GET /pets/{id}` gets. */
const verbs = { GET: "get", HEAD: "check", POST: "create", PUT: "replace", PATCH: "update", DELETE: "delete", OPTIONS: "options" } as const;

/**
 * Returns a tool's name for an operation: of its `operationId`, or of its method and path. If that is taken, it begins
 * with the group, or ends with a number.
 */
export function nameOperation(operation: Operation, { group, isFree }: { readonly group: string; isFree(name: string): boolean }): string {
  const words = operation.id === undefined ? wordsOfPath(operation) : wordsIn(operation.id);
  const name = joinWords(words, { most, empty: operation.method.toLowerCase() });
  if (isFree(name)) return name;
  return numberedName(joinWords([...wordsIn(group), ...words], { most, empty: group }), isFree, most);
}

function wordsOfPath({ method, path }: Operation): readonly string[] {
  const segments = path.split("/").filter((segment) => segment !== "");
  const constant = segments.filter((segment) => !segment.includes("{") && !/^v\d+$/i.test(segment)).flatMap(wordsIn);
  const isCollection = method === "GET" && !(segments.at(-1) ?? "").includes("{");
  return [isCollection ? "list" : verbs[method], ...constant];
}
