import type { PreparedCall } from "../../contract/call.js";
import type { RunOutcome } from "../../contract/call-result.js";
import { backgroundFolder, forgetOld, stopTask, taskFolder } from "../background-tasks.js";
import { redactOutcome } from "../output.late.js";
import { immediately, type PolledOutcome, stateUnavailable, waitForOutcome, waitForOutcomeAsync } from "./start-lock.js";
import { outputTask, startTask } from "./start-task.js";

type Variables = Readonly<Record<string, string | undefined>>;

/** Executes the call of a tool that starts a program in the background, or of one of its two companions. Blocks. */
export function runInBackground(call: PreparedCall, env: Variables): RunOutcome {
  return redactOutcome(waitForOutcome(taskOf(call, env)), call.secrets ?? []);
}

/** The same, concurrently with other calls. A start that is aborted leaves nothing behind. */
export async function runInBackgroundAsync(
  call: PreparedCall,
  { env, signal }: { readonly env: Variables; readonly signal: AbortSignal },
): Promise<RunOutcome> {
  return redactOutcome(await waitForOutcomeAsync(taskOf(call, env), signal), call.secrets ?? []);
}

function taskOf(call: PreparedCall, env: Variables): PolledOutcome {
  const { background } = call;
  if (background === undefined) throw new Error("this call isn't about a background program");
  const { rules, timeoutMs, ...named } = background;
  try {
    const folder = backgroundFolder(env);
    const stateFolder = taskFolder(folder, named);
    switch (rules.does) {
      case "start":
        forgetOld(folder);
        return startTask({ call, rules, stateFolder, named, timeoutMs });
      case "output":
        return outputTask(stateFolder, named.tool);
      case "stop":
        return stopTask(stateFolder, named.tool);
    }
  } catch (error) {
    return immediately(stateUnavailable(error));
  }
}
