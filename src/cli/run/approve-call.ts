import { ToolConfirmationOutcome } from "../../runtime/contract/confirmation.js";
import type { ConfirmationAnswer, ConfirmationRequest } from "../../runtime/flow/ask-to-confirm.js";
import { onlyTheUser } from "../../runtime/refusal/refusal.late.js";
import { DiscoveredMCPTool } from "../../runtime/registry/mcp/discovered-mcp-tool.js";
import { outcomes } from "./answer-keys.js";
import type { TerminalDecision } from "./ask.js";
import { type TerminalQuestion, terminalQuestion } from "./question.js";

/** What becomes of a call that somebody would be asked about, where there is nobody. */
export type UnattendedOption = "allow" | "deny" | "pause";

export interface Confirming {
  /** Asks somebody; `undefined`: there is nobody. */
  readonly ask: ((question: TerminalQuestion, signal: AbortSignal) => Promise<TerminalDecision>) | undefined;
  /** What `--unattended` says, which goes before settings. */
  readonly unattended: UnattendedOption | undefined;
  /** What it is where settings don't say either. */
  readonly whenAlone: UnattendedOption;
  /** The user's settings file, if there can be one. */
  readonly settings: string | undefined;
  /** Tells the user something in a line. */
  readonly say: (line: string) => void;
}

/** Decides on a call: by asking, or by what is to be where nobody can be asked. What an "always" is about, and how it is kept, is the registry's affair. */
export async function approveCall(request: ConfirmationRequest, { ask, ...alone }: Confirming): Promise<ConfirmationAnswer | "pause"> {
  if (ask === undefined) return answerAlone(request, alone);
  const decided = await ask(terminalQuestion(request), request.signal);
  return decided === "aborted" ? ToolConfirmationOutcome.Cancel : outcomes[decided];
}

function answerAlone(
  { tool, invocation, risk, metadata }: ConfirmationRequest,
  { unattended, whenAlone, settings, say }: Omit<Confirming, "ask">,
): ConfirmationAnswer | "pause" {
  const said = invocation.getUnattended?.();
  const word = unattended ?? said ?? whenAlone;
  if (word === "pause") return "pause";
  if (word === "allow") return { outcome: ToolConfirmationOutcome.ProceedOnce, unattended: true };
  if (unattended === "deny") {
    say(`${tool.name} was not carried out: it is to be confirmed, and nobody is asked (--unattended deny).`);
    return { outcome: ToolConfirmationOutcome.Cancel, unattended: true };
  }
  const level = risk?.level ?? metadata?.riskLevel;
  const why = `this ${level === undefined ? "" : `${level} `}call is to be confirmed, and there is no terminal to ask at`;
  const forNow = `--risk ${tool.name}=allow allows it for a run, --unattended allow all such calls`;
  const forGood = [
    ...(settings === undefined ? [] : [`"confirm": { "unattended": "allow" } in ${settings}`]),
    // The project speaks of its own tools.
    ...(tool instanceof DiscoveredMCPTool ? [] : ["confirm: { unattended: allow } in toolgen.yaml"]),
  ].join(", or ");
  say(
    said === undefined
      ? `${tool.name} was not carried out: ${why}. ${forNow}${forGood === "" ? "" : `; for good: ${forGood}`}.`
      : `${tool.name} was not carried out: ${why}, and settings say unattended: ${said}. ${forNow}.`,
  );
  return { outcome: ToolConfirmationOutcome.Cancel, reason: nobodyToAsk(tool.name, level), unattended: true };
}

/** What the model is told: nobody has denied it. */
const nobodyToAsk = (tool: string, level: string | undefined) =>
  `${tool} was not run: this ${level === undefined ? "" : `${level} `}call must be confirmed, and there is no one to ask here. ${onlyTheUser()}`;
