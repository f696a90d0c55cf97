import { isLostFolder } from "../../io/is-lost-folder.js";
import { corruptOutputMessage } from "../../lookup/corrupt-output.late.js";
import { callExitCodes, type ProgramOutput } from "./program-output.js";

/** The answer to a call that failed for a reason which no part of the program expects. */
export function brokenOutput(error: unknown): ProgramOutput {
  const [message] = String(error instanceof Error ? error.message : error).split("\n");
  if (isLostFolder(error))
    return {
      exitCode: callExitCodes.refused,
      stdout: "",
      stderr: "Nothing was run: the folder that call was started in no longer exists.\n",
    };
  if (isLostModule(error)) return { exitCode: callExitCodes.internal, stdout: "", stderr: `${corruptOutputMessage(message ?? "")}\n` };
  return { exitCode: callExitCodes.internal, stdout: "", stderr: `toolgen internal error: ${message}\n` };
}

/** Returns true if the error is about a missing file that only some calls need. */
const isLostModule = (error: unknown) => error instanceof Error && "code" in error && error.code === "MODULE_NOT_FOUND";
