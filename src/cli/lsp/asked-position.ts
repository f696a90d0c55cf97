import { pathToFileURL } from "node:url";
import type { Range } from "vscode-languageserver/node";
import { configFile } from "../../check/project/config.js";
import type { SourceFile } from "../../diagnostics/diagnostic.js";
import { documentAt } from "../../editor/document-at.js";
import type { ProjectCheck } from "../../editor/project-check.js";
import type { EditorProject } from "./open-editor-project.js";
import { protocolPositions } from "./protocol-positions.js";

/** An open file of a project, as the editor has it. */
export interface EditorFile {
  readonly project: EditorProject;
  readonly path: string;
  /** The text without a byte order mark. */
  readonly text: string;
  readonly hasMark: boolean;
  /** False if a JSON Schema tells the editor about keys. */
  readonly completesKeys: boolean;
}

/** The parts of the server that answers need. */
export interface Answering {
  fileOf(uri: string): EditorFile | undefined;
  /** The folder of the library's specs on this machine. */
  readonly libraryFolder: string;
}

/** A position that a client asks about, with everything that answers it. */
export interface AskedPosition extends EditorFile {
  readonly uri: string;
  readonly check: ProjectCheck;
  readonly source: SourceFile;
  readonly offset: number;
  range(start: number, end: number): Range;
}

/** A position in a document of a spec. */
export interface AskedInDocument extends AskedPosition {
  readonly document: NonNullable<ReturnType<typeof documentAt>>;
}

/** `undefined` if the file is neither a spec nor toolgen.yaml. */
export async function askedPosition(
  { fileOf }: Answering,
  { uri, position }: { readonly uri: string; readonly position: Range["start"] },
): Promise<AskedPosition | undefined> {
  const check = await fileOf(uri)?.project.current();
  // The text may have changed meanwhile.
  const file = fileOf(uri);
  if (file === undefined || check === undefined) return undefined;
  if (file.path !== configFile && !check.sources.some(({ path }) => path === file.path)) return undefined;
  const source = { path: file.path, text: file.text };
  const positions = protocolPositions(source, file.hasMark);
  return { ...file, uri, check, source, offset: positions.offset(position), range: positions.range };
}

/** `undefined` if there is no document at the position. */
export function inDocument(asked: AskedPosition): AskedInDocument | undefined {
  const document = documentAt(asked.source, asked.offset);
  return document && { ...asked, document };
}

/** The address of a file of the project or of the library. */
export const fileUri = (path: string, { project }: AskedPosition, { libraryFolder }: Answering): string =>
  pathToFileURL(path.startsWith("std/") ? `${libraryFolder}/fragments/${path.slice("std/".length)}` : `${project.root}/${path}`).href;
