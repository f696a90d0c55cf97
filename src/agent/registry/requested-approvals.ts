import { ToolConfirmationOutcome } from "../../contract/confirmation.js";
import type { ConfirmationAnswer, ConfirmationRequest } from "../ask-to-confirm.js";
import { nobodyToAsk } from "../tool/execute-function-call.js";

/**
 * The calls for which a framework was told to request approval. Any other call that it executes may never have been
 * approved: what it was asked about earlier may have needed no confirmation then.
 */
class RequestedApprovals {
  readonly #calls = new Map<string, number>();

  /** Notes the answer about a call. Without an ID, equal calls are counted. */
  note(key: string, { asks, isOneCall }: { readonly asks: boolean; readonly isOneCall: boolean }): void {
    const times = this.#calls.get(key) ?? 0;
    this.#calls.delete(key);
    if (!asks) return;
    this.#calls.set(key, isOneCall ? 1 : times + 1);
    const [oldest] = this.#calls.keys();
    if (this.#calls.size > mostRequested && oldest !== undefined) this.#calls.delete(oldest);
  }

  /** Returns true once for each approval that was requested. */
  take(key: string): boolean {
    const times = this.#calls.get(key) ?? 0;
    if (times > 1) this.#calls.set(key, times - 1);
    else this.#calls.delete(key);
    return times > 0;
  }
}

/** Approvals that no one gives are forgotten. */
const mostRequested = 1000;

const requested = new WeakMap<object, RequestedApprovals>();

/**
 * Returns the requested approvals of a registry or a list: a server makes a framework's tools for each request, and an
 * approval comes with a later one.
 */
export function requestedApprovals(tools: object): RequestedApprovals {
  const known = requested.get(tools) ?? new RequestedApprovals();
  requested.set(tools, known);
  return known;
}

/** The answer of a framework's user, who saw the arguments: that isn't enough for a call with a plan. */
export async function approved({ tool, invocation }: ConfirmationRequest): Promise<ConfirmationAnswer> {
  if (!invocation.callFacts?.hasPlan) return ToolConfirmationOutcome.ProceedOnce;
  return { outcome: ToolConfirmationOutcome.Cancel, reason: nobodyToAsk(tool.name, invocation) };
}
