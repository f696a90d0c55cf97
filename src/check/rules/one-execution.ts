import { diagnostic } from "../../diagnostics/codes.js";
import type { Diagnostic } from "../../diagnostics/diagnostic.js";
import type { ToolContext } from "../context.js";
import { suggestKey } from "../language/suggest-key.js";

const executions = ["command", "shell", "handler", "http", "mcp", "host"] as const;

/** Keys whose own diagnostic says how to write them. */
const helpsToExecute = (key: string) => (["url", "method", "bash", "sh"].includes(key) ? key : undefined);

/** Exactly one of `command`, `shell`, `handler`, `http`, `mcp` and `host` must say what runs a tool. */
export function checkOneExecution(tool: ToolContext): readonly Diagnostic[] {
  const declaredExecutions = executions.filter((key) => tool.has(key));
  const [first, ...others] = declaredExecutions;
  if (first === undefined) {
    const { root } = tool.document;
    const meant =
      root.kind === "map" ? root.entries.map((entry) => suggestKey(entry, executions).didYouMean ?? helpsToExecute(entry.key)) : [];
    // A misspelt one has been reported.
    return meant.some((key) => key !== undefined)
      ? []
      : [diagnostic("no-execution", tool.at(["name"], "key"), { accepted: executions.join(", ") })];
  }
  return others.map((key) =>
    diagnostic("two-executions", tool.at([key], "key"), { key, first }, { help: key === "shell" ? switchHelp(tool) : undefined }),
  );
}

/** Other formats have a switch that runs a command through a shell. */
function switchHelp(tool: ToolContext): string | undefined {
  const value = tool.scalar(["shell"])?.value;
  if (typeof value !== "boolean") return undefined;
  return value
    ? "`shell` holds a script and is not a switch. Write the whole line as `shell: …` and take `command` out, or take `shell: true` out."
    : "Take `shell: false` out: no shell ever reads a `command`.";
}
