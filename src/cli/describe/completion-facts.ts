import type { CompletionModel } from "../../model/tool.js";
import { toolFacts } from "./tool-facts.js";

/** Returns the commands that complete parameters, as data. */
export const completionFacts = (completions: readonly CompletionModel[]) =>
  completions.map(({ parameter, usesText, tool }) => {
    const { command = [], timeoutMs } = toolFacts(tool, []);
    return { parameter, command, timeoutMs, usesText };
  });

export const completionLine = ({ parameter, command, usesText }: ReturnType<typeof completionFacts>[number]): string =>
  `${parameter}: ${usesText ? "the values" : "of the values, those that begin with what was typed,"} that this prints: ${command.join(" ")}`;
