import type { PreparedCall } from "../../contract/call.js";
import type { RunOutcome } from "../../contract/call-result.js";
import { guardAnswer, guardCommand } from "../guard-command.js";

/** A prepared call whose command is guarded. */
export interface GuardedCall {
  readonly call: PreparedCall;
  /** The file that receives the producer's output while it runs. */
  readonly file: string;
  /** Returns the outcome for the model. Call it once. */
  readonly answered: (outcome: RunOutcome) => RunOutcome;
  /** Removes its files, where there is no outcome. */
  readonly remove: () => void;
}

/**
 * Guards the shell command of a call, which is the argument after `-c`. Returns `undefined` if there is nothing to
 * guard.
 */
export function guardCall(call: PreparedCall, env: Readonly<Record<string, string | undefined>>): GuardedCall | undefined {
  const { guard } = call;
  const at = call.args.findIndex((arg, i) => arg === guard?.command && /^-[a-z]*c$/.test(call.args[i - 1] ?? ""));
  if (guard === undefined || at === -1) return undefined;
  const { rules, command } = guard;
  const guarded = guardCommand(command, { rules, dialect: /(?:^|\/)bash$/.test(call.program) ? "bash" : "sh", env });
  if (guarded === undefined) return undefined;
  return {
    call: { ...call, args: call.args.with(at, guarded.command) },
    file: guarded.file,
    remove: guarded.remove,
    answered: (outcome) => {
      if (!("stdout" in outcome)) {
        guarded.remove();
        return outcome;
      }
      const limitMs = outcome.kind === "timedOut" ? outcome.timeoutMs : undefined;
      const answer = guardAnswer(guarded, { stdout: outcome.stdout, slowMs: rules.slowMs, limitMs });
      const { stdout, notes, notices, isFileNamed, isSlow, isAnswered } = answer;
      if (!isFileNamed) guarded.remove();
      // What the filters selected is the answer, whatever the command would still have printed.
      const { stderr } = outcome;
      if (limitMs !== undefined && isAnswered) return { kind: "exited", code: 0, stdout, stderr, notes, notices };
      return { ...outcome, stdout, notes, notices, isKept: (isFileNamed && isSlow) || undefined };
    },
  };
}
