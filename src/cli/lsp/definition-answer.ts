import { posix } from "node:path";
import type { Location } from "vscode-languageserver/node";
import { findDefinition } from "../../editor/find-definition.js";
import { nodeHost } from "../../node-host.js";
import { readSource } from "../../source/load.js";
import { type Answering, type AskedInDocument, fileUri } from "./asked-position.js";
import { protocolPositions } from "./protocol-positions.js";

/** The place of a parameter's schema, of a fragment, or of a handler's function in its file. */
export async function definitionAnswer(asked: AskedInDocument, answering: Answering): Promise<Location | null> {
  const found = findDefinition(asked.document, asked.offset, asked.check.context.fragments);
  if (found === undefined) return null;
  if (found.kind === "spec") {
    const range = protocolPositions({ path: found.path, text: found.text }).range(found.start, found.end);
    return { uri: fileUri(found.path, asked, answering), range };
  }
  const path = posix.join(posix.dirname(asked.path), found.path);
  // The host reads nothing outside of the project, also not through a link.
  const [file] = await readSource(nodeHost(asked.project.root), path).catch(() => [undefined]);
  if (file === undefined) return null;
  const at = found.word === "" ? -1 : file.text.search(new RegExp(`(?<=export\\b[^\\n]*\\b)${escapeRegex(found.word)}\\b`));
  const range = protocolPositions(file).range(Math.max(at, 0), at === -1 ? 0 : at + found.word.length);
  return { uri: fileUri(file.path, asked, answering), range };
}

const escapeRegex = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
