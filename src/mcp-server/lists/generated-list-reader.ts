import { readFileSync } from "node:fs";
import { join } from "node:path";
import { corruptOutputMessage } from "../../runtime/lookup/corrupt-output.late.js";
import { changeMark } from "./change-mark.js";

/**
 * Returns a function that reads the lists of a build, each on one line. A list is copied into answers without being
 * parsed, so that a merge left unresolved would break the protocol: it throws for one. The start of a server reads a
 * list three times in a row, so it returns the same bytes while the file is unchanged and nothing has freed them.
 */
export function generatedListReader(folder: string): (file: string) => Buffer {
  const last = new Map<string, { readonly mark: string; readonly bytes: WeakRef<Buffer> }>();
  return (file) => {
    const path = join(folder, file);
    const mark = changeMark(path);
    const known = last.get(file);
    const held = known?.mark === mark ? known.bytes.deref() : undefined;
    if (held !== undefined) return held;
    const bytes = onOneLine(readFileSync(path), file);
    last.set(file, { mark, bytes: new WeakRef(bytes) });
    return bytes;
  };
}

const newline = 0x0a;
const space = 0x20;
const conflict = Buffer.from("<<<<<<< ");

/** JSON has line breaks only between its parts, where a space is equivalent; a message of the protocol is one line. */
function onOneLine(json: Buffer, file: string): Buffer {
  for (let at = json.indexOf(newline); at !== -1; at = json.indexOf(newline, at + 1)) {
    if (json[at + 1] === conflict[0] && json.subarray(at + 1, at + 1 + conflict.length).equals(conflict))
      throw new Error(corruptOutputMessage(`mcp/${file} has merge conflicts`));
    json[at] = space;
  }
  return json;
}
