import type { Operation } from "../../import/openapi/operation.js";
import { isEverything, type OperationSelection } from "../../import/openapi/select-operations.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../../runtime/json/json-value.js";
import type { Terminal } from "../io/terminal.js";
import { plural } from "../text/plural.js";
import { UsageError } from "../usage-error.js";
import { countTags } from "./count-tags.js";

/** How many operations are imported without being chosen. A model that is shown more tools chooses worse. */
const mostUnchosen = 40;

export interface SelectionOptions {
  readonly tag?: readonly string[];
  readonly path?: readonly string[];
  readonly operation?: readonly string[];
  readonly deprecated?: true;
  readonly all?: true;
}

/** The operations that the command line, the last import or the user chooses; `undefined` if the user cancels. */
export async function chooseOperations(
  operations: readonly Operation[],
  { options, before }: { readonly options: SelectionOptions; readonly before: JsonObject | undefined },
  terminal: Terminal,
): Promise<OperationSelection | undefined> {
  const given = selectionOf(options);
  if (options.all || !isEverything(given)) return given;
  if (before !== undefined) return { ...recordedSelection(before), ...(options.deprecated ? { deprecated: true } : {}) };
  const offered = operations.filter(({ isDeprecated }) => given.deprecated || !isDeprecated);
  if (offered.length <= mostUnchosen) return given;
  const tags = countTags(offered);
  if (terminal.isInteractive && tags.length > 1) {
    const { askMany } = await import("./ask-many.js");
    const choices = tags.map(({ tag, count }) => ({ value: tag, hint: plural(count, "operation") }));
    const chosen = await askMany("Which parts of the API should become tools?", choices);
    return chosen === undefined ? undefined : { ...given, tags: chosen };
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
