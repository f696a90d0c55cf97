import { isJsonObject, type JsonObject } from "../../runtime/json/json-value.js";
import type { ImportedTool, LeftOut } from "../imported-tool.js";
import { printImportedSpec } from "../yaml/print-imported-spec.js";
import { convertOperation, type ImportContext } from "./convert-operation.js";
import { nameOperation } from "./name-operation.js";
import type { Operation } from "./operation.js";

/** A tool with its printed spec. */
export interface PrintedTool extends ImportedTool {
  readonly text: string;
}

export interface ImportedOperations {
  readonly tools: readonly PrintedTool[];
  readonly leftOut: readonly LeftOut[];
}

export interface OperationImport extends ImportContext {
  /** The comments at the top of a spec. */
  headerOf(operation: Operation): readonly string[];
  /** The names that the last import gave, by origin. They don't change. */
  readonly namesBefore: ReadonlyMap<string, string>;
  /** Other names that are taken, in small letters. */
  readonly taken: ReadonlySet<string>;
  /** Returns the errors that a build would report for each of these specs, which are JSON. */
  check(texts: readonly string[]): Promise<readonly (readonly string[])[]>;
}

/** Converts operations to specs that build. Each operation becomes a tool, or is left out with the reason. */
export async function importOperations(operations: readonly Operation[], context: OperationImport): Promise<ImportedOperations> {
  const named = nameOperations(operations, context);
  const converted = named.map(({ operation, name }) => ({ operation, name, result: convertOperation(operation, name, context) }));
  const drafts = converted.flatMap(({ operation, name, result }) => (result.ok ? [{ operation, name, tool: result.value }] : []));
  const built = await buildable(drafts, context);
  const unbuildable = new Map(built.flatMap(({ operation, problem }) => (problem === undefined ? [] : [[operation, problem] as const])));
  return {
    tools: built
      .filter(({ problem }) => problem === undefined)
      .map(({ operation, tool }) => ({ ...tool, text: printImportedSpec(tool, context.headerOf(operation)) })),
    leftOut: converted.flatMap(({ operation, result }) => {
      const reason = result.ok ? unbuildable.get(operation) : result.problem;
      return reason === undefined ? [] : [{ origin: operation.origin, reason }];
    }),
  };
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

interface Draft extends NamedOperation {
  readonly tool: ImportedTool;
}

interface Built extends Draft {
  /** Why a build would refuse the tool. */
  readonly problem: string | undefined;
}

/**
 * Documents have examples that their own schemas refuse. A spec that doesn't build gets a made-up example, and if that
 * is refused too, none.
 */
async function buildable(drafts: readonly Draft[], context: OperationImport): Promise<readonly Built[]> {
  const repairs = [
    ({ operation, name, tool }: Built) => {
      const again = convertOperation(operation, name, { ...context, madeUp: true });
      return again.ok ? again.value : tool;
    },
    ({ tool, problem }: Built) => withoutExample(tool, problem ?? ""),
  ];
  let all = await checked(drafts, context);
  for (const repair of repairs) {
    const refused = all.filter(({ problem, tool }) => problem !== undefined && tool.spec.examples !== undefined);
    const again = await checked(
      refused.map((one) => ({ ...one, tool: repair(one) })),
      context,
    );
    const repaired = new Map(again.map((one) => [one.operation, one]));
    all = all.map((one) => repaired.get(one.operation) ?? one);
  }
  return all;
}

async function checked(drafts: readonly Draft[], { check }: OperationImport): Promise<readonly Built[]> {
  if (drafts.length === 0) return [];
  const problems = await check(drafts.map(({ tool }) => JSON.stringify(checkedPart(tool.spec))));
  return drafts.map((draft, index) => {
    const [problem] = problems[index] ?? [];
    return { ...draft, problem: problem === undefined ? undefined : `its spec doesn't build: ${problem}` };
  });
}

/** The schema of the result only names fields, so it always builds, and checking it would take a fifth of the time. */
function checkedPart({ output, ...spec }: JsonObject): JsonObject {
  if (!isJsonObject(output)) return output === undefined ? spec : { ...spec, output };
  const { schema: _schema, ...others } = output;
  return { ...spec, output: others };
}

function withoutExample(tool: ImportedTool, problem: string): ImportedTool {
  const { examples: _examples, ...spec } = tool.spec;
  return { ...tool, spec, notes: [...tool.notes, `It has no example, because ${problem}`] };
}
