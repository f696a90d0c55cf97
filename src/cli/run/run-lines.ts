import type { AgenticLoopEvent } from "../../runtime/agent/events.js";
import type { FunctionCallOutcome } from "../../runtime/flow/outcome.js";
import { lastLine } from "../../runtime/output/last-line.js";
import { visibleLine } from "../../runtime/output/visible.js";
import type { Style } from "./draw-question.js";
import type { Screen } from "./screen.js";
import { wrapped } from "./wrapped.js";

interface Surroundings {
  readonly screen: Screen;
  readonly paint: (style: Style, text: string) => string;
  /** As much of a line as is shown; `undefined`: nobody's screen limits it. */
  readonly columns: () => number | undefined;
}

interface Running {
  readonly name: string;
  readonly summary: string;
  readonly since: number;
}

/** Where nothing limits a line. */
const longestLine = 300;

/** Shows a run to a person: what the model says as it comes, and a line for each call. */
export function runLines({ screen, paint, columns }: Surroundings): (event: AgenticLoopEvent) => void {
  const running = new Map<string, Running>();
  const line = (mark: string, style: Style, text: string) => {
    const room = (columns() ?? longestLine) - 3;
    const [first = ""] = wrapped(text, room);
    screen.line(`${paint(style, mark)} ${first === text ? text : `${first.slice(0, -1)}…`}`);
  };
  return (event) => {
    switch (event.type) {
      case "text":
        return screen.text(event.text);
      case "turn":
        return screen.endText();
      case "warning":
        return line("!", "yellow", visibleLine(event.message));
      case "started": {
        const { call, tool, invocation } = event;
        const begun = { name: visibleLine(tool.name), summary: visibleLine(invocation.getDescription()), since: performance.now() };
        running.set(call.id, begun);
        return screen.progress(`… ${begun.name} ${begun.summary}`);
      }
      case "output":
        return screen.progress(`… ${running.get(event.call.id)?.name}: ${lastLine(event.output)}`);
      case "result": {
        const { call, outcome } = event;
        const begun = running.get(call.id);
        running.delete(call.id);
        const { mark, style, text } = ending(outcome, begun);
        const what = begun === undefined ? describe(event) : `${begun.name} ${begun.summary}`;
        line(mark, style, `${what.trimEnd()}${text}`);
        return undefined;
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
  if (outcome.status === "success") return { mark: "✓", style: "green", text: took } as const;
  if (outcome.status === "cancelled")
    return { mark: "✗", style: "yellow", text: `${took}: ${begun === undefined ? "denied" : "cancelled"}` } as const;
  return { mark: "✗", style: "red", text: `${took}: ${visibleLine(outcome.result.error?.message ?? "failed")}` } as const;
}
