import { inspect } from "node:util";
import { defaultMetadata } from "../../call/decide-tool.js";
import { ToolConfirmationOutcome } from "../../contract/confirmation.js";
import type { AgenticLoopOptions, RequestedCall } from "../agentic-loop.js";
import type { ConfirmationAnswer, ConfirmationRequest } from "../ask-to-confirm.js";
import { type LoopController, messageOf } from "./loop-controller.js";

const outcomes: ReadonlySet<unknown> = new Set(Object.values(ToolConfirmationOutcome));

/** Thrown if there is no valid answer: the call isn't decided, and must not run. */
export class Undecided extends Error {
  override readonly name = "Undecided";

  constructor() {
    super("This call was not decided.");
  }
}

/**
 * Asks the caller of the loop about a call, and reads the answer strictly. Ends the loop if there is no valid answer.
 */
export async function requestApproval(call: RequestedCall, request: ConfirmationRequest, run: LoopController): Promise<ConfirmationAnswer> {
  if (run.ending !== undefined) throw new Undecided();
  const answer = await askUser(call, request, run);
  if (answer === true) return ToolConfirmationOutcome.ProceedOnce;
  if (answer === false) return ToolConfirmationOutcome.Cancel;
  if (answer === "pause") {
    run.end({ status: "paused", reason: `The call of ${request.tool.name} (${call.id}) waits for an answer.` });
    throw new Undecided();
  }
  if (isAnswer(answer)) return answer;
  const error = new TypeError(
    `onToolConfirmationRequired must return true, false, "pause" or a ToolConfirmationOutcome, but returned ${inspect(answer)}.`,
  );
  run.end({ status: "failed", reason: error.message, error });
  throw new Undecided();
}

/** Not every callback honours its type. */
type Answer = Awaited<ReturnType<NonNullable<AgenticLoopOptions["onToolConfirmationRequired"]>>> | undefined;

async function askUser({ id }: RequestedCall, request: ConfirmationRequest, run: LoopController): Promise<Answer> {
  const { tool, invocation, metadata } = request;
  const args: Readonly<Record<string, unknown>> = { ...invocation.params };
  try {
    // Called on its object, as it may be a method. The metadata says that confirmation is required, whatever the
    // defaults of the tool's kind are.
    const about = metadata ?? { ...defaultMetadata(tool.kind), requiresConfirmation: true };
    return await run.options.onToolConfirmationRequired?.({ id, name: tool.name, args }, about, request);
  } catch (error) {
    run.end({ status: "failed", reason: `onToolConfirmationRequired has thrown: ${messageOf(error)}`, error });
    throw new Undecided();
  }
}

/** An invalid answer must not count as a yes. */
function isAnswer(answer: unknown): answer is ConfirmationAnswer {
  return outcomes.has(typeof answer === "object" && answer !== null && "outcome" in answer ? answer.outcome : answer);
}
