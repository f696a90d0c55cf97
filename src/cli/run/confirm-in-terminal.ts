import { ToolConfirmationOutcome } from "../../runtime/contract/confirmation.js";
import type { ConfirmationAnswer, ConfirmationRequest } from "../../runtime/flow/ask-to-confirm.js";
import { onlyTheUser } from "../../runtime/refusal/refusal.late.js";
import { DiscoveredMCPTool } from "../../runtime/registry/mcp/discovered-mcp-tool.js";
import { outcomes } from "./answer-keys.js";
import type { TerminalDecision } from "./ask-in-terminal.js";
import { type TerminalQuestion, terminalQuestion } from "./question.js";

/** The decision about a call that requires confirmation, without a user to ask. */
export type UnattendedOption = "allow" | "deny" | "pause";

export interface Confirming {
  /** Asks the user; `undefined` if there is none. */
  readonly ask: ((question: TerminalQuestion, signal: AbortSignal) => Promise<TerminalDecision>) | undefined;
  /** The value of `--unattended`, which precedes settings. */
  readonly unattended: UnattendedOption | undefined;
  /** The decision if settings have none either. */
  readonly whenAlone: UnattendedOption;
  /** The user's settings file, if there can be one. */
  readonly settings: string | undefined;
  /** Tells the user something in a line. */
  readonly say: (line: string) => void;
}

/**
 * Decides on a call by asking the user, or by the settings if no user can be asked. The registry decides which calls an
 * "always" covers, and saves it.
 */
export async function confirmInTerminal(
  request: ConfirmationRequest,
  { ask, ...alone }: Confirming,
): Promise<ConfirmationAnswer | "pause"> {
  if (ask === undefined) return answerAlone(request, alone);
  const decided = await ask(terminalQuestion(request), request.signal);
  return decided === "aborted" ? ToolConfirmationOutcome.Cancel : outcomes[decided];
}

function answerAlone(
  { tool, invocation, risk, metadata }: ConfirmationRequest,
  { unattended, whenAlone, settings, say }: Omit<Confirming, "ask">,
): ConfirmationAnswer | "pause" {
  const setting = invocation.getUnattended?.();
  const word = unattended ?? setting ?? whenAlone;
  if (word === "pause") return "pause";
  if (word === "allow") return { outcome: ToolConfirmationOutcome.ProceedOnce, unattended: true };
  if (unattended === "deny") {
    say(`${tool.name} was not run: it requires confirmation, and --unattended deny refuses it.`);
    return { outcome: ToolConfirmationOutcome.Cancel, unattended: true };
  }
  const level = risk?.level ?? metadata?.riskLevel;
  const why = `this ${level === undefined ? "" : `${level} `}call requires confirmation, and there is no terminal to ask at`;
  const forNow = `--risk ${tool.name}=allow allows it for a run, --unattended allow all such calls`;
  const forGood = [
    ...(settings === undefined ? [] : [`"confirm": { "unattended": "allow" } in ${settings}`]),
    // The project's settings apply to its own tools.
    ...(tool instanceof DiscoveredMCPTool ? [] : ["confirm: { unattended: allow } in toolgen.yaml"]),
  ].join(", or ");
  say(
    setting === undefined
      ? `${tool.name} was not run: ${why}. ${forNow}${forGood === "" ? "" : `; for good: ${forGood}`}.`
      : `${tool.name} was not run: ${why}, and settings say unattended: ${setting}. ${forNow}.`,
  );
  return { outcome: ToolConfirmationOutcome.Cancel, reason: nobodyToAsk(tool.name, level), unattended: true };
}

/** The model's message, which must not say that the user denied the call. */
const nobodyToAsk = (tool: string, level: string | undefined) =>
  `${tool} was not run: this ${level === undefined ? "" : `${level} `}call must be confirmed, and there is no one to ask here. ${onlyTheUser()}`;
