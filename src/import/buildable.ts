import { isJsonObject, type JsonObject } from "../runtime/json/json-value.js";
import type { ImportedTool } from "./imported-tool.js";

/** A tool with its printed spec. */
export interface PrintedTool extends ImportedTool {
  readonly text: string;
}

/** Returns the errors that a build would report for each of these specs, which are JSON. */
export type CheckSpecs = (texts: readonly string[]) => Promise<readonly (readonly string[])[]>;

/** A tool with the entry that it was made of, and why a build would refuse it. */
export type DraftWithProblem<T> = T & { readonly tool: ImportedTool; readonly problem: string | undefined };

/**
 * Checks tools as a build does. A tool that is refused although it has an example is repaired and checked again, by one
 * repair after the other, and at last has no example.
 */
export async function buildable<T extends { readonly tool: ImportedTool }>(
  drafts: readonly T[],
  check: CheckSpecs,
  repair?: (draft: T) => ImportedTool,
): Promise<readonly DraftWithProblem<T>[]> {
  const repairs = [
    ...(repair === undefined ? [] : [(one: DraftWithProblem<T>) => repair(one)]),
    ({ tool, problem }: DraftWithProblem<T>) => withoutExample(tool, problem ?? ""),
  ];
  let all = await checked(drafts, check);
  for (const next of repairs) {
    const refused = all.flatMap((one, index) =>
      one.problem !== undefined && one.tool.spec.examples !== undefined ? [{ one, index }] : [],
    );
    const again = await checked(
      refused.map(({ one }) => ({ ...one, tool: next(one) })),
      check,
    );
    const repaired = new Map(again.map((one, at) => [refused[at]?.index, one]));
    all = all.map((one, index) => repaired.get(index) ?? one);
  }
  return all;
}

async function checked<T extends { readonly tool: ImportedTool }>(
  drafts: readonly T[],
  check: CheckSpecs,
): Promise<readonly DraftWithProblem<T>[]> {
  if (drafts.length === 0) return [];
  const problems = await check(drafts.map(({ tool }) => JSON.stringify(checkedPart(tool.spec))));
  return drafts.map((draft, index) => {
    const [problem] = problems[index] ?? [];
    return { ...draft, problem: problem === undefined ? undefined : `its spec doesn't build: ${problem}` };
  });
}

/** The schema of a result only names fields, so it always builds, and checking it would take a fifth of the time. */
function checkedPart({ output, ...spec }: JsonObject): JsonObject {
  if (!isJsonObject(output)) return output === undefined ? spec : { ...spec, output };
  const { schema: _schema, ...others } = output;
  return { ...spec, output: others };
}

function withoutExample(tool: ImportedTool, problem: string): ImportedTool {
  const { examples: _examples, ...spec } = tool.spec;
  return { ...tool, spec, notes: [...tool.notes, `It has no example, because ${problem}`] };
}
