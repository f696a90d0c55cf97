import { ToolConfirmationOutcome } from "../../runtime/contract/confirmation.js";

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
export type Typed =
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
