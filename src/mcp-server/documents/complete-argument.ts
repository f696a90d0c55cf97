import { type CompleteRequestParams, type CompleteResult, ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import type { ServedToolSource } from "../tool-source.js";
import { type CompletionContext, completedValues } from "./completed-values.js";
import { referencedDocument } from "./referenced-document.js";

/** The most values that an answer may have, by the protocol. */
const mostValues = 100;

/**
 * Completes an argument of a prompt, or a variable of a resource's URI: from the values that its schema lists, or by
 * the command that the spec names.
 */
export async function completeArgument(
  source: Pick<ServedToolSource, "prompts" | "resources">,
  { ref, argument, context }: CompleteRequestParams,
  completionContext: CompletionContext,
): Promise<CompleteResult> {
  const document = referencedDocument(source, ref);
  const found = document && (document.kind === "prompt" ? source.prompts : source.resources)?.find(document.name);
  if (found?.ok !== true) throw new ProtocolError(ProtocolErrorCode.InvalidParams, "There is no such prompt or URI template.");
  const { choices, completions = {} } = "prompt" in found ? found.prompt : found.resource;
  const { projectDir } = found;
  const completion = Object.hasOwn(completions, argument.name) ? completions[argument.name] : undefined;
  const listed = Object.hasOwn(choices, argument.name) ? (choices[argument.name] ?? []) : [];
  const { values, isWhole } =
    completion === undefined
      ? { values: listed, isWhole: true }
      : await completedValues(
          { completion, projectDir, parameter: argument.name, typed: { ...context?.arguments, [argument.name]: argument.value } },
          completionContext,
        );
  const prefix = argument.value.toLowerCase();
  const offered = completion?.usesText === true ? values : values.filter((value) => value.toLowerCase().startsWith(prefix));
  return {
    completion: {
      values: offered.slice(0, mostValues),
      ...(isWhole && { total: offered.length }),
      hasMore: !isWhole || offered.length > mostValues,
    },
  };
}
