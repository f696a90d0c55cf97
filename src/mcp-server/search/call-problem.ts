import { isJsonObject } from "../../runtime/json/json-value.js";
import type { NamedCall } from "../../runtime/lookup/requested-call.js";
import { searchNames } from "./search-tools.js";

/** Returns what is wrong with the arguments of `call_tool`, for the model. */
export function callProblem({ arguments: given }: NamedCall): string | undefined {
  const form = `${searchNames.call} takes \`name\`, the name of a tool, and \`arguments\`, an object of the tool's arguments.`;
  if (!isJsonObject(given) || typeof given.name !== "string") return `The name of the tool is missing. ${form}`;
  const beside = Object.keys(given).filter((key) => key !== "name" && key !== "arguments");
  return beside.length === 0 ? undefined : `Put ${beside.map((key) => `\`${key}\``).join(", ")} into \`arguments\`. ${form}`;
}
