import { type CompleteRequestParams, type CompleteResult, ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import type { ServedToolSource } from "./tool-source.js";

/** The most values that an answer may have, by the protocol. */
const mostValues = 100;

/** Completes an argument of a prompt, or a variable of a resource's URI, from the values that its schema lists. */
export function completeArgument(
  { prompts, resources }: Pick<ServedToolSource, "prompts" | "resources">,
  { ref, argument }: CompleteRequestParams,
): CompleteResult {
  const name = ref.type === "ref/prompt" ? ref.name : resources?.index().templates.find(({ text }) => text === ref.uri)?.name;
  const found = ref.type === "ref/prompt" ? prompts?.find(ref.name) : name === undefined ? undefined : resources?.find(name);
  if (found?.ok !== true) throw new ProtocolError(ProtocolErrorCode.InvalidParams, "There is no such prompt or URI template.");
  const { choices } = "prompt" in found ? found.prompt : found.resource;
  const listed = Object.hasOwn(choices, argument.name) ? (choices[argument.name] ?? []) : [];
  const begun = argument.value.toLowerCase();
  const values = listed.filter((value) => value.toLowerCase().startsWith(begun));
  return { completion: { values: values.slice(0, mostValues), total: values.length, hasMore: values.length > mostValues } };
}
