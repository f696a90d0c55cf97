import { unlessAborted } from "../../io/unless-aborted.js";
import { isJsonObject } from "../../json/json-value.js";
import type { ElicitationHandler, ElicitationRequest, ElicitationResult } from "./elicitation.js";

/** Asks the user of a registry for one server. Never rejects. */
export type AskForServer = (
  request: Omit<ElicitationRequest, "serverName">,
  options: { readonly signal: AbortSignal },
) => Promise<ElicitationResult>;

/** Asks by a registry's callback. Its failure is reported, and the server gets no decision. */
export function askFor(serverName: string, handler: ElicitationHandler, report: (message: string) => void): AskForServer {
  return async (request, { signal }) => {
    try {
      const answer: unknown = await unlessAborted(handler({ serverName, ...request }, { signal }), signal);
      if (isResult(answer)) return answer;
      throw new TypeError("It must return { action: 'accept', content }, { action: 'decline' } or { action: 'cancel' }.");
    } catch (error) {
      if (!signal.aborted) report(`onElicitation failed: ${error instanceof Error ? error.message : String(error)}`);
      return { action: "cancel" };
    }
  };
}

function isResult(answer: unknown): answer is ElicitationResult {
  if (!isJsonObject(answer)) return false;
  return answer.action === "accept" ? isJsonObject(answer.content) : answer.action === "decline" || answer.action === "cancel";
}
