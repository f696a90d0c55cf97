import { pathToFileURL } from "node:url";
import { DiagnosticSeverity, type Diagnostic as ProtocolDiagnostic, type Range } from "vscode-languageserver/node";
import { TextDocument } from "vscode-languageserver-textdocument";
import { recordingHost, replaceMarks } from "../../compiler/build-stamp.js";
import { type Diagnostic, isError, type SourceFile } from "../../contract/diagnostic.js";
import { type Assets, overlayHost } from "../../contract/host.js";
import { nodeHost } from "../../contract/node-host.js";
import { type ProjectCheck, projectChecker, SupersededError } from "../../editor/project-check.js";
import type { ProjectLimits } from "../command.js";
import { groupBy } from "../io/format-text.js";
import { watchSpecs } from "../project/watch-specs.js";

/** A project of an editor, and the server around it. */
interface EditorProjectOptions {
  readonly root: string;
  readonly assets: Assets;
  readonly limits: ProjectLimits | undefined;
  /** The unsaved texts of the project, by path, without byte order marks. */
  texts(): ReadonlyMap<string, string>;
  hasMark(path: string): boolean;
  publish(uri: string, diagnostics: readonly ProtocolDiagnostic[]): void;
  onProblem(problem: string): void;
}

/** A project that an editor has files of. */
export interface EditorProject {
  readonly root: string;
  /** Checks after a short time in which nothing else changes. */
  scheduleCheck(): void;
  /** Returns the check of the current texts, and waits for it. */
  current(): Promise<ProjectCheck | undefined>;
  close(): void;
}

/** How long the server waits for the next keystroke. */
const quietMs = 100;

/**
 * Follows the texts of a project, and publishes what checking them reports. Newer text ends a check that is under way.
 */
export function openEditorProject(options: EditorProjectOptions): EditorProject {
  const { root, assets, limits, texts, publish } = options;
  const disk = nodeHost(root, limits);
  const check = projectChecker(assets);
  const fileUri = (path: string) => pathToFileURL(`${root}/${path}`).href;
  let generation = 0;
  let checked: { readonly generation: number; readonly result: Promise<ProjectCheck | undefined> } | undefined;
  let timer: NodeJS.Timeout | undefined;
  let published: ReadonlySet<string> = new Set();
  const read = new Map<string, string>();
  let stopWatching: (() => Promise<void>) | undefined;

  const run = async (mine: number): Promise<ProjectCheck | undefined> => {
    try {
      const recorded = recordingHost(disk);
      const result = await check(overlayHost(recorded.host, texts()), () => mine !== generation);
      if (result === undefined) return undefined;
      show(result.diagnostics);
      replaceMarks(read, recorded.marks);
      stopWatching ??= watchSpecs({ root, host: disk, read, compile: recheck, report: options.onProblem });
      return result;
    } catch (error) {
      if (error instanceof SupersededError) return undefined;
      options.onProblem(`The specs can't be checked: ${error instanceof Error ? error.message : String(error)}`);
      return undefined;
    }
  };

  function start(): Promise<ProjectCheck | undefined> {
    if (checked?.generation === generation) return checked.result;
    // One check at a time: the former notices that it is stale.
    const former = checked?.result;
    const mine = generation;
    const result = (async () => {
      await former;
      return mine === generation ? run(mine) : undefined;
    })();
    checked = { generation, result };
    return result;
  }

  function show(diagnostics: readonly Diagnostic[]): void {
    // The library's own files are none of the project's.
    const byPath = groupBy(
      diagnostics.filter(({ path }) => !path.startsWith("std/")),
      ({ path }) => path,
    );
    for (const [path, ofFile] of byPath)
      publish(
        fileUri(path),
        ofFile.map((one) => toProtocol(one, options.hasMark(path))),
      );
    // An open file without mistakes is published too, so that a client knows it was checked.
    for (const path of new Set([...published, ...texts().keys()])) if (!byPath.has(path)) publish(fileUri(path), []);
    published = new Set(byPath.keys());
  }

  async function current(): Promise<ProjectCheck | undefined> {
    for (;;) {
      const asked = generation;
      const result = await start();
      if (result !== undefined || asked === generation) return result;
    }
  }

  /** Files on disk have changed. */
  function recheck(): Promise<ProjectCheck | undefined> {
    generation++;
    return current();
  }

  return {
    root,
    scheduleCheck: () => {
      generation++;
      clearTimeout(timer);
      timer = setTimeout(() => void start(), quietMs);
    },
    current,
    close: () => {
      generation++;
      clearTimeout(timer);
      void stopWatching?.();
      for (const path of published) publish(fileUri(path), []);
    },
  };
}

function toProtocol(one: Diagnostic, hasMark: boolean): ProtocolDiagnostic {
  const { span } = one;
  return {
    range: span === undefined ? start : rangeOf(span.file, span, hasMark),
    severity: isError(one) ? DiagnosticSeverity.Error : DiagnosticSeverity.Warning,
    source: "toolgen",
    code: one.code,
    message: `${one.message}\n${one.help}`,
  };
}

const start = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };

const rangeOf = (file: SourceFile, span: { readonly start: number; readonly end: number }, hasMark: boolean) =>
  protocolPositions(file, hasMark).range(span.start, span.end);

/** Converts offsets of a file to positions of the protocol, which count UTF-16 units and know CRLF, and back. */
interface ProtocolPositions {
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
