import { visibleText } from "../visible-text.js";

/** The part of a help text that is read. The longest manual pages are shorter. */
const maxLength = 1024 * 1024;

/**
 * Returns what a terminal would show of a program's output: without colours and overstruck characters, with tabs as
 * spaces.
 */
export function cleanOutput(text: string): string {
  const shown = text
    .slice(0, maxLength)
    .replaceAll(/\u001b\[[0-9;:?]*[A-Za-z]|\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)|\u001b[()][A-Z0-9]/g, "")
    .replaceAll(/[^\n]\u0008/g, "")
    .replaceAll(/\r\n?/g, "\n")
    .replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, "");
  return visibleText(shown)
    .replaceAll(/[\u2010\u2011\u2212]/g, "-")
    .split("\n")
    .map((line) => expandTabs(line.slice(0, 2000)).trimEnd())
    .join("\n");
}

function expandTabs(line: string): string {
  if (!line.includes("\t")) return line;
  let shown = "";
  for (const character of line) shown += character === "\t" ? " ".repeat(8 - (shown.length % 8)) : character;
  return shown;
}
