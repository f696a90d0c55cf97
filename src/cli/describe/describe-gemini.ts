import { geminiArguments } from "../../emit/gemini-policy/gemini-arguments.js";
import { buildFileWord, type GeminiDecision, geminiDecisions, geminiModes, geminiName } from "../../emit/gemini-policy/gemini-decision.js";
import type { ToolModel } from "../../model/tool.js";

/**
 * Returns Gemini CLI's decisions about calls of a tool under the generated policy. `buildFileWord` is the word in its
 * name that makes the client ask about build files.
 */
export function geminiFacts(tool: ToolModel) {
  return { name: geminiName(tool), decisions: geminiDecisions(tool), arguments: geminiArguments(tool), buildFileWord: buildFileWord(tool) };
}

const words: Readonly<Record<GeminiDecision, string>> = { allow: "allowed", ask_user: "asks first", deny: "not shown to the model" };

/** The same in words, one line for modes with the same decision. */
export function describeGemini({
  name,
  decisions,
  arguments: { rules, lost },
  buildFileWord,
}: ReturnType<typeof geminiFacts>): readonly string[] {
  const byMode = geminiModes.map((mode) => {
    const { interactive, headless } = decisions[mode];
    return { mode, says: interactive === headless ? words[interactive] : `${words[interactive]}; unattended: ${words[headless]}` };
  });
  const modes = [...new Set(byMode.map(({ says: effect }) => effect))].map(
    (effect) => `${byMode.flatMap((one) => (one.says === effect ? [one.mode] : [])).join(", ")}: ${effect}`,
  );
  const wary =
    buildFileWord === undefined
      ? []
      : [
          `asks before calls for a build file such as package.json, whatever the policy says: its name contains the word '${buildFileWord}'`,
        ];
  const byArguments = [
    ...rules.map(({ decision, when }) => `${decision === "allow" ? "allowed, unattended too," : "denied"} where ${when}`),
    ...lost.map(({ rule, decision, because }) => `${rule} (${decision}) can't be said: ${because}`),
  ];
  return [`called ${name}`, ...modes, ...byArguments, ...wary];
}
