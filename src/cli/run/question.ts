import type { ToolCallConfirmationDetails, ToolEditConfirmationDetails } from "../../runtime/contract/confirmation.js";
import type { RiskLevel } from "../../runtime/contract/risk.js";
import type { ConfirmationRequest } from "../../runtime/flow/ask-to-confirm.js";
import type { CallRisk } from "../../runtime/policy/call-risk.js";
import { countSpaces, escapeControl, visibleLine, visibleLines } from "../../runtime/text/escape-control.js";
import { visibleValue } from "../../runtime/text/visible-value.js";
import type { AnswerKey } from "./answer-keys.js";

/** A line of the call to confirm, and its colour. */
export interface BodyLine {
  readonly text: string;
  readonly tone: "plain" | "added" | "removed" | "place";
}

/** A label of toolgen's own, and a value of any origin. */
export type Fact = readonly [label: string, value: string];

/** A question to the user, as texts that are safe for a terminal. */
export interface TerminalQuestion {
  readonly title: string;
  readonly tool: string;
  /** `undefined` if the harm is unknown. */
  readonly level: RiskLevel | undefined;
  /** The impact of the call, its paths, why it requires confirmation, its file or server. */
  readonly facts: readonly Fact[];
  /** The change, the command, the arguments. */
  readonly body: readonly BodyLine[];
  /** Additional text for `show`. */
  readonly more: readonly BodyLine[];
  /** The possible answers. */
  readonly answers: readonly AnswerKey[];
}

/** Returns the question about a call. */
export function terminalQuestion({ tool, invocation, metadata, risk, details }: ConfirmationRequest): TerminalQuestion {
  const { facts, body } = contentOf(details);
  const level = risk?.level ?? metadata?.riskLevel;
  return {
    title: visibleLine(details.title),
    tool: visibleValue(tool.name),
    level,
    facts: [
      ...(details.systemMessage === undefined ? impactOf(invocation) : messageFacts(details.systemMessage, level)),
      ...(risk?.from === undefined ? [] : [["Asked by", visibleLine(risk.from)] as const]),
      ...facts,
    ],
    body,
    more: [
      plain(""),
      plain("The arguments:"),
      ...jsonLines(invocation.params),
      plain(""),
      plain("What the tool says about itself:"),
      ...visibleLines(tool.description).map((line) => plain(`  ${line}`)),
    ],
    answers: [
      "yes",
      "no",
      "always",
      ...(maySave(risk) ? (["save"] as const) : []),
      ...(details.type === "mcp" ? (["server"] as const) : []),
      ...(details.type === "edit" ? (["edit"] as const) : []),
      "show",
      "quit",
    ],
  };
}

function impactOf(invocation: ConfirmationRequest["invocation"]): readonly Fact[] {
  const impact = invocation.getExplanation?.() ?? "";
  return impact === "" ? [] : [["Impact", visibleLine(impact)]];
}

/** The labels of `pathLines` and of a program's notes. */
const ownLabel = /^(Reads|Writes|Reads and writes|Folder|Arguments): (.*)$/u;

/**
 * Splits a confirmation's message into lines. The one that begins with the level is the impact; the level itself is
 * shown at the prompt.
 */
function messageFacts(message: string, level: RiskLevel | undefined): readonly Fact[] {
  const word = level === undefined ? undefined : `${level.charAt(0).toUpperCase()}${level.slice(1)}`;
  const lines = visibleLines(message);
  const first = word === undefined ? -1 : lines.findIndex((line) => line === `${word}.` || line.startsWith(`${word}: `));
  return lines.flatMap((line, i): readonly Fact[] => {
    if (i === first) return line === `${word}.` ? [] : [["Impact", line.slice(`${word}: `.length)]];
    const [, label, value] = ownLabel.exec(line) ?? [];
    return [label === undefined || value === undefined ? ["Note", line] : [label, value]];
  });
}

/** Returns true if "always" can be saved in the user's settings with an effect. */
const maySave = (risk: CallRisk | undefined) => risk?.canBeSaved === true && risk.from?.startsWith("toolgen.yaml") !== true;

type Content = Pick<TerminalQuestion, "facts" | "body">;

function contentOf(details: ToolCallConfirmationDetails): Content {
  switch (details.type) {
    case "edit":
      return { facts: [["File", visibleValue(details.filePath)]], body: diffLines(details) };
    case "exec":
      return { facts: [], body: textLines(details.command) };
    case "mcp": {
      const { serverName, toolName, toolArgs = {} } = details;
      const facts = [["Server", visibleValue(serverName)] as const, ["Its tool", visibleValue(toolName)] as const];
      return { facts, body: jsonLines(toolArgs) };
    }
    case "info":
      return {
        facts: (details.urls ?? []).map((url) => ["URL", visibleLine(url)] as const),
        body: textLines(details.prompt),
      };
    case "sandbox_expansion":
      return {
        facts: [],
        body: [...textLines(details.command), plain("with more than its sandbox gives:"), ...jsonLines(details.additionalPermissions)],
      };
    case "ask_user":
      return { facts: [], body: jsonLines(details.questions) };
    case "exit_plan_mode":
      return { facts: [["Plan", visibleValue(details.planPath)]], body: [] };
  }
}

/** The change without the header of the diff, because the file is shown before. */
function diffLines({ fileDiff, originalContent }: ToolEditConfirmationDetails): readonly BodyLine[] {
  const lines = fileDiff.replace(/\n$/, "").split("\n");
  const first = lines.findIndex((line) => line.startsWith("@@"));
  if (first !== -1) return lines.slice(first).map((line) => ({ text: escapeControl(line), tone: toneOf(line) }));
  return [plain(originalContent === null ? "A new file without content." : "The file would not change.")];
}

function toneOf(line: string): BodyLine["tone"] {
  if (line.startsWith("@@")) return "place";
  return line.startsWith("+") ? "added" : line.startsWith("-") ? "removed" : "plain";
}

const plain = (text: string): BodyLine => ({ text, tone: "plain" });

/**
 * The lines of a command or a request, which values of several lines may be in. Those after the first are indented, and
 * spaces within a line are counted, so a value can't put its text where a label would be.
 */
const textLines = (text: string): readonly BodyLine[] =>
  visibleLines(text.replace(/(?<=\S)[ \u3000]{3,}/g, countSpaces)).map((line, i) => plain(i === 0 || line === "" ? line : `  ${line}`));

const jsonLines = (value: unknown) => visibleLines(JSON.stringify(value, null, 2)).map(plain);
