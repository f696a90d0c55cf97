import type { Range } from "vscode-languageserver/node";
import { TextDocument } from "vscode-languageserver-textdocument";
import type { SourceFile } from "../../diagnostics/diagnostic.js";

/** Converts offsets of a file to positions of the protocol, which count UTF-16 units and know CRLF, and back. */
export interface ProtocolPositions {
  range(start: number, end: number): Range;
  offset(position: Range["start"]): number;
}

const byFile = new WeakMap<SourceFile, ProtocolPositions>();

/** The positions of a file whose text has no byte order mark; `hasMark` is true if the editor's text has one. */
export function protocolPositions(file: SourceFile, hasMark = false): ProtocolPositions {
  const before = byFile.get(file);
  if (before !== undefined) return before;
  const mark = hasMark ? "\uFEFF" : "";
  const document = TextDocument.create(file.path, "yaml", 0, mark + file.text);
  const positions: ProtocolPositions = {
    range: (start, end) => ({ start: document.positionAt(start + mark.length), end: document.positionAt(end + mark.length) }),
    offset: (position) => Math.max(0, document.offsetAt(position) - mark.length),
  };
  byFile.set(file, positions);
  return positions;
}
