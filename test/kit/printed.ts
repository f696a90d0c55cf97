import { executeCall, executeCallAsync, executeRequest } from "../../src/call/execute-call.js";
import { type ProgramOutput, programOutput, shapeResult } from "../../src/call/shape-result.js";
import type { CallResult, DoneCall } from "../../src/contract/call-result.js";
import type { PreparationCode } from "../../src/contract/problem.js";

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
