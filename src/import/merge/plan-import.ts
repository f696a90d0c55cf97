import { deepEqual } from "../../runtime/json/deep-equal.js";
import type { ImportedTool } from "../imported-tool.js";
import type { ImportRecord, RecordedTool } from "./import-record.js";
import { isUnedited, mergeSpec, type SpecConflict } from "./merge-spec.js";

/** The file of a tool, and the action of an import on it. */
export interface PlannedSpec {
  readonly origin: string;
  readonly name: string;
  /** The path relative to the folder of the import. */
  readonly file: string;
  /**
   * `keep`: nothing has changed. `deleted`: the user removed the file, and it stays away. `remove`: the source has no
   * such entry any more. `gone`: the same, but the user edited the file, so it stays.
   */
  readonly action: "create" | "update" | "keep" | "deleted" | "remove" | "gone" | "blocked";
  /** The whole text of a file that is written. */
  readonly text: string | undefined;
  readonly conflicts: readonly SpecConflict[];
  /** Why a file can't be written; only if it is blocked. */
  readonly problem: string | undefined;
}

export interface ImportPlan {
  readonly specs: readonly PlannedSpec[];
  readonly tools: ImportRecord["tools"];
}

export interface ImportPlanning {
  /** The tools to write, each with its printed spec and the file that it gets. */
  readonly tools: readonly (ImportedTool & { readonly file: string; readonly text: string })[];
  readonly record: ImportRecord | undefined;
  /** Returns true if the source still has this entry, chosen or not. */
  hasEntry(origin: string): boolean;
  /** Origins that the user names, so that their specs are written again after they were deleted. */
  readonly restored: ReadonlySet<string>;
  /** The text of an existing file; `undefined` if there is none. */
  read(file: string): string | undefined;
}

/** Plans the files of an import: new ones, merged ones, and those whose entries the source doesn't have any more. */
export function planImport({ tools, record, hasEntry, restored, read }: ImportPlanning): ImportPlan {
  // A source may have an entry that is named like a property of every object.
  const importedBefore = new Map(Object.entries(record?.tools ?? {}));
  const specs = tools.map((tool) =>
    planTool(tool, { before: importedBefore.get(tool.origin), isRestored: restored.has(tool.origin), read }),
  );
  const imported = new Set(tools.map(({ origin }) => origin));
  const others = [...importedBefore].filter(([origin]) => !imported.has(origin));
  const gone = others.filter(([origin]) => !hasEntry(origin)).map(([origin, before]) => planGone(origin, before, read(before.file)));
  const recorded = [
    ...others.filter(([origin]) => hasEntry(origin)),
    ...tools.map(({ origin, name, file, spec }) => [origin, { name, file, spec }] as const),
  ];
  const blocked = new Set(specs.filter(({ action }) => action === "blocked").map(({ origin }) => origin));
  // What could not be merged is merged from the same base the next time.
  const next = recorded.flatMap(([origin, tool]) => {
    const kept = blocked.has(origin) ? importedBefore.get(origin) : tool;
    return kept === undefined ? [] : [[origin, kept] as const];
  });
  return { specs: [...specs, ...gone], tools: Object.fromEntries(next) };
}

interface Before {
  readonly before: RecordedTool | undefined;
  readonly isRestored: boolean;
  readonly read: ImportPlanning["read"];
}

function planTool(tool: ImportPlanning["tools"][number], { before, isRestored, read }: Before): PlannedSpec {
  const { origin, name, file, text, spec } = tool;
  const planned = { origin, name, file, text: undefined, conflicts: [], problem: undefined } as const;
  const there = read(file);
  if (before === undefined)
    return there === undefined
      ? { ...planned, action: "create", text }
      : { ...planned, action: "blocked", problem: "the file is there already, and no import wrote it" };
  if (there === undefined) return isRestored ? { ...planned, action: "create", text } : { ...planned, action: "deleted" };
  // Where the document didn't change, every edit stays.
  if (deepEqual(before.spec, spec)) return { ...planned, action: "keep" };
  const merged = mergeSpec(there, { base: before.spec, imported: spec });
  if (!merged.ok) return { ...planned, action: "blocked", problem: merged.problem };
  const { conflicts } = merged;
  return merged.text === there ? { ...planned, action: "keep", conflicts } : { ...planned, action: "update", text: merged.text, conflicts };
}

function planGone(origin: string, { name, file, spec }: RecordedTool, there: string | undefined): PlannedSpec {
  const planned = { origin, name, file, text: undefined, conflicts: [], problem: undefined } as const;
  if (there === undefined) return { ...planned, action: "remove" };
  return { ...planned, action: isUnedited(there, spec) ? "remove" : "gone" };
}
