import { closest } from "../contract/names.js";
import type { ToolGroups } from "./tool-source.js";

/**
 * The tools that a client is offered: those of the toolsets and those named, or all if neither is given. With
 * `readOnly`, only those of them whose `readOnlyHint` is true.
 */
export interface ToolSelection {
  readonly toolsets?: readonly string[];
  readonly tools?: readonly string[];
  readonly readOnly?: boolean;
}

/**
 * Reads `--toolsets A,B`, `--tools A,B` and `--read-only`; `undefined` without any of them. Throws for an empty one.
 */
export function readSelection(given: { readonly toolsets?: string; readonly tools?: string; readonly readOnly?: boolean }) {
  const { toolsets, tools, readOnly } = given;
  if (toolsets === undefined && tools === undefined && readOnly !== true) return undefined;
  const selection: ToolSelection = {
    ...(toolsets !== undefined && { toolsets: namesIn("--toolsets", toolsets) }),
    ...(tools !== undefined && { tools: namesIn("--tools", tools) }),
    ...(readOnly === true && { readOnly }),
  };
  return selection;
}

function namesIn(option: string, list: string): readonly string[] {
  const names = list.split(",").map((name) => name.trim());
  if (names.includes("")) throw new Error(`${option} takes names with commas between them, and '${list}' lacks one.`);
  return names;
}

/** A tool as it is listed. */
interface ListedTool {
  readonly name: string;
  readonly annotations?: { readonly readOnlyHint?: boolean | undefined } | undefined;
}

/**
 * Returns a test whether all selections offer a tool: that of the server, and that of a client's address or headers.
 */
export function isSelectedBy(selections: readonly ToolSelection[], groups: ToolGroups): (tool: ListedTool) => boolean {
  const isReadOnly = selections.some(({ readOnly }) => readOnly === true);
  const named = selections.flatMap((selection) => namedBy(selection, groups) ?? []);
  return ({ name, annotations }) => (!isReadOnly || annotations?.readOnlyHint === true) && named.every((names) => names.has(name));
}

/** The names of the tools that a selection names; `undefined` if it names none. */
function namedBy({ toolsets, tools }: ToolSelection, groups: ToolGroups): ReadonlySet<string> | undefined {
  if (toolsets === undefined && tools === undefined) return undefined;
  const ofToolsets = (toolsets ?? []).flatMap((name) => members(groups.toolsets, name));
  return new Set([...ofToolsets, ...(tools ?? []).flatMap((name) => [name, ...members(groups.companions, name)])]);
}

/** Returns a sentence about the first name of a selection that is neither a tool nor a toolset here. */
export function unknownInSelection({ toolsets = [], tools = [] }: ToolSelection, names: readonly string[], groups: ToolGroups) {
  const labels = Object.keys(groups.toolsets);
  return unknown("toolset", toolsets, labels) ?? unknown("tool", tools, names);
}

function unknown(kind: "tool" | "toolset", names: readonly string[], known: readonly string[]): string | undefined {
  const name = names.find((one) => !known.includes(one));
  if (name === undefined) return undefined;
  const meant = closest(name, known);
  return `There is no ${kind} '${name}' here.${meant === undefined ? "" : ` Did you mean '${meant}'?`}`;
}

const members = (groups: Readonly<Record<string, readonly string[]>>, name: string): readonly string[] =>
  (Object.hasOwn(groups, name) ? groups[name] : undefined) ?? [];

/** Returns the toolsets that a tool belongs to. */
export function toolsetsOf(name: string, { toolsets }: Pick<ToolGroups, "toolsets">): readonly string[] {
  return Object.keys(toolsets).filter((toolset) => toolsets[toolset]?.includes(name));
}
