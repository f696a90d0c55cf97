import type { RefusalCode } from "../contract/refusal.js";
import { exitCodes, type ToolOutcome } from "../contract/tool-outcome.js";

/** The answer to a call that was refused. */
export function refusedOutcome(refusal: RefusalCode, message: string): ToolOutcome {
  return { exitCode: exitCodes.refused, stdout: "", stderr: `${message}\n`, refusal };
}
