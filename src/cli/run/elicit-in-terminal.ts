import type { ElicitationHandler, ElicitationRequest, ElicitationResult, ElicitationValue } from "../../contract/confirmation.js";
import { visibleLine, visibleLines } from "../../contract/display-text.js";
import type { AskingTerminal } from "./confirm-in-terminal.js";
import { promptLine } from "./draw-question.js";
import { areNumbered, type ElicitationField, elicitationFields, longestValue, readField } from "./elicitation-field.js";
import type { Keyboard } from "./keyboard.js";
import { cellsOf, painter, roomOf, truncateTo, wrapWords } from "./wrap-text.js";

/** The most fields and lines of a question that are shown. A larger form isn't one for a terminal. */
const mostFields = 20;
const mostLines = 20;
const longestText = 2000;
/** The most characters of a title, and the most choices of a field, that are shown. */
const longestTitle = 200;
const mostChoices = 50;
/** Columns of a prompt that stay free for an answer. */
const answerColumns = 10;

type Terminal = Pick<AskingTerminal, "write" | "canvas"> & { readonly keyboard: Pick<Keyboard, "readLine"> };
type Values = Map<string, ElicitationValue>;

/**
 * Asks what an MCP server wants to know, field by field, and shows all of it before it is sent. Ctrl-C, Ctrl-D and a
 * closed terminal decide nothing.
 */
export async function elicitInTerminal(
  { serverName, message, requestedSchema }: ElicitationRequest,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<ElicitationResult> {
  const fields = elicitationFields(requestedSchema);
  const draw = drawerOf(terminal);
  const server = `the MCP server '${visibleLine(serverName)}'`;
  if (signal.aborted) return { action: "cancel" };
  draw("┌", `Answer ${server}?`, "bold");
  for (const line of visibleLines(message.slice(0, longestText)).slice(0, mostLines)) draw("│", line);
  if (fields.length > mostFields) {
    draw("└", `The form has ${fields.length} fields, which is too many for a terminal. Nothing was sent.`);
    return { action: "cancel" };
  }
  draw("├", "Never enter a password or a key here. Ctrl-C sends nothing.");
  const values: Values = new Map(fields.flatMap(({ name, suggested }) => (suggested === undefined ? [] : [[name, suggested]])));
  for (;;) {
    if (!(await enterFields(fields, values, { terminal, draw, signal }))) return { action: "cancel" };
    for (const { name, title } of fields) draw("├", `${shownTitle(title)}: ${shown(values.get(name))}`);
    const decision = await decide(fields.length > 0, { terminal, draw, signal });
    if (decision === "yes") return { action: "accept", content: inOrder(fields, values) };
    if (decision !== "change") return { action: decision === "no" ? "decline" : "cancel" };
  }
}

const inOrder = (fields: readonly ElicitationField[], values: Values) =>
  Object.fromEntries(
    fields.flatMap(({ name }) => {
      const value = values.get(name);
      return value === undefined ? [] : [[name, value]];
    }),
  );

type Draw = (sign: "┌" | "├" | "│" | "└", text: string, style?: "bold") => void;

interface Entering {
  readonly terminal: Terminal;
  readonly draw: Draw;
  readonly signal: AbortSignal;
}

/** Returns false if the user gives up. */
async function enterFields(fields: readonly ElicitationField[], values: Values, { terminal, draw, signal }: Entering): Promise<boolean> {
  for (const field of fields) {
    const { name, title, choices } = field;
    draw("├", `${shownTitle(title)} (${describeField(field)})`);
    const isNumbered = areNumbered(choices);
    for (const [i, one] of choices.slice(0, mostChoices).entries()) draw("│", `${isNumbered ? i + 1 : "-"} ${shownTitle(one.title)}`);
    if (choices.length > mostChoices) draw("│", `… and ${choices.length - mostChoices} more`);
    for (;;) {
      const current = values.get(name);
      const canvas = terminal.canvas();
      terminal.write(promptLine(fieldPrompt(title, current, roomOf(canvas) - answerColumns), canvas));
      const typed = await terminal.keyboard.readLine(signal, { longest: longestValue, isText: true });
      if (typed.kind === "aborted") terminal.write("\n");
      if (typed.kind !== "line") return false;
      const reading = readField(field, typed.text, current);
      if (reading.kind === "value") values.set(name, reading.value);
      if (reading.kind !== "mistake") break;
      draw("│", reading.message);
    }
  }
  return true;
}

/** A prompt that fits one line. A server's text that the terminal wraps could begin the next line like a prompt. */
function fieldPrompt(title: string, current: ElicitationValue | undefined, room: number): string {
  if (current === undefined) return truncateTo(shownTitle(title), room);
  const label = truncateTo(shownTitle(title), Math.floor(room / 2));
  return `${label} [${truncateTo(shown(current), room - cellsOf(label) - 3)}]`;
}

const shownTitle = (title: string): string => visibleLine(title.slice(0, longestTitle));

/** `text, required: Your full name` */
function describeField({ type, isRequired, description }: ElicitationField): string {
  const what = type === "choices" ? "choices, with commas between them" : type;
  return `${what}${isRequired ? "" : ", optional"}${description === "" ? "" : `: ${visibleLine(description.slice(0, longestText))}`}`;
}

const shown = (value: ElicitationValue | undefined): string => {
  if (value === undefined) return "nothing";
  if (typeof value === "boolean") return value ? "yes" : "no";
  const text = typeof value === "object" ? value.join(", ") : String(value);
  return visibleLine(text.length > longestText ? `${text.slice(0, longestText)}…` : text);
};

const decisions = ["yes", "no", "change"] as const;

async function decide(hasFields: boolean, { terminal, draw, signal }: Entering): Promise<(typeof decisions)[number] | "cancel"> {
  const offered = decisions.filter((one) => hasFields || one !== "change");
  for (;;) {
    terminal.write(promptLine(`Send it? ${offered.map((one) => `[${one.slice(0, 1)}]${one.slice(1)}`).join(", ")}`, terminal.canvas()));
    const typed = await terminal.keyboard.readLine(signal);
    if (typed.kind === "aborted") terminal.write("\n");
    if (typed.kind !== "line") return "cancel";
    const text = typed.text.trim().toLowerCase();
    const decision = text === "" ? undefined : offered.find((one) => one.startsWith(text));
    if (decision !== undefined) return decision;
    draw("│", `Answer with ${offered.join(", ")}.`);
  }
}

/** Draws lines that fit the terminal. Those after the first begin with `│`, so no text can begin one like a label. */
function drawerOf({ write, canvas }: Terminal): Draw {
  return (sign, text, style) => {
    const paint = painter(canvas().color);
    for (const [i, line] of wrapWords(text, roomOf(canvas()), 2).entries())
      write(`${paint("dim", i === 0 ? sign : "│")} ${style === undefined ? line : paint(style, line)}\n`);
  };
}

/**
 * Asks at the terminal what MCP servers want to know. The registry connects to them before the terminal is open, and
 * tells them then whether a user can be asked.
 */
export class TerminalElicitation {
  #ask: ElicitationHandler | undefined;

  readonly handler: ElicitationHandler = async (request, options) => (await this.#ask?.(request, options)) ?? { action: "cancel" };

  open(ask: ElicitationHandler): void {
    this.#ask = ask;
  }

  close(): void {
    this.#ask = undefined;
  }
}
