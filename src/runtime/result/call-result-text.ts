import type { UnfinishedCall } from "../contract/call-result.js";
import { denialText } from "../refusal/denial-text.late.js";
import { renderRefusal } from "../refusal/refusal.late.js";
import { joinLines } from "./bytes-over-limit.js";
import { failureLines } from "./failure-lines.late.js";

/**
 * Renders why a call isn't done: the text that every client shows its model. What a failed program printed on standard
 * error is at its end; what it printed on standard output isn't in it.
 */
export function callResultText(result: UnfinishedCall): string {
  const text = textOf(result);
  return result.unlogged === undefined ? text : joinLines(text, `${result.unlogged}\n`);
}

function textOf(result: UnfinishedCall): string {
  switch (result.kind) {
    case "refused":
      return `${renderRefusal(result.tool, result.refusal)}\n`;
    case "denied": {
      const { denial, tool } = result;
      return denial.code === "refused-before" ? callResultText(denial.before) : `${denialText(tool, denial)}\n`;
    }
    case "failed": {
      const { tool, reason, notes = [], stderr } = result;
      return joinLines([...failureLines(tool, reason), ...notes].map((line) => `${line}\n`).join(""), stderr);
    }
  }
}
