import type { AgenticLoopEvent, AgenticLoopResult } from "../../agent/agentic-loop.js";
import type { ConfirmationRequest } from "../../agent/ask-to-confirm.js";
import type { FunctionCallOutcome } from "../../agent/tool-result.js";
import { lastLine } from "../../call/shape-result.js";
import { type ElicitationRequest, ToolConfirmationOutcome } from "../../contract/confirmation.js";
import { visibleLine, visibleLines } from "../../contract/display-text.js";
import type { Screen } from "./screen.js";
import { type Style, truncateTo, wrapText, wrapWords } from "./wrap-text.js";

interface LinesOutput {
  readonly screen: Screen;
  readonly paint: (style: Style, text: string) => string;
  /** The width of a shown line; `undefined` without a screen. */
  readonly columns: () => number | undefined;
}

interface Running {
  readonly name: string;
  readonly summary: string;
  readonly since: number;
}

/** The width if nothing limits a line. */
const longestLine = 300;
/** The number of lines for a failure's reason on a terminal that is too narrow for it. */
const mostLines = 6;

/** A call, its outcome, and the reason if it failed. */
interface CallLine {
  readonly what: string;
  readonly end: string;
  readonly reason?: string;
}

/** Shows a run to the user: the model's text as it arrives, and a line for each call. */
export function runLines({ screen, paint, columns }: LinesOutput): (event: AgenticLoopEvent) => void {
  const running = new Map<string, Running>();
  /** The call is truncated, but its outcome must be visible. A reason that is too long follows below. */
  const line = (mark: string, style: Style, { what, end, reason }: CallLine) => {
    const limit = columns();
    const room = (limit ?? longestLine) - 3;
    const why = reason === undefined ? [] : visibleLines(reason.trim()).filter((each) => each.trim() !== "");
    const whole = `${what}${end}${reason === undefined ? "" : `: ${visibleLine(reason)}`}`;
    const isShort = why.length < 2 && wrapText(whole, room).length === 1;
    if (isShort || (why.length > 0 && limit === undefined)) return screen.line(`${paint(style, mark)} ${truncateTo(whole, room)}`);
    const tail = why.length > 0 ? `${end}:` : end;
    screen.line(`${paint(style, mark)} ${truncateTo(what, room - tail.length)}${tail}`);
    for (const piece of few(why.flatMap((each) => wrapWords(each, room)))) screen.line(`${paint("dim", "│")} ${piece}`);
  };
  return (event) => {
    switch (event.type) {
      case "text":
        return screen.text(event.text);
      case "turn":
        return screen.endText();
      case "warning":
        return line("!", "yellow", { what: "warning", end: "", reason: event.message });
      case "started": {
        const { call, tool, invocation } = event;
        const started = { name: visibleLine(tool.name), summary: visibleLine(invocation.getDescription()), since: performance.now() };
        running.set(call.id, started);
        return screen.progress(`… ${started.name} ${started.summary}`);
      }
      case "output":
        return screen.progress(`… ${running.get(event.call.id)?.name}: ${lastLine(event.output)}`);
      case "result": {
        const { call, outcome } = event;
        const started = running.get(call.id);
        running.delete(call.id);
        const { mark, style, ...ended } = ending(outcome, started);
        const what = started === undefined ? describe(event) : `${started.name} ${started.summary}`;
        return line(mark, style, { what: what.trimEnd(), ...ended });
      }
      default:
        return undefined;
    }
  };
}

/** A call that has not run. */
function describe({ call, outcome: { tool, invocation } }: Extract<AgenticLoopEvent, { type: "result" }>): string {
  const name = visibleLine(tool?.name ?? call.name);
  return invocation === undefined ? name : `${name} ${visibleLine(invocation.getDescription())}`;
}

function ending(outcome: FunctionCallOutcome, begun: Running | undefined) {
  const took = begun === undefined ? "" : ` (${((performance.now() - begun.since) / 1000).toFixed(1)} s)`;
  if (outcome.status === "success") return { mark: "✓", style: "green", end: took } as const;
  if (outcome.status === "cancelled")
    return { mark: "✗", style: "yellow", end: `${took}: ${begun === undefined ? whyNotBegun(outcome) : "cancelled"}` } as const;
  return { mark: "✗", style: "red", end: took, reason: outcome.result.error?.message ?? "failed" } as const;
}

/** If no user could be asked, no user has denied it. */
const whyNotBegun = ({ confirmation, unattended }: FunctionCallOutcome) =>
  confirmation === ToolConfirmationOutcome.Cancel && !unattended ? "denied" : "not run";

const few = (lines: readonly string[]): readonly string[] =>
  lines.length <= mostLines ? lines : [...lines.slice(0, mostLines - 1), `${lines[mostLines - 1]?.slice(0, -1)}…`];

/** An event as a line of JSON. Names and values are as the model sent them: JSON escapes control characters. */
export function eventLine(event: AgenticLoopEvent): string {
  switch (event.type) {
    case "text":
    case "reasoning":
    case "warning":
      return line(event);
    case "turn": {
      const { turn, usage, total } = event;
      return line({ type: "turn", turn, usage, total });
    }
    case "call":
      return line({ type: "call", ...event.call });
    case "started": {
      const { call, tool, invocation } = event;
      return line({ type: "started", id: call.id, tool: tool.name, args: invocation.params, description: invocation.getDescription() });
    }
    case "output":
      return line({ type: "output", id: event.call.id, output: event.output });
    case "result": {
      const { call, outcome } = event;
      const { status, functionResponse, confirmation, tool } = outcome;
      return line({
        type: "result",
        id: call.id,
        tool: tool?.name ?? call.name,
        status,
        ...functionResponse.response,
        ...(confirmation === undefined ? {} : { confirmation }),
      });
    }
  }
}

/** Describes a call that the user is asked about. */
export function askedLine({ id }: { readonly id: string }, { tool, invocation, metadata, risk, details }: ConfirmationRequest): string {
  const { onConfirm: _, ...shown } = details;
  const level = risk?.level ?? metadata?.riskLevel;
  return line({ type: "asked", id, tool: tool.name, args: invocation.params, level, metadata, details: shown });
}

/** Describes what an MCP server asks the user during a call. */
export const elicitationLine = ({ serverName, message, requestedSchema }: ElicitationRequest): string =>
  line({ type: "elicitation", server: serverName, message, requestedSchema });

/** How the run ended, always the last line. */
export function endLine({ status, reason, text, turns, usage }: AgenticLoopResult): string {
  return line({ type: "end", status, ...(reason === undefined ? {} : { reason }), text, turns, usage });
}

/** C1 controls and line separators are valid in JSON, and some terminals act on them. */
const line = (value: unknown) => JSON.stringify(value).replace(/[\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g, escaped);

const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
