import type { AgenticLoopEvent } from "../../runtime/agent/agentic-loop-event.js";
import { ToolConfirmationOutcome } from "../../runtime/contract/confirmation.js";
import type { FunctionCallOutcome } from "../../runtime/flow/function-call-outcome.js";
import { lastLine } from "../../runtime/result/last-line.js";
import { visibleLine, visibleLines } from "../../runtime/text/escape-control.js";
import type { Style } from "./canvas.js";
import type { Screen } from "./screen.js";
import { truncateTo, wrapText, wrapWords } from "./wrap-text.js";

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
