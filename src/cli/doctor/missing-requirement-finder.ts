import type { ToolModel } from "../../model/tool.js";
import { diagnoseProgram, neededPrograms, platformOf } from "./diagnose-programs.js";
import { type Looking, lookAtProgram } from "./look-at-program.js";

/**
 * Returns the missing requirements of a tool on this machine, or `undefined`. Each tool is checked once, and not at all
 * if it requires nothing: a call finds out whether its program exists.
 */
export function missingRequirementFinder(looking: Looking): (tool: ToolModel) => Promise<string | undefined> {
  const remembered = new Map<string, Promise<string | undefined>>();
  return (tool) => {
    const requirements = remembered.get(tool.name) ?? lacking(tool, looking);
    remembered.set(tool.name, requirements);
    return requirements;
  };
}

async function lacking(tool: ToolModel, looking: Looking): Promise<string | undefined> {
  const required = neededPrograms([tool], platformOf(looking.platform)).filter(({ requirements }) => requirements.length > 0);
  for (const needed of required) {
    const { status, message } = diagnoseProgram(needed, await lookAtProgram(needed, looking));
    if (status === "error") return message;
  }
  return undefined;
}
