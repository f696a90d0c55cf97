import { type Case, isAfter } from "../../library/cases.js";
import type { Asked } from "./asked.js";

/** A result of one of pi's tools: a text, in which images are shown by their type, or an error. */
export interface Answer {
  readonly text?: string;
  readonly error?: string;
}

/** True if pi's result of a case says the same as ours in other words: the same text, lines or names, a file with the same content, a refusal. */
export function isSame(
  one: Case,
  answer: Answer,
  { tool, workspace }: { readonly tool: Asked["tool"]; readonly workspace: string },
): boolean {
  const { ours } = one;
  if (tool === "bash") return isAfter(one, workspace) && isSameRun(ours, answer);
  const isRefused = typeof ours === "object" && "error" in ours;
  if (!isAfter(one, workspace) || isRefused !== (answer.error !== undefined)) return false;
  const text = answer.text ?? "";
  if (isRefused || tool === "write" || tool === "edit") return true;
  if (typeof ours === "string") return told[tool].ours(ours, one) === told[tool].pis(text, one);
  if ("media" in ours) return text.endsWith(`[${ours.media}]`);
  return "ends" in ours && withoutNote(text).split("\n").length === ours.lines;
}

/** pi reports every exit code but 0 as an error. */
function isSameRun(ours: Case["ours"], { text = "", error }: Answer): boolean {
  if (typeof ours === "object" && "error" in ours) return error !== undefined;
  const told = (error ?? text).replace(/\n*Command exited with code (\d+)$/, "\nExit Code: $1").trimEnd();
  if (typeof ours === "object") return "ends" in ours && told.endsWith(ours.ends);
  return told.replace(/^\(no output\)/, "") === ours.replace(/^Output: (?:\(empty\))?/, "");
}

/** The note behind a part of a file. */
const withoutNote = (text: string) => text.replace(/\n*\n\[[^\n]*\]$/, "").trimEnd();

const inOrder = (lines: readonly string[]) => [...new Set(lines)].sort().join("\n");

interface Telling {
  ours(text: string, one: Case): string;
  pis(text: string, one: Case): string;
}

/** Extracts the content of a result, without the words around it. */
const told: Readonly<Record<"read" | "ls" | "grep", Telling>> = {
  read: { ours: withoutNote, pis: withoutNote },
  ls: {
    ours: (text) =>
      inOrder(Array.from(text.matchAll(/^(?:\[DIR\] (.+)|(.+) \(\d+ bytes\))$/gm), ([, folder, file]) => folder ?? file ?? "")),
    pis: (text) => inOrder(text.split("\n").map((line) => line.replace(/\/$/, ""))),
  },
  grep: { ours: matches, pis: (text, one) => pisMatches(text, namesOnly(one)) },
};

const namesOnly = ({ params }: Case) => "names_only" in params && params.names_only === true;

/** `path:line: text` of each match, or the path of each file, and whether there are more. */
function matches(text: string, one: Case): string {
  const more = text.includes("(results limited to") ? ["more"] : [];
  if (text.startsWith("No matches")) return "";
  if (namesOnly(one)) return inOrder([...text.split("\n").slice(1), ...more]);
  const lines = text.split(/^---\n?/m).flatMap((block) => {
    const [, file, rest] = /^File: (.*)\n([\s\S]*)$/.exec(block) ?? [];
    return (rest ?? "").split("\n").flatMap((line) => (/^L\d+: /.test(line) ? [`${file}:${line.slice(1)}`] : []));
  });
  return inOrder([...lines, ...more]);
}

function pisMatches(text: string, isNamesOnly: boolean): string {
  const more = text.includes(" matches limit reached") ? ["more"] : [];
  const lines = withoutNote(text)
    .split("\n")
    .filter((line) => /^.+:\d+: /.test(line));
  return inOrder([...(isNamesOnly ? lines.map((line) => line.replace(/:\d+: .*$/, "")) : lines), ...more]);
}
