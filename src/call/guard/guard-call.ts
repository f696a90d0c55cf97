import type { PreparedCall } from "../../contract/call.js";
import type { RunOutcome } from "../../contract/call-result.js";
import { endedNote, filteredBy, type GuardedCommand, guardAnswer, guardSplit, splitCommand } from "../guard-command.js";
import { endlessScript, type WholeCommand } from "../split-pipeline.js";
import { haveAnswered, newName, numbersIn, removeFile } from "./guard-files.js";

/** A prepared call whose command is guarded. */
export interface GuardedCall {
  readonly call: PreparedCall;
  /** The file that receives the producer's output while it runs, if the producer is expected to end. */
  readonly file?: string;
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
  const split = splitCommand(command, rules);
  if (split === undefined) return undefined;
  const shell = { dialect: /(?:^|\/)bash$/.test(call.program) ? "bash" : "sh", env } as const;
  const withCommand = (other: string) => ({ ...call, args: call.args.with(at, other) });
  if (split.strip) {
    const guarded = guardSplit(command, split, shell);
    return guarded && { call: withCommand(guarded.command), ...answeredBy(guarded, rules.slowMs) };
  }
  const name = split.endless && newName(env);
  if (split.endless === undefined || name === undefined) return undefined;
  const answer = `${name}.answer`;
  const script = endlessScript(command, split.endless, { files: { answer }, dialect: shell.dialect });
  return { call: withCommand(script), ...answeredAtLimit(split.endless, answer) };
}

type EndlessPipeline = NonNullable<WholeCommand["endless"]>;
type Answering = Omit<GuardedCall, "call">;

function answeredBy(guarded: GuardedCommand, slowMs: number): Answering {
  return {
    file: guarded.file,
    remove: guarded.remove,
    answered: (outcome) => {
      if (!("stdout" in outcome)) {
        guarded.remove();
        return outcome;
      }
      const limitMs = outcome.kind === "timedOut" ? outcome.timeoutMs : undefined;
      const answer = guardAnswer(guarded, { stdout: outcome.stdout, slowMs, limitMs });
      const { stdout, notes, notices, isFileNamed, isSlow, isAnswered } = answer;
      if (!isFileNamed) guarded.remove();
      // What the filters selected is the answer, whatever the command would still have printed.
      const { stderr } = outcome;
      if (limitMs !== undefined && isAnswered) return { kind: "exited", code: 0, stdout, stderr, notes, notices };
      return { ...outcome, stdout, notes, notices, isKept: (isFileNamed && isSlow) || undefined };
    },
  };
}

/**
 * A command that isn't expected to end has done its work at the time limit, if its filters have ended then and none of
 * them failed.
 */
function answeredAtLimit(endless: EndlessPipeline, answer: string): Answering {
  const finish = () => {
    const isAnswered = haveAnswered(numbersIn(answer), endless.filters.programs);
    removeFile(answer);
    return isAnswered;
  };
  return {
    remove: finish,
    answered: (outcome) => {
      const isAnswered = finish();
      if (outcome.kind !== "timedOut" || !isAnswered) return outcome;
      const { timeoutMs, stdout, stderr } = outcome;
      const said = { notes: [endedNote(endless, timeoutMs)], notices: [filteredBy(endless)] };
      return { kind: "exited", code: 0, stdout, stderr, ...said };
    },
  };
}
