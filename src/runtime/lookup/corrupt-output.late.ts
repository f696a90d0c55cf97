import { exitCodes, type ToolOutcome } from "../contract/tool-outcome.js";

/**
 * Returns the message for a file of `generated/` that no build wrote like this: the build was interrupted, or the file
 * was edited, merged or partly deleted.
 */
export function corruptOutputMessage(what: string): string {
  return `${what}: generated/ is incomplete or damaged. Run 'toolgen build' to regenerate it.`;
}

/** The response for a call that failed for an unexpected reason. */
export function brokenCall(error: unknown): ToolOutcome {
  const [message] = String(error instanceof Error ? error.message : error).split("\n");
  if (isLostFolder(error))
    return { exitCode: exitCodes.refused, stdout: "", stderr: "Nothing was run: the folder that call was started in no longer exists.\n" };
  if (isLostModule(error)) return { exitCode: exitCodes.internal, stdout: "", stderr: `${corruptOutputMessage(message ?? "")}\n` };
  return { exitCode: exitCodes.internal, stdout: "", stderr: `toolgen internal error: ${message}\n` };
}

/** Returns true if the error is about a missing file that only some calls need. */
const isLostModule = (error: unknown) => error instanceof Error && "code" in error && error.code === "MODULE_NOT_FOUND";

/** Returns true if `process.cwd()` failed because the folder was deleted. */
function isLostFolder(error: unknown): boolean {
  return error instanceof Error && "syscall" in error && error.syscall === "uv_cwd";
}
