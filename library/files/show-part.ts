import type { Encoding } from "./encoding.js";
import type { LinesRead } from "./read-lines.js";

export interface Part {
  readonly from: number;
  readonly encoding: Encoding;
}

/** Lines as a model gets them, with a note after them if they aren't the whole unchanged file. */
export function asPart(read: LinesRead, { from, encoding }: Part): string {
  const last = from + read.lines.length - 1;
  const text = read.lines.join("\n") + (last < read.total || read.endsWithNewline ? "\n" : "");
  const notes = [...rangeNote(read, { from, last }), ...cutNote(read), ...formNotes(read, encoding)];
  return notes.length === 0 ? text : `${text}${text.endsWith("\n") ? "" : "\n"}\n[${notes.join(" ")}]`;
}

function rangeNote({ total }: LinesRead, { from, last }: { readonly from: number; readonly last: number }): readonly string[] {
  if (from === 1 && last === total) return [];
  const range = `Lines ${from} to ${last} of ${total}`;
  return [last < total ? `${range}. To go on: start_line ${last + 1}.` : `${range}, the last of the file.`];
}

function cutNote({ cut }: LinesRead): readonly string[] {
  return cut === 0 ? [] : [`${cut === 1 ? "One line was" : `${cut} lines were`} too long and cut: grep_search finds what is in the rest.`];
}

const names = { "utf-8": "UTF-8", "utf-16le": "UTF-16 LE", "utf-16be": "UTF-16 BE", latin1: "Latin-1" } as const;

/** The encoding of the file, which the text alone doesn't show. */
function formNotes({ hasCrlf }: LinesRead, { name, bom }: Encoding): readonly string[] {
  const encoding = name === "utf-8" && !bom ? [] : [`The file is ${names[name]}${bom ? " with a byte order mark" : ""}.`];
  return [...encoding, ...(hasCrlf ? ["Its lines end in CRLF."] : [])];
}
