import type { CallRisk } from "../../runtime/consent/call-risk.js";
import type { RiskLevel } from "../../runtime/definition.js";
import type { ConfirmationRequest } from "../../runtime/flow/confirm.js";
import { visible, visibleLine, visibleLines } from "../../runtime/output/visible.js";
import type { ToolCallConfirmationDetails, ToolEditConfirmationDetails } from "../../runtime/tool/confirmation.js";
import type { Answer } from "./answers.js";

/** A line of what is to be confirmed, and what of it a colour may tell. */
export interface BodyLine {
  readonly text: string;
  readonly tone: "plain" | "added" | "removed" | "place";
}

/** What a person is asked, as texts that may go to a terminal. */
export interface Question {
  readonly title: string;
  readonly tool: string;
  /** `undefined`: nobody knows how much harm it can do. */
  readonly level: RiskLevel | undefined;
  /** What has to be known before an answer: what the call does to the world, to which paths, and what asks. */
  readonly notes: readonly string[];
  /** What it is about: a file, a server. */
  readonly facts: readonly (readonly [label: string, text: string])[];
  /** The change, the command, the arguments. */
  readonly body: readonly BodyLine[];
  /** More that `show` shows. */
  readonly more: readonly BodyLine[];
  /** What can be answered. */
  readonly answers: readonly Answer[];
}

/** What to ask about a call. */
export function questionOf({ tool, invocation, metadata, risk, details }: ConfirmationRequest): Question {
  const { facts, body } = contentOf(details);
  const level = risk?.level ?? metadata?.riskLevel;
  return {
    title: visibleLine(details.title),
    tool: visibleLine(tool.name),
    level,
    notes: [
      ...(details.systemMessage === undefined ? impactLines(invocation) : visibleLines(details.systemMessage).flatMap(unlessLevel(level))),
      ...(risk?.from === undefined ? [] : [`Asked by ${visibleLine(risk.from)}.`]),
    ],
    facts,
    body,
    more: [
      plain(""),
      plain("The arguments:"),
      ...jsonLines(invocation.params),
      plain(""),
      plain("What the tool says of itself:"),
      ...visibleLines(tool.description).map(plain),
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

function impactLines(invocation: ConfirmationRequest["invocation"]): readonly string[] {
  const impact = invocation.getExplanation?.() ?? "";
  return impact === "" ? [] : visibleLines(impact);
}

/** The message begins with the level, which is said before. */
const unlessLevel =
  (level: RiskLevel | undefined) =>
  (line: string): readonly string[] => {
    const said = level === undefined ? "" : `${level.charAt(0).toUpperCase()}${level.slice(1)}`;
    if (line === `${said}.`) return [];
    return [said !== "" && line.startsWith(`${said}: `) ? line.slice(said.length + 2) : line];
  };

/** Whether "always" can be put into the user's settings so that it holds. */
const maySave = (risk: CallRisk | undefined) => risk?.canBeSaved === true && risk.from?.startsWith("toolgen.yaml") !== true;

type Content = Pick<Question, "facts" | "body">;

function contentOf(details: ToolCallConfirmationDetails): Content {
  switch (details.type) {
    case "edit":
      return { facts: [["File", visibleLine(details.filePath)]], body: diffLines(details) };
    case "exec":
      return { facts: [], body: visibleLines(details.command).map(plain) };
    case "mcp": {
      const { serverName, toolName, toolArgs = {} } = details;
      const facts = [["Server", visibleLine(serverName)] as const, ["Its tool", visibleLine(toolName)] as const];
      return { facts, body: jsonLines(toolArgs) };
    }
    case "info":
      return {
        facts: (details.urls ?? []).map((url) => ["URL", visibleLine(url)] as const),
        body: visibleLines(details.prompt).map(plain),
      };
    case "sandbox_expansion":
      return {
        facts: [],
        body: [
          ...visibleLines(details.command).map(plain),
          plain("with more than its sandbox gives:"),
          ...jsonLines(details.additionalPermissions),
        ],
      };
    case "ask_user":
      return { facts: [], body: jsonLines(details.questions) };
    case "exit_plan_mode":
      return { facts: [["Plan", visibleLine(details.planPath)]], body: [] };
  }
}

/** The change without the header of the diff: which file it is, is said before. */
function diffLines({ fileDiff, originalContent }: ToolEditConfirmationDetails): readonly BodyLine[] {
  const lines = fileDiff.replace(/\n$/, "").split("\n");
  const first = lines.findIndex((line) => line.startsWith("@@"));
  if (first !== -1) return lines.slice(first).map((line) => ({ text: visible(line), tone: toneOf(line) }));
  return [plain(originalContent === null ? "A new file without content." : "Nothing of the file would change.")];
}

function toneOf(line: string): BodyLine["tone"] {
  if (line.startsWith("@@")) return "place";
  return line.startsWith("+") ? "added" : line.startsWith("-") ? "removed" : "plain";
}

const plain = (text: string): BodyLine => ({ text, tone: "plain" });

const jsonLines = (value: unknown) => visibleLines(JSON.stringify(value, null, 2)).map(plain);
