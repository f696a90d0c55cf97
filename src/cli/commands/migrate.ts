import { relative } from "node:path";
import { makeFileDiff } from "../../agent/file-diff.js";
import { compile } from "../../compiler/compile.js";
import { checkConfig, configFile } from "../../compiler/config.js";
import { addPaths, type MigrationEdit, migrateSource, type NeededPath } from "../../compiler/migration.js";
import { libraryNames, load, parse, readSource } from "../../compiler/source.js";
import { collector, type Diagnostic, isError, lineColumn, type SourceFile } from "../../contract/diagnostic.js";
import { printable } from "../../contract/display-text.js";
import { type Host, overlayHost } from "../../contract/host.js";
import { readAssets } from "../../contract/node-host.js";
import { exitCode, type GlobalOptions, packageRoot } from "../command.js";
import { plural } from "../io/format-text.js";
import type { Terminal } from "../io/terminal.js";
import { openProject } from "../project/open-project.js";
import { reportDiagnostics } from "../project/report-diagnostics.js";

export interface MigrateOptions extends GlobalOptions {
  readonly dryRun?: true;
  readonly check?: true;
  readonly json?: true;
}

/**
 * `toolgen migrate`: writes the new names of keys and words that were renamed, and the `paths` that specs need. Either
 * every file is written or none.
 */
export async function migrate(options: MigrateOptions, terminal: Terminal): Promise<number> {
  const host = await openProject(options, terminal);
  const log = collector();
  const sources = log.take(await projectSources(host));
  const renamed = sources.map((source): MigratedFile => ({ source, ...log.take(migrateSource(source)) }));
  const [, problems] = log.result(undefined);
  const errors = problems.filter(isError);
  if (errors.length > 0) {
    reportDiagnostics(errors, { ...options, format: options.json ? "json" : "pretty" }, terminal);
    terminal.err("No file was changed.\n");
    return exitCode.failed;
  }
  const changed = (await withPaths(host, renamed)).filter(({ edits }) => edits.length > 0);
  const isDry = options.dryRun === true || options.check === true;
  if (!isDry) {
    const moved = await writeMigrated(host, changed);
    if (moved !== undefined) {
      terminal.err(`toolgen: '${printable(moved)}' changed meanwhile. No file was changed; run the command again.\n`);
      return exitCode.failed;
    }
  }
  print(changed, { isDry, json: options.json === true }, terminal);
  return options.check && changed.length > 0 ? exitCode.failed : exitCode.done;
}

/** Reads `toolgen.yaml` and the spec files. Their other mistakes are for `check`. */
async function projectSources(host: Host) {
  const log = collector();
  const config = log.take(await readSource(host, configFile));
  const documents = config === undefined ? [] : parse(config)[0];
  const [project] = checkConfig(documents, libraryNames(await readAssets(packageRoot)));
  const specs = log.take(await load(host, project.specs, { mayBeEmpty: project.library.length > 0 }));
  return log.result([...(config === undefined ? [] : [config]), ...specs]);
}

/** Adds the `paths` that the compiler asks for, until it asks for no more: a spec with a mistake hides others. */
async function withPaths(host: Host, files: readonly MigratedFile[]): Promise<readonly MigratedFile[]> {
  const texts = new Map(files.flatMap(({ source, text }) => (text === source.text ? [] : [[source.path, text] as const])));
  const assets = await readAssets(packageRoot);
  let all = files;
  for (let round = 0; round < 3; round++) {
    const [, diagnostics] = await compile(overlayHost(host, texts), assets, { targets: [], handlers: "leave" });
    const needed = neededPaths(diagnostics);
    const added = all.map((one) => withPathsOf(one, needed.get(one.source.path) ?? []));
    if (added.every((one, i) => one === all[i])) break;
    all = added;
    for (const { source, text, edits } of all) if (edits.length > 0) texts.set(source.path, text);
  }
  return all;
}

function withPathsOf(file: MigratedFile, needed: readonly NeededPath[]): MigratedFile {
  const [documents] = parse({ path: file.source.path, text: file.text });
  const edits = addPaths(documents, needed);
  if (edits.length === 0) return file;
  const text = edits
    .toSorted((a, b) => b.span.start - a.span.start)
    .reduce((done, { span, to }) => done.slice(0, span.start) + to + done.slice(span.end), file.text);
  return { ...file, text, edits: [...file.edits, ...edits] };
}

/** By files: the parameters that `file-not-a-path` is about. What is only read needs no rule. */
function neededPaths(diagnostics: readonly Diagnostic[]): ReadonlyMap<string, readonly NeededPath[]> {
  const found = new Map<string, NeededPath[]>();
  for (const { span, missingPath } of diagnostics) {
    if (span === undefined || missingPath === undefined) continue;
    found.set(span.file.path, [...(found.get(span.file.path) ?? []), { at: span.start, ...missingPath }]);
  }
  return found;
}

interface Printing {
  readonly isDry: boolean;
  readonly json: boolean;
}

function print(changed: readonly MigratedFile[], { isDry, json }: Printing, terminal: Terminal): void {
  if (json) {
    const facts = changed.flatMap(({ source, edits }) =>
      edits.map(({ span, from, to, since }) => ({ file: source.path, ...lineColumn(span.file.text, span.start), from, to, since })),
    );
    terminal.out(`${JSON.stringify(facts, null, 2)}\n`);
    return;
  }
  if (changed.length === 0) {
    terminal.out("Every name is up to date.\n");
    return;
  }
  for (const { source, text, edits } of changed) {
    if (isDry) {
      const { fileDiff } = makeFileDiff({ filePath: source.path, original: source.text, proposed: text });
      terminal.out(`${fileDiff.split(/\r?\n/).map(printable).join("\n")}\n`);
    } else terminal.out(`  ~ ${printable(source.path)} ${[...new Set(edits.map(editText))].join(", ")}\n`);
  }
  const all = changed.flatMap(({ edits }) => edits);
  const count = (what: string, some: readonly MigrationEdit[]) => (some.length === 0 ? [] : [plural(some.length, what)]);
  const counts = [
    ...count(
      "name",
      all.filter(({ isPath }) => !isPath),
    ),
    ...count(
      "path",
      all.filter(({ isPath }) => isPath),
    ),
  ];
  terminal.out(`${counts.join(" and ")} in ${plural(changed.length, "file")} ${isDry ? "to change" : "changed"}.\n`);
}

const editText = ({ from, to }: MigrationEdit) => (from === "" ? `+ ${printable(to.trim().replace(/,$/, ""))}` : `${from} → ${to}`);

/** A file as it was read, and its text with the new names. */
interface MigratedFile {
  readonly source: SourceFile;
  readonly text: string;
  readonly edits: readonly MigrationEdit[];
}

/**
 * Writes files that are still as they were read. Returns the path of one that isn't, before anything is written. If the
 * file system refuses a file, those before it get their former text again.
 */
export async function writeMigrated(host: Host, changed: readonly MigratedFile[]): Promise<string | undefined> {
  const befores = await Promise.all(changed.map(async ({ source }) => ({ source, bytes: await host.read(source.path) })));
  const moved = befores.find(({ source, bytes }) => bytes === undefined || withoutMark(bytes) !== source.text);
  if (moved !== undefined) return moved.source.path;
  const root = await host.realPath(".");
  // A link stays one: what it leads to is written. The host refuses what is outside of the project.
  const write = async (path: string, text: string) =>
    host.write({ path: relative(root, await host.realPath(path)), text, executable: false, keepsMode: true });
  for (const [i, { source, text }] of changed.entries()) {
    const mark = hasMark(befores[i]?.bytes) ? "\uFEFF" : "";
    try {
      await write(source.path, mark + text);
    } catch (error) {
      for (const { source: before, bytes } of befores.slice(0, i))
        if (bytes !== undefined) await write(before.path, new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes));
      throw error;
    }
  }
  return undefined;
}

const withoutMark = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
const hasMark = (bytes: Uint8Array | undefined) => bytes?.[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
