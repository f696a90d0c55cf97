import type { JsonValue } from "../runtime/json/json-value.js";
import { sortedJson } from "../runtime/json/sorted-json.js";
import { type ChangeCode, type ChangeKind, changeKinds, type Effect } from "./change-kinds.js";

/** The documents that a surface has. */
export type SurfaceDocument = "tool" | "prompt" | "resource" | "project";

/** One change of a document: its kind and the facts. */
export interface SurfaceChange extends ChangeFacts {
  readonly code: ChangeCode;
  readonly document: SurfaceDocument;
  readonly name: string;
}

/** The parameter, a keyword of its schema, and the value before and after. */
export interface ChangeFacts {
  readonly at?: string;
  readonly keyword?: string;
  readonly before?: JsonValue | undefined;
  readonly after?: JsonValue | undefined;
}

/** A change of a document that isn't named yet. */
export type NamelessChange = Omit<SurfaceChange, "document" | "name">;

export const effectOf = ({ code }: Pick<SurfaceChange, "code">): Effect => changeKinds[code].effect;

/** Returns true if a reviewer must accept the change. */
export const needsAcceptance = (change: Pick<SurfaceChange, "code">): boolean => effectOf(change) !== "compatible";

/** Groups changes by the text that `keyOf` returns, in the order of the first of each group. */
export function groupChanges(
  changes: readonly SurfaceChange[],
  keyOf: (change: SurfaceChange) => string,
): readonly (readonly [SurfaceChange, ...SurfaceChange[]])[] {
  const groups = new Map<string, [SurfaceChange, ...SurfaceChange[]]>();
  for (const change of changes) {
    const group = groups.get(keyOf(change));
    if (group === undefined) groups.set(keyOf(change), [change]);
    else group.push(change);
  }
  return [...groups.values()];
}

/** Renders a change as a sentence. */
export function changeText({ code, at = "", keyword = "", before, after }: Omit<SurfaceChange, "document" | "name">): string {
  const kind: ChangeKind = changeKinds[code];
  const text = (at.startsWith("complete.") ? kind.ofCompletion : undefined) ?? kind.text;
  const values: Readonly<Record<string, string>> = {
    at: at === "" ? "the whole value" : `'${at}'`,
    keyword,
    before: valueText(before),
    after: valueText(after),
  };
  return text.replaceAll(/\{(at|keyword|before|after)\}/g, (_, hole: string) => values[hole] ?? "");
}

const longestValueChars = 200;

/** A text as it is, anything else as JSON. */
function valueText(value: JsonValue | undefined): string {
  if (value === undefined) return "none";
  if (typeof value === "string") return shortened(value);
  return shortened(sortedJson(value));
}

const shortened = (text: string) => (text.length > longestValueChars ? `${text.slice(0, longestValueChars - 1)}…` : text);
