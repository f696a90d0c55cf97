import type { Diagnostic } from "../diagnostics/diagnostic.js";
import type { CheckedCommand } from "./command.js";
import type { ToolContext } from "./context.js";
import type { DashExemptions } from "./rules/dash.js";
import { checkEvaluated } from "./rules/evaluated-argument.js";
import { checkOptionNames } from "./rules/option-name.js";
import { checkUnguardedDashes } from "./rules/unguarded-dash.js";

/** What the rules about arguments say of a command: its own, or a platform's. `unguarded`: a value can pass any option to the program. */
export interface CommandJudgement {
  readonly problems: readonly Diagnostic[];
  readonly unguarded: boolean;
}

/** Holds the arguments of a command to the rules of SPEC §5. */
export function judgeCommand(tool: ToolContext, checked: CheckedCommand | undefined, exemptions: DashExemptions): CommandJudgement {
  const words = checked?.words ?? [];
  const unguarded = checkUnguardedDashes(words, exemptions);
  return { problems: [...unguarded, ...checkOptionNames(words), ...judgeEvaluated(tool, checked)], unguarded: unguarded.length > 0 };
}

/** What its program evaluates. Where `code` itself is wrong, that is the mistake. */
export function judgeEvaluated({ spec, has }: ToolContext, checked: CheckedCommand | undefined): readonly Diagnostic[] {
  if (checked === undefined || (spec.code === undefined && has("code"))) return [];
  return checkEvaluated(checked.command.program, checked.words, Object.keys(spec.code ?? {}));
}
