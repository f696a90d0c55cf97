import { ToolConfirmationOutcome } from "../../runtime/contract/confirmation.js";

/** What can be answered to a question, and what it means. */
const meanings = {
  yes: "this call is carried out",
  no: "this call is not carried out; the model is told, and goes on",
  always: "this call, and in this run every further one like it: of a dangerous call, with the same arguments",
  save: "as always, and from now on: it is written into your settings",
  server: "this call, and in this run every call of the tools of this server as they are now",
  edit: "opens your editor on the proposed content, and asks again about what came back",
  show: "shows all of it, with the arguments as they are",
  quit: "ends the run; nothing is decided about this call, and with --save it is asked about again by --resume",
} as const;

export type AnswerKey = keyof typeof meanings;

const words = Object.keys(meanings) as readonly AnswerKey[];

/** What was typed: an answer, a wish to know what can be answered, or neither. */
export type Typed =
  | { readonly kind: "answer"; readonly answer: AnswerKey }
  | { readonly kind: "help" }
  | { readonly kind: "unknown"; readonly message: string };

/** Understands `y`, `Yes`, `alw`: the beginning of one of these answers. Of two with the same beginning `s` is "show", which does nothing to anybody. */
export function understand(text: string, answers: readonly AnswerKey[]): Typed {
  const typed = text.trim().toLowerCase();
  if (typed === "?" || typed === "help") return { kind: "help" };
  if (typed === "") return unknown("Nothing is chosen by Enter alone.");
  const meant = words.filter((word) => word.startsWith(typed));
  const offered = meant.filter((word) => answers.includes(word));
  const answer = typed === "s" ? "show" : offered[0];
  if (answer !== undefined && (typed === "s" || offered.length === 1)) return { kind: "answer", answer };
  if (offered.length > 1) return unknown(`That may be ${offered.join(" or ")}.`);
  return unknown(meant[0] === undefined ? "That is no answer." : notHere[meant[0]]);
}

const unknown = (message: string): Typed => ({ kind: "unknown", message });

/** Why an answer isn't offered. */
const notHere: Readonly<Record<AnswerKey, string>> = {
  yes: "That is no answer here.",
  no: "That is no answer here.",
  always: "That is no answer here.",
  save: "This can't be put into your settings: the project's are stricter, or settings can't tell such calls from others.",
  server: "This tool is of no MCP server.",
  edit: "There is no content to edit: this call doesn't show beforehand what it does to a file.",
  show: "That is no answer here.",
  quit: "That is no answer here.",
};

/** Whether an answer carries the call out, for whoever asked the tool, or ends the loop with nothing decided. */
export const outcomes: Readonly<Record<Exclude<AnswerKey, "show">, ToolConfirmationOutcome | "pause">> = {
  yes: ToolConfirmationOutcome.ProceedOnce,
  no: ToolConfirmationOutcome.Cancel,
  always: ToolConfirmationOutcome.ProceedAlways,
  save: ToolConfirmationOutcome.ProceedAlwaysAndSave,
  server: ToolConfirmationOutcome.ProceedAlwaysServer,
  edit: ToolConfirmationOutcome.ModifyWithEditor,
  quit: "pause",
};

/** The least that must be typed. */
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

export const helpOnKeys = "Ctrl-C and Ctrl-D mean no. The first letters of an answer do, and Enter after them.";
