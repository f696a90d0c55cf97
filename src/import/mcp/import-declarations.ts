import { buildable, type CheckSpecs, type DraftWithProblem, type PrintedTool } from "../buildable.js";
import type { LeftOut } from "../imported-tool.js";
import { joinWords, numberedName, wordsIn } from "../words-in.js";
import { printImportedSpec } from "../yaml/print-imported-spec.js";
import { convertDeclaration, type DeclarationContext } from "./convert-declaration.js";
import type { McpDeclaration } from "./read-declarations.js";

export interface DeclarationImport extends Omit<DeclarationContext, "name"> {
  /** The comments at the top of a spec. */
  headerOf(tool: McpDeclaration): readonly string[];
  /** The names that the last import gave, by the server's. They don't change. */
  readonly namesBefore: ReadonlyMap<string, string>;
  /** Other names that are taken, in small letters. */
  readonly taken: ReadonlySet<string>;
  readonly check: CheckSpecs;
}

/** The longest name of a tool. */
const mostName = 48;

/** Converts tools of a server to specs that build. A tool that has none is left out with the reason. */
export async function importDeclarations(
  tools: readonly McpDeclaration[],
  context: DeclarationImport,
): Promise<{ readonly tools: readonly PrintedTool[]; readonly leftOut: readonly LeftOut[] }> {
  const used = new Set([...context.taken, ...[...context.namesBefore.values()].map((name) => name.toLowerCase())]);
  const drafts = tools.map((tool) => {
    const name = context.namesBefore.get(tool.name) ?? nameOf(tool, context.group, (one) => !used.has(one.toLowerCase()));
    used.add(name.toLowerCase());
    return { declaration: tool, tool: convertDeclaration(tool, { ...context, name }) };
  });
  const all = await withUsableResults(await buildable(drafts, context.check), context.check);
  return {
    tools: all.flatMap(({ declaration, tool, problem }) =>
      problem === undefined ? [{ ...tool, text: printImportedSpec(tool, context.headerOf(declaration)) }] : [],
    ),
    leftOut: all.flatMap(({ declaration, problem }) => (problem === undefined ? [] : [{ origin: declaration.name, reason: problem }])),
  };
}

/** The server's name in words; if that is taken, it begins with the group, or ends with a number. */
function nameOf({ name }: McpDeclaration, group: string, isFree: (name: string) => boolean): string {
  const own = joinWords(wordsIn(name), { most: mostName, empty: "tool" });
  return isFree(own)
    ? own
    : numberedName(joinWords([...wordsIn(group), ...wordsIn(name)], { most: mostName, empty: group }), isFree, mostName);
}

/** The schema of a result that doesn't build is left out: the answer of the server stays what it is. */
async function withUsableResults<T extends DraftWithProblem<object>>(drafts: readonly T[], check: CheckSpecs): Promise<readonly T[]> {
  const checked = drafts.filter(({ tool, problem }) => problem === undefined && tool.spec.output !== undefined);
  const problems = await check(checked.map(({ tool }) => JSON.stringify(tool.spec)));
  const refused = new Map(
    checked.flatMap((one, index) => (problems[index]?.[0] === undefined ? [] : [[one, problems[index][0]] as const])),
  );
  return drafts.map((one) => {
    const problem = refused.get(one);
    if (problem === undefined) return one;
    const { output: _output, ...spec } = one.tool.spec;
    return { ...one, tool: { ...one.tool, spec, notes: [...one.tool.notes, `The schema of its result is left out: ${problem}`] } };
  });
}
