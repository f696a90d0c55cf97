import type { McpDeclaration } from "../../import/mcp/read-declarations.js";
import { closest } from "../../runtime/text/closest.js";
import type { Terminal } from "../io/terminal.js";
import { plural } from "../text/plural.js";
import { UsageError } from "../usage-error.js";

/** How many tools are imported without being chosen. A model that is shown more tools chooses worse. */
const mostUnchosen = 40;

interface Choosing {
  readonly tool?: readonly string[];
  readonly all?: true;
  /** The names that the last import chose; `all` if it took every tool; `undefined` if there was none. */
  readonly before: readonly string[] | "all" | undefined;
}

/** The names of the chosen tools, or `all`; `undefined` if the user cancels. */
export async function chooseTools(
  tools: readonly McpDeclaration[],
  { tool, all, before }: Choosing,
  terminal: Terminal,
): Promise<readonly string[] | "all" | undefined> {
  if (all) return "all";
  const names = tools.map(({ name }) => name);
  if (tool !== undefined) {
    const unknown = tool.find((name) => !names.includes(name));
    if (unknown === undefined) return [...new Set([...(before === "all" ? names : (before ?? [])), ...tool])];
    const suggestion = closest(unknown, names.slice(0, 5000));
    throw new UsageError(
      `The server has no tool '${unknown}'.${suggestion === undefined ? "" : ` Did you mean '${suggestion}'?`}`,
      `Tools: ${names.slice(0, 100).join(", ")}.`,
    );
  }
  if (before !== undefined) return before;
  if (tools.length <= mostUnchosen) return "all";
  if (terminal.isInteractive) {
    const { askMany } = await import("./ask-many.js");
    return askMany(
      "Which tools of the server should the project have?",
      tools.map(({ name, description }) => ({ value: name, hint: description.slice(0, 60) })),
    );
  }
  throw new UsageError(
    `The server has ${plural(tools.length, "tool")}, more than a model can choose among. Choose some with --tool, or --all.`,
    `Tools: ${names.slice(0, 150).join(", ")}.`,
  );
}
