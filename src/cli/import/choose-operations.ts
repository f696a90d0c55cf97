import { isJsonObject, type JsonObject, type JsonValue } from "../../contract/json-value.js";
import { closest } from "../../contract/names.js";
import type { McpDeclaration } from "../../import/imported-tool.js";
import { isEverything, type Operation, type OperationSelection } from "../../import/openapi-document.js";
import { UsageError } from "../command.js";
import { plural } from "../io/format-text.js";
import type { Terminal } from "../io/terminal.js";

/** How many operations are imported without being chosen. A model that is shown more tools chooses worse. */
const mostUnchosen = 40;

export interface SelectionOptions {
  readonly tag?: readonly string[];
  readonly path?: readonly string[];
  readonly operation?: readonly string[];
  readonly deprecated?: true;
  readonly all?: true;
}

/** The operations that the command line, the last import or the user chooses. */
export async function chooseOperations(
  operations: readonly Operation[],
  { options, before }: { readonly options: SelectionOptions; readonly before: JsonObject | undefined },
  terminal: Terminal,
): Promise<OperationSelection> {
  const given = selectionOf(options);
  if (options.all || !isEverything(given)) return given;
  if (before !== undefined) return { ...recordedSelection(before), ...(options.deprecated ? { deprecated: true } : {}) };
  const offered = operations.filter(({ isDeprecated }) => given.deprecated || !isDeprecated);
  if (offered.length <= mostUnchosen) return given;
  const tags = countTags(offered);
  if (terminal.isInteractive && tags.length > 1) {
    const { askMany } = await import("./ask-many.js");
    const choices = tags.map(({ tag, count }) => ({ value: tag, hint: plural(count, "operation") }));
    return { ...given, tags: await askMany("Which parts of the API should become tools?", choices) };
  }
  const shown = tags.slice(0, 30).map(({ tag, count }) => `${tag} (${count})`);
  throw new UsageError(
    `The document has ${plural(offered.length, "operation")}, more than a model can choose among. Choose some with --tag, --path or --operation, or --all.`,
    shown.length === 0 ? "" : `Tags: ${shown.join(", ")}${tags.length > 30 ? ` and ${tags.length - 30} more` : ""}.`,
  );
}

/** Returns true if the command line names operations. */
export const isGiven = (options: SelectionOptions): boolean => !isEverything(selectionOf(options));

const selectionOf = ({ tag = [], path = [], operation = [], deprecated }: SelectionOptions): OperationSelection => ({
  tags: tag,
  paths: path,
  operations: operation,
  deprecated: deprecated === true,
});

/** The choices of the last import, which its record has as JSON. */
export function recordedSelection({ selection }: JsonObject): OperationSelection {
  const texts = (value: JsonValue | undefined) => (Array.isArray(value) ? value.filter((one: JsonValue) => typeof one === "string") : []);
  const { tags, paths, operations, deprecated } = isJsonObject(selection) ? selection : {};
  return { tags: texts(tags), paths: texts(paths), operations: texts(operations), deprecated: deprecated === true };
}

/** A tag with the number of its operations. */
interface CountedTag {
  readonly tag: string;
  readonly count: number;
}

/** Counts the operations of each tag, in the order of the document. */
function countTags(operations: readonly Operation[]): readonly CountedTag[] {
  const counts = new Map<string, number>();
  for (const tag of operations.flatMap(({ tags }) => tags)) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  return [...counts].map(([tag, count]) => ({ tag, count }));
}

/** How many tools are imported without being chosen. A model that is shown more tools chooses worse. */
const mostUnchosenTools = 40;

interface Choosing {
  readonly tool?: readonly string[];
  readonly all?: true;
  /** The names that the last import chose; `all` if it took every tool; `undefined` if there was none. */
  readonly before: readonly string[] | "all" | undefined;
}

/** The names of the chosen tools, or `all`. */
export async function chooseTools(
  tools: readonly McpDeclaration[],
  { tool, all, before }: Choosing,
  terminal: Terminal,
): Promise<readonly string[] | "all"> {
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
  if (tools.length <= mostUnchosenTools) return "all";
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
