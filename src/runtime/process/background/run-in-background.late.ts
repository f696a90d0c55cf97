import type { PreparedCall } from "../../contract/call.js";
import type { RunOutcome } from "../../contract/run-outcome.js";
import { redactOutcome } from "../../result/redact-outcome.late.js";
import { outputTask } from "./output-task.js";
import { immediately, type PolledOutcome, stateUnavailable, waitForOutcome, waitForOutcomeAsync } from "./polled-outcome.js";
import { startTask } from "./start-task.js";
import { forgetOld } from "./stop-background.js";
import { stopTask } from "./stop-task.js";
import { backgroundFolder, taskFolder } from "./task-folder.js";

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
