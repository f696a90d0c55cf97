import { ErrorCodes, type Range, ResponseError, type WorkspaceEdit } from "vscode-languageserver/node";
import { configFile } from "../../check/project/config.js";
import { renameInDocument, renameTarget } from "../../editor/rename-in-document.js";
import { nodeHost } from "../../node-host.js";
import { readSource } from "../../source/load.js";
import { parse } from "../../source/parse.js";
import { groupBy } from "../text/group-by.js";
import { type Answering, type AskedInDocument, fileUri } from "./asked-position.js";
import { protocolPositions } from "./protocol-positions.js";

/** The name that a rename would replace. */
export function renameStart(asked: AskedInDocument): { readonly range: Range; readonly placeholder: string } {
  const target = renameTarget(asked.document, asked.offset, asked.check.context);
  if (target.kind === "refused") throw new ResponseError(ErrorCodes.InvalidRequest, target.reason);
  return { range: asked.range(target.span.start, target.span.end), placeholder: target.name };
}

/** The edits of the spec, and of toolgen.yaml if it names the parameter. */
export async function renameAnswer(asked: AskedInDocument, to: string, answering: Answering): Promise<WorkspaceEdit> {
  const openConfig = answering.fileOf(fileUri(configFile, asked, answering));
  const context = { ...asked.check.context, config: await readConfig(asked.project.root, openConfig?.text ?? "") };
  const renamed = await renameInDocument(asked.document, { offset: asked.offset, to }, context);
  if (renamed.kind === "refused") throw new ResponseError(ErrorCodes.InvalidRequest, renamed.reason);
  const changes = groupBy(renamed.spans, ({ file }) => file.path);
  return {
    changes: Object.fromEntries(
      [...changes].map(([path, spans]) => [
        path === asked.path ? asked.uri : fileUri(path, asked, answering),
        spans.map(({ file, start, end }) => ({
          range: path === asked.path ? asked.range(start, end) : protocolPositions(file, openConfig?.hasMark).range(start, end),
          newText: to,
        })),
      ]),
    ),
  };
}

/** toolgen.yaml as the editor has it, or else as it is saved. Nothing is renamed without what it says. */
async function readConfig(root: string, open: string) {
  const [file, unread] = open !== "" ? [{ path: configFile, text: open }, []] : await readSource(nodeHost(root), configFile);
  const [documents, problems] = file === undefined ? [[], unread] : parse(file);
  const [problem] = [...unread, ...problems];
  if (problem === undefined) return documents[0];
  throw new ResponseError(ErrorCodes.InvalidRequest, `${configFile} may name the parameter too, and can't be read: ${problem.message}`);
}
