import { isJsonObject } from "../../runtime/json/json-value.js";
import { searchNames } from "./search-tools.js";

/** A call as a client requests it. */
export interface NamedCall {
  readonly name: string;
  /** As the model wrote them: repair reads them. */
  readonly arguments?: unknown;
}

/** Returns the call that `call_tool` makes; any other call as it is, and one without a name too. */
export function requestedCall(call: NamedCall): NamedCall {
  const inner = call.name === searchNames.call && isJsonObject(call.arguments) ? call.arguments : undefined;
  return typeof inner?.name === "string" ? { name: inner.name, arguments: inner.arguments ?? {} } : call;
}

/** Returns what is wrong with the arguments of `call_tool`, for the model. */
export function callProblem({ arguments: given }: NamedCall): string | undefined {
  const form = `${searchNames.call} takes \`name\`, the name of a tool, and \`arguments\`, an object of the tool's arguments.`;
  if (!isJsonObject(given) || typeof given.name !== "string") return `The name of the tool is missing. ${form}`;
  const beside = Object.keys(given).filter((key) => key !== "name" && key !== "arguments");
  return beside.length === 0 ? undefined : `Put ${beside.map((key) => `\`${key}\``).join(", ")} into \`arguments\`. ${form}`;
}
