import { relative } from "node:path";
import { printable } from "../../diagnostics/printable.js";
import { makeFileDiff } from "../../runtime/edit/make-file-diff.js";
import { type Action, type Change, changesFile, type Planned } from "./plan-changes.js";

type Verdict = "create" | "change" | "remove" | "unchanged";

/** Returns the change of a file. */
export function verdictOf({ before, after }: Change): Verdict {
  if (before === after) return "unchanged";
  if (after === undefined) return "remove";
  return before === undefined ? "create" : "change";
}

/** The files and the change to each, as a diff. */
export function describeChanges(changes: readonly Change[]): string {
  return changes
    .map((change) => {
      const { label, source } = change.target.client;
      const known = source === undefined ? "" : ", known from its documentation alone";
      const line = printable(`${verdictOf(change)} ${shownPath(change)} (${label}${known})`);
      return `${line}\n${changesFile(change) ? diffOf(change) : ""}`;
    })
    .join("");
}

/** A path relative to the project's root; one outside of it stays absolute. */
export function shownPath({ file, projectDir }: Pick<Change, "file" | "projectDir">): string {
  const path = relative(projectDir, file);
  return path.startsWith("..") ? file : path;
}

/** A text in JSON or TOML. */
const text = /"(?:[^"\\]|\\.)*"|'[^'\n]*'/g;

/** Returns true if a text is a key. */
const isKey = (line: string, end: number) => /^\s*[:=]/.test(line.slice(end));

/**
 * The lines that change, indented, each with white space and control characters visible. Other texts of the file are
 * left out, because they may be secrets, as in the `env` of other servers.
 */
function diffOf({ file, before, after, settings, installed }: Change): string {
  const own = new Set(JSON.stringify([settings.pieces, installed?.pieces]).match(text));
  const { fileDiff } = makeFileDiff({ filePath: file, original: before ?? null, proposed: after ?? "" });
  return fileDiff
    .slice(fileDiff.indexOf("@@"))
    .trimEnd()
    .split("\n")
    .map((line) => line.replace(/\r$/, ""))
    .map((line) => line.replaceAll(text, (found, at: number) => (own.has(found) || isKey(line, at + found.length) ? found : '"…"')))
    .map((line) => `    ${printable(line)}\n`)
    .join("");
}

/** Steps for the user, one a line. */
export function stepsFor(changes: readonly Change[], action: Action): readonly string[] {
  if (action === "uninstall") return [];
  const targets = [...new Set(changes.filter(changesFile).map(({ target }) => target))];
  return targets.flatMap(({ client, scope }) => client.byHand[scope].map((step) => `${client.label}: ${step}`));
}

/** The same, as data. */
export function planFacts(
  { changes, refusals }: Planned,
  facts: { readonly written: boolean; readonly byHand: readonly string[] },
): object {
  return {
    written: facts.written,
    files: changes.map((change) => ({
      client: change.client,
      scope: change.target.scope,
      path: change.file,
      action: verdictOf(change),
      ...(changesFile(change) && { diff: diffOf(change).replaceAll(/^ {4}/gm, "") }),
    })),
    refused: refusals.map(({ client, file, problem }) => ({ client, path: file, problem })),
    byHand: facts.byHand,
  };
}
