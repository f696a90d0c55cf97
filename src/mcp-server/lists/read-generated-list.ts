import { readFileSync } from "node:fs";
import { join } from "node:path";
import { corruptOutputMessage } from "../../runtime/lookup/corrupt-output.late.js";

/**
 * Reads a list of the build on one line. It is copied into answers without being parsed, so that a merge left
 * unresolved would break the protocol.
 */
export function readGeneratedList(folder: string, file: string): Buffer {
  const json = readFileSync(join(folder, file));
  if (json.includes("\n<<<<<<< ")) throw new Error(corruptOutputMessage(`mcp/${file} has merge conflicts`));
  return onOneLine(json);
}

const newline = 0x0a;
const space = 0x20;

/** JSON has line breaks only between its parts, where a space is equivalent; a message of the protocol is one line. */
function onOneLine(json: Buffer): Buffer {
  for (let at = json.indexOf(newline); at !== -1; at = json.indexOf(newline, at + 1)) json[at] = space;
  return json;
}
