import { type ProgramOutput, programOutput } from "../../src/runtime/call/bin/program-output.js";
import { executeCall, executeCallAsync } from "../../src/runtime/call/execute-call.js";
import { executeRequest } from "../../src/runtime/call/execute-request.js";
import type { CallResult, DoneCall } from "../../src/runtime/contract/call-result.js";
import type { PreparationCode } from "../../src/runtime/contract/refusal.js";
import { shapeResult } from "../../src/runtime/result/shape-result.js";

/** A result as the `call` program prints it, with what other clients get besides. */
export interface Printed extends ProgramOutput, Pick<DoneCall, "media" | "blocks" | "structured"> {
  readonly refusal?: PreparationCode;
}

export function printed(result: CallResult): Printed {
  if (result.kind === "refused") return { ...programOutput(result), refusal: result.refusal.code };
  if (result.kind !== "done") return programOutput(result);
  const { media, blocks, structured } = result;
  return { ...programOutput(result), ...(media && { media }), ...(blocks && { blocks }), ...(structured && { structured }) };
}

export const callTool = (...args: Parameters<typeof executeCall>): Printed => printed(executeCall(...args));
export const callToolAsync = async (...args: Parameters<typeof executeCallAsync>): Promise<Printed> =>
  printed(await executeCallAsync(...args));
export const callRequest = async (...args: Parameters<typeof executeRequest>): Promise<Printed> => printed(await executeRequest(...args));
export const printResult = (...args: Parameters<typeof shapeResult>): Printed => printed(shapeResult(...args));
