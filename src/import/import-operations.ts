import {
  buildable,
  type CheckSpecs,
  type ImportedTool,
  joinWords,
  type LeftOut,
  numberedName,
  type PrintedTool,
  printImportedSpec,
  wordsIn,
} from "./imported-tool.js";
import { type ConversionContext, convertOperation, type ImportContext } from "./openapi/convert-operation.js";
import { projectResponses } from "./openapi/project-response.js";
import { findServer } from "./openapi/request-template.js";
import type { Operation } from "./openapi-document.js";
import { findCredentials } from "./schema/find-credentials.js";

interface ImportedOperations {
  readonly tools: readonly PrintedTool[];
  readonly leftOut: readonly LeftOut[];
}

interface OperationImport extends ImportContext {
  /** The comments at the top of a spec. */
  headerOf(operation: Operation): readonly string[];
  /** The names that the last import gave, by origin. They don't change. */
  readonly namesBefore: ReadonlyMap<string, string>;
  /** Other names that are taken, in small letters. */
  readonly taken: ReadonlySet<string>;
  readonly check: CheckSpecs;
}

/** Converts operations to specs that build. Each operation becomes a tool, or is left out with the reason. */
export async function importOperations(operations: readonly Operation[], context: OperationImport): Promise<ImportedOperations> {
  const hasTagSets = operations.length > mostInOneToolset;
  const credentials = findCredentials(operations, { ...context, keep: context.keep ?? [] });
  const conversion: ConversionContext = { ...context, projectResponse: projectResponses(context.root), credentials, hasTagSets };
  const named = nameOperations(operations, context);
  const converted = named.map(({ operation, name }) => ({ operation, name, result: convertOperation(operation, name, conversion) }));
  const drafts = converted.flatMap(({ operation, name, result }) => (result.ok ? [{ operation, name, tool: result.value }] : []));
  // Documents have examples that their own schemas refuse: another one is made up.
  const madeUp = ({ operation, name, tool }: (typeof drafts)[number]) => {
    const again = convertOperation(operation, name, { ...conversion, madeUp: true });
    return again.ok ? again.value : tool;
  };
  const [built, textOf] = await Promise.all([buildable(drafts, context.check, madeUp), printMeanwhile(drafts, context)]);
  const unbuildable = new Map(built.flatMap(({ operation, problem }) => (problem === undefined ? [] : [[operation, problem] as const])));
  return {
    tools: built.filter(({ problem }) => problem === undefined).map(({ operation, tool }) => ({ ...tool, text: textOf(operation, tool) })),
    leftOut: converted.flatMap(({ operation, result }) => {
      const reason = result.ok ? unbuildable.get(operation) : result.problem;
      return reason === undefined ? [] : [{ origin: operation.origin, reason }];
    }),
  };
}

/** A project with more tools shows a part of them: each tag of the document is a toolset of its own. */
export const mostInOneToolset = 60;

/** So many specs are printed before the threads that check specs get more of them. */
const printedAtOnce = 10;

/** Prints tools while other threads check them. Returns a function that prints those that have become others, too. */
async function printMeanwhile(
  drafts: readonly { readonly operation: Operation; readonly tool: ImportedTool }[],
  { headerOf }: OperationImport,
) {
  const texts = new Map<ImportedTool, string>();
  const print = (operation: Operation, tool: ImportedTool) => printImportedSpec(tool, headerOf(operation));
  for (const [index, { operation, tool }] of drafts.entries()) {
    texts.set(tool, print(operation, tool));
    if (index % printedAtOnce === printedAtOnce - 1) await new Promise((resolve) => setImmediate(resolve));
  }
  return (operation: Operation, tool: ImportedTool) => texts.get(tool) ?? print(operation, tool);
}

interface NamedOperation {
  readonly operation: Operation;
  readonly name: string;
}

function nameOperations(operations: readonly Operation[], context: OperationImport): readonly NamedOperation[] {
  const used = new Set([...context.taken, ...[...context.namesBefore.values()].map((name) => name.toLowerCase())]);
  return operations.map((operation) => {
    const before = context.namesBefore.get(operation.origin);
    const name = before ?? nameOperation(operation, { group: context.group, isFree: (one) => !used.has(one.toLowerCase()) });
    used.add(name.toLowerCase());
    return { operation, name };
  });
}

/** The longest name of a tool. */
const most = 48;

/** The words for a method in the name of an operation that has none: `GET /pets` lists, `GET /pets/{id}` gets. */
const verbs = { GET: "get", HEAD: "check", POST: "create", PUT: "replace", PATCH: "update", DELETE: "delete", OPTIONS: "options" } as const;

/**
 * Returns a tool's name for an operation: of its `operationId`, or of its method and path. If that is taken, it begins
 * with the group, or ends with a number.
 */
function nameOperation(operation: Operation, { group, isFree }: { readonly group: string; isFree(name: string): boolean }): string {
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

/** Returns true if the document has no address for an operation, so that the user must give one. */
export const lacksServer = (operation: Operation, context: Pick<ImportContext, "root" | "documentUrl" | "server">): boolean =>
  typeof findServer(operation, context) === "string";
