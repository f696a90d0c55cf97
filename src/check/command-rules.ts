import type { Diagnostic } from "../diagnostics/diagnostic.js";
import type { CheckedCommand, ProgramWords } from "./command.js";
import type { ToolContext } from "./context.js";
import { codeNames } from "./rules/code-risk.js";
import type { DashExemptions } from "./rules/dash.js";
import { checkEvaluated } from "./rules/evaluated-argument.js";
import { checkOptionNames } from "./rules/option-name.js";
import { checkUnguardedDashes } from "./rules/unguarded-dash.js";
import type { FlatWord } from "./template/flatten.js";

/** What the rules about arguments say of a command: its own, or a platform's. `unguarded`: a value can pass any option to the program. */
export interface CommandJudgement {
  readonly problems: readonly Diagnostic[];
  readonly unguarded: boolean;
}

/** Holds the arguments of a command to the rules of SPEC §5. */
export function judgeCommand(tool: ToolContext, checked: CheckedCommand | undefined, exemptions: DashExemptions): CommandJudgement {
  const words = commandsOf(checked).map((command) => command.words.map((word) => (word.takesOptions === false ? inert(word) : word)));
  const unguarded = words.flatMap((some) => checkUnguardedDashes(some, exemptions));
  const named = words.flatMap(checkOptionNames);
  return { problems: [...unguarded, ...named, ...judgeEvaluated(tool, checked)], unguarded: unguarded.length > 0 };
}

/** What its program evaluates. A parameter that `code` names with a wrong language has been reported. */
export function judgeEvaluated(tool: ToolContext, checked: CheckedCommand | undefined): readonly Diagnostic[] {
  const code = codeNames(tool);
  if (checked === undefined || code === undefined) return [];
  return commandsOf(checked).flatMap(({ program, words }) => checkEvaluated(program, words, code));
}

const commandsOf = (checked: CheckedCommand | undefined): readonly ProgramWords[] =>
  checked === undefined ? [] : (checked.commands ?? [{ program: checked.command.program, words: checked.words }]);

/** A word that no program takes for an option has no place in the rules about options, but keeps its own in the order of words. */
const inert = (word: FlatWord): FlatWord => ({ ...word, nodes: [] });
