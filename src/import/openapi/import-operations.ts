import type { JsonObject } from "../../runtime/json/json-value.js";
import type { ImportedTool, LeftOut } from "../imported-tool.js";
import { printSpec } from "../yaml/print-spec.js";
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
  /** Returns the errors that a build would report for a spec. */
  check(text: string): readonly string[];
}

/** Converts operations to specs that build. Each operation becomes a tool, or is left out with the reason. */
export function importOperations(operations: readonly Operation[], context: OperationImport): ImportedOperations {
  const used = new Set([...context.taken, ...[...context.namesBefore.values()].map((name) => name.toLowerCase())]);
  const tools: PrintedTool[] = [];
  const leftOut: LeftOut[] = [];
  for (const operation of operations) {
    const before = context.namesBefore.get(operation.origin);
    const name = before ?? nameOperation(operation, { group: context.group, isFree: (one) => !used.has(one.toLowerCase()) });
    const converted = convertOperation(operation, name, context);
    const printed = converted.ok ? buildable(converted.value, operation, context) : converted.problem;
    if (typeof printed === "string") leftOut.push({ origin: operation.origin, reason: printed });
    else {
      used.add(name.toLowerCase());
      tools.push(printed);
    }
  }
  return { tools, leftOut };
}

/** Documents have examples that their own schemas refuse. Without its example, such a spec still builds. */
function buildable(tool: ImportedTool, operation: Operation, { headerOf, check }: OperationImport): PrintedTool | string {
  const header = headerOf(operation);
  const text = printSpec(tool, header);
  const [problem] = check(text);
  if (problem === undefined) return { ...tool, text };
  const { examples, ...others } = tool.spec;
  if (examples === undefined) return `its spec doesn't build: ${problem}`;
  const plain = { ...tool, spec: others as JsonObject, notes: [...tool.notes, `It has no example: the document's isn't accepted. ${problem}`] };
  const plainText = printSpec(plain, header);
  const [second] = check(plainText);
  return second === undefined ? { ...plain, text: plainText } : `its spec doesn't build: ${second}`;
}
