import { geminiArguments } from "../../emit/gemini-policy/gemini-arguments.js";
import { buildFileWord, geminiDecisions } from "../../emit/gemini-policy/gemini-decision.js";
import type { ToolModel } from "../../model/tool.js";
import { type Finding, ok, someOf } from "./finding.js";

/**
 * Lists the tools that the client, with the generated policy, wouldn't show the model if no user can be asked, with the
 * reasons.
 */
export function diagnoseGeminiUnattended(tools: readonly ToolModel[]): readonly Finding[] {
  const check = "gemini unattended";
  const hidden = tools.filter((tool) => geminiDecisions(tool).default.headless === "deny" && !isAllowedInPart(tool));
  const wary = tools.filter((tool) => !hidden.includes(tool) && buildFileWord(tool) !== undefined);
  const first =
    hidden.length === 0
      ? "Unattended, the client shows every tool."
      : `Unattended, the client hides ${hidden.length} of ${tools.length} tools, which ask first: ${someOf(hidden.map(label))}. Only --yolo shows them.`;
  const second =
    wary.length === 0
      ? ""
      : ` It refuses calls of ${someOf(wary.map(({ name }) => name))} for build files such as package.json, by a word in the name.`;
  return [ok(check, first + second)];
}

const isAllowedInPart = (tool: ToolModel) => geminiArguments(tool).rules.some(({ decision }) => decision === "allow");

const label = ({ name, risk }: ToolModel) => `${name} (${risk.level})`;
