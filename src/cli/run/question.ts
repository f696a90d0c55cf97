import type { ConfirmationRequest } from "../../agent/ask-to-confirm.js";
import type { CallRisk } from "../../call/approvals.js";
import {
  type ToolCallConfirmationDetails,
  ToolConfirmationOutcome,
  type ToolEditConfirmationDetails,
} from "../../contract/confirmation.js";
import { countSpaces, escapeControl, visibleLine, visibleLines, visibleValue } from "../../contract/display-text.js";
import type { RiskLevel } from "../../contract/risk.js";

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

/** The possible answers to a question, and their meanings. */
const meanings = {
  yes: "run this call",
  no: "don't run this call; the model gets a message and continues",
  always: "run this call, and similar ones in this run; for a dangerous call, only the same arguments",
  save: "as always, and in later runs: it is saved in your settings",
  server: "run this call, and every call of this server's current tools in this run",
  edit: "edit the proposed content in your editor, and ask again about the result",
  show: "show everything, with the arguments",
  quit: "end the run without a decision; with --save, --resume asks again",
} as const;

export type AnswerKey = keyof typeof meanings;

const words = Object.keys(meanings) as readonly AnswerKey[];

/** A typed line: an answer, a request for the list of answers, or neither. */
type Typed =
  | { readonly kind: "answer"; readonly answer: AnswerKey }
  | { readonly kind: "help" }
  | { readonly kind: "unknown"; readonly message: string };

/** Understands `y`, `Yes`, `alw`: the beginning of one of these answers. `s` alone is "show", which has no effect. */
export function understand(text: string, answers: readonly AnswerKey[]): Typed {
  const typed = text.trim().toLowerCase();
  if (typed === "?" || typed === "help") return { kind: "help" };
  if (typed === "") return unknown("Type an answer before pressing Enter.");
  const meant = words.filter((word) => word.startsWith(typed));
  const offered = meant.filter((word) => answers.includes(word));
  const answer = typed === "s" ? "show" : offered[0];
  if (answer !== undefined && (typed === "s" || offered.length === 1)) return { kind: "answer", answer };
  if (offered.length > 1) return unknown(`That may be ${offered.join(" or ")}.`);
  return unknown(meant[0] === undefined ? "That is not an answer." : notHere[meant[0]]);
}

const unknown = (message: string): Typed => ({ kind: "unknown", message });

/** Why an answer isn't available. */
const notHere: Readonly<Record<AnswerKey, string>> = {
  yes: "That answer is not available here.",
  no: "That answer is not available here.",
  always: "That answer is not available here.",
  save: "This can't be saved in your settings: the project's are stricter, or settings can't describe such calls.",
  server: "This tool does not come from an MCP server.",
  edit: "There is no content to edit: this call can't preview its change.",
  show: "That answer is not available here.",
  quit: "That answer is not available here.",
};

/** The outcome of each answer for the code that asked, or the end of the loop without a decision. */
export const outcomes: Readonly<Record<Exclude<AnswerKey, "show">, ToolConfirmationOutcome | "pause">> = {
  yes: ToolConfirmationOutcome.ProceedOnce,
  no: ToolConfirmationOutcome.Cancel,
  always: ToolConfirmationOutcome.ProceedAlways,
  save: ToolConfirmationOutcome.ProceedAlwaysAndSave,
  server: ToolConfirmationOutcome.ProceedAlwaysServer,
  edit: ToolConfirmationOutcome.ModifyWithEditor,
  quit: "pause",
};

/** The shortest unambiguous input. */
const shortest = (answer: AnswerKey) => (answer === "save" || answer === "server" ? answer.slice(0, 2) : answer.slice(0, 1));

/** `[y]es, [n]o, [s]how, [?]` */
export const keyChoices = (answers: readonly AnswerKey[]): string =>
  [...answers.map((answer) => `[${shortest(answer)}]${answer.slice(shortest(answer).length)}`), "[?]"].join(", ");

/** `[y/n/s/?]` */
export const shortKeyChoices = (answers: readonly AnswerKey[]): string => `[${[...answers.map(shortest), "?"].join("/")}]`;

/** Where the meaning of an answer begins. */
export const helpIndent = 8;

/** A line for each answer. */
export const helpLines = (answers: readonly AnswerKey[]): readonly string[] =>
  answers.map((answer) => `${answer.padEnd(helpIndent)}${meanings[answer]}`);

export const helpOnKeys = "Ctrl-C and Ctrl-D mean no. Type the first letters of an answer, then Enter.";
