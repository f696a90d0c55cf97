import { randomBytes } from "node:crypto";
import { displayOf, toToolResult } from "../../agent/tool-result.js";
import { anywhere, executeWith } from "../../call/execute-call.js";
import { keepFullOutput } from "../../call/output.late.js";
import type { PreparedOrRefused } from "../../call/prepare-call.js";
import { runCallAsync } from "../../call/run-call.js";
import { type Destination, shapeResult } from "../../call/shape-result.js";
import type { CallContext } from "../../contract/call.js";
import type { CallResult, RunOutcome } from "../../contract/call-result.js";
import type { CompiledTool } from "../../contract/definition.js";
import type { ExecutedCall } from "./client-results.js";
import type { ShownCall } from "./inspect-call.js";

/** A call as the user has seen it, with the tool of that time. */
export interface OfferedCall extends ShownCall {
  readonly tool: CompiledTool;
}

/** The calls that were shown and may be executed: each once, and none after the specs have changed. */
interface CallOffers {
  /** Keeps a call, and returns the name by which it is executed. */
  add(call: OfferedCall): string;
  /** Returns a call; `"used"` if it was taken, `undefined` if it isn't known any more. */
  find(id: string): OfferedCall | "used" | undefined;
  /** Marks a call as used. */
  use(id: string): void;
  clear(): void;
}

/** More are forgotten, the oldest first. */
const most = 100;

export function openCallOffers(): CallOffers {
  const calls = new Map<string, OfferedCall | "used">();
  return {
    add: (call) => {
      const id = randomBytes(16).toString("base64url");
      calls.set(id, call);
      const [oldest] = calls.keys();
      if (calls.size > most && oldest !== undefined) calls.delete(oldest);
      return id;
    },
    find: (id) => calls.get(id),
    use: (id) => void calls.set(id, "used"),
    clear: () => {
      for (const [id, call] of calls) if (call !== "used") calls.delete(id);
    },
  };
}

interface OfferExecution {
  /** The call as it was prepared again. */
  readonly prepared: PreparedOrRefused;
  readonly context: CallContext;
  readonly signal: AbortSignal;
}

/** Executes a call once, and returns its result in the forms that clients' results are made from. */
export async function executeOffer(
  { tool, input, prepared: offered, mustConfirm }: OfferedCall,
  { prepared, context, signal }: OfferExecution,
): Promise<ExecutedCall> {
  const { definition } = tool;
  const { params } = offered.call;
  const display = await displayOf(definition, params, context);
  const kept = new Map<string, string | undefined>();
  const keepFull: Destination["keepFull"] = (output) => {
    if (!kept.has(output.stream)) kept.set(output.stream, keepFullOutput(output));
    return kept.get(output.stream);
  };
  let outcome: RunOutcome | undefined;
  const answer = mustConfirm ? { answer: "once" } : {};
  const result = await executeWith(
    async (ready, running) => {
      outcome = await runCallAsync(ready, running);
      return outcome;
    },
    {
      tool,
      input,
      context: { ...context, ...answer, via: "class", signal, prepared, updateOutput: () => {} },
      destination: { ...anywhere, keepFull },
    },
  );
  const called = isOfOutcome(result, outcome) ? shapeResult(outcome, offered.tool, { env: context.env, keepFull }) : result;
  const shown = await display(toToolResult(result));
  return { tool: definition.name, params, isVerbatim: definition.output.verbatim === true, result, called, shown };
}

/** A refused call has no outcome, and the log may say more about one that ran. */
const isOfOutcome = (result: CallResult, outcome: RunOutcome | undefined): outcome is RunOutcome =>
  outcome !== undefined && (result.kind === "done" || (result.kind === "failed" && result.reason.code !== "unlogged"));
