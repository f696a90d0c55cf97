import type { RunOutcome } from "../../contract/call-result.js";
import type { PreparedToRun } from "../prepare-call.js";
import type { SendCallOptions } from "./send-call.js";

/** Sends the request of a call with code that is loaded now. `call` loads it from `http.cjs` beside it. */
export async function sendCallLater(prepared: PreparedToRun, options: SendCallOptions): Promise<RunOutcome> {
  const { sendCall } = await import("./send-call.js");
  return sendCall(prepared, options);
}
