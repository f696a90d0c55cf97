import { toolsetsOf } from "../lists/tool-selection.js";
import type { ServedToolSource } from "../tool-source.js";

/**
 * Returns bytes that change when the three tools of `--search` can: these show the hints and the toolsets of the tools
 * behind them, of all or of those that a client selects.
 */
export function searchMarks(source: Pick<ServedToolSource, "list" | "groups">): Uint8Array {
  const groups = source.groups();
  // Printed by a build of toolgen.
  const tools = JSON.parse(Buffer.from(source.list("canonical")).toString("utf8")) as readonly Marked[];
  const marks = tools.map(({ name, annotations: { title: _, ...hints } = {} }) => {
    return JSON.stringify([toolsetsOf(name, groups), hints]);
  });
  return Buffer.from([...new Set(marks)].sort().join("\n"));
}

interface Marked {
  readonly name: string;
  readonly annotations?: Readonly<Record<string, unknown>>;
}
