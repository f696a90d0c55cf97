import { addPaths, type NeededPath } from "../../check/migration/add-paths.js";
import { type MigrationEdit, migrateSource } from "../../check/migration/migrate-source.js";
import { checkConfig, configFile } from "../../check/project/config.js";
import { compile } from "../../compile.js";
import { collector } from "../../diagnostics/collector.js";
import { type Diagnostic, isError, lineColumn } from "../../diagnostics/diagnostic.js";
import { printable } from "../../diagnostics/printable.js";
import { overlayHost } from "../../editor/overlay-host.js";
import type { Host } from "../../host.js";
import { libraryNames } from "../../library.js";
import { readAssets } from "../../node-host.js";
import { makeFileDiff } from "../../runtime/edit/make-file-diff.js";
import { load, readSource } from "../../source/load.js";
import { parse } from "../../source/parse.js";
import { exitCode } from "../exit-code.js";
import { reportDiagnostics } from "../io/report-diagnostics.js";
import type { Terminal } from "../io/terminal.js";
import { type MigratedFile, writeMigrated } from "../migrate/write-migrated.js";
import type { GlobalOptions } from "../options.js";
import { packageRoot } from "../package-root.js";
import { openProject } from "../project/open-project.js";
import { plural } from "../text/plural.js";

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
