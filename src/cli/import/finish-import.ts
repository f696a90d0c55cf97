import { basename, posix } from "node:path";
import { cacheFolder } from "../../compiler/build-stamp.js";
import { findsSpec } from "../../compiler/config.js";
import { specPath } from "../../compiler/scaffold.js";
import { oneLine, printable } from "../../contract/display-text.js";
import type { Host } from "../../contract/host.js";
import { isJsonObject, type JsonObject } from "../../contract/json-value.js";
import { recordName } from "../../contract/surface-change.js";
import { mostInOneToolset } from "../../import/import-operations.js";
import { joinWords, type LeftOut, type PrintedTool, wordsIn } from "../../import/imported-tool.js";
import { type ImportPlan, type ImportRecord, planImport, printRecord } from "../../import/plan-import.js";
import { openTokenizer } from "../build/count-tools.js";
import { exitCode, type GlobalOptions, UsageError } from "../command.js";
import { plural } from "../io/format-text.js";
import { readUtf8 } from "../io/input.js";
import type { Terminal } from "../io/terminal.js";
import { projectRoot } from "../project/open-project.js";
import { invocation } from "../project/project-packages.js";
import { findSchemas, writeSchemas } from "../project/schema-location.js";
import { type ImportReport, type ImportWeight, type ImportWords, importFacts, importText, needsAttention } from "./import-text.js";
import type { ImportTarget } from "./open-import-target.js";

/** The options that every import has. */
export interface ImportOptions extends GlobalOptions {
  /** The folder of the specs, relative to the project's root. */
  readonly out?: string;
  readonly dryRun?: true;
  /** Specs of entries that are gone are removed, also if they are many. */
  readonly remove?: true;
  readonly json?: true;
}

/** The tools of an import, and what it knows of its source. */
export interface ImportResult {
  readonly target: ImportTarget;
  readonly tools: readonly PrintedTool[];
  readonly leftOut: readonly LeftOut[];
  readonly deprecated: readonly string[];
  /** Returns true if the source still has this entry, chosen or not. */
  hasEntry(origin: string): boolean;
  /** Origins that the user names, so that their specs are written again after they were deleted. */
  readonly restored: ReadonlySet<string>;
  /** The choices that the next import takes over, beside those in the record that it finds. */
  options(record: ImportRecord | undefined): JsonObject;
  readonly words: ImportWords;
  /** The option that chooses a part of the source: `--tag TAG`. */
  readonly choosing?: string;
  /** A file that the specs need, and what the import adds to it. */
  readonly config?: ImportedConfig;
}

export interface ImportedConfig {
  /** Relative to the project's root. */
  readonly path: string;
  /** The part that is added, in words. */
  readonly about: string;
  /** The file's new text; the same text if it needs nothing. */
  text(text: string | undefined): string | undefined;
}

/** Held from reading the record to writing it. */
const importLock = `${cacheFolder}/import.lock`;

/** Merges the tools into the project, writes the specs unless the run is dry, and reports. Returns the exit code. */
export async function finishImport(result: ImportResult, request: ImportOptions, terminal: Terminal): Promise<number> {
  const merge = () => mergeImport(result, request, terminal);
  return request.dryRun ? merge() : result.target.host.withLock(importLock, merge);
}

async function mergeImport(result: ImportResult, request: ImportOptions, terminal: Terminal): Promise<number> {
  const { target, tools, leftOut, deprecated, hasEntry, restored, words } = result;
  const { host, folder, movedFrom } = target;
  // Another import may have written it after this one began.
  const record = await target.readRecord(movedFrom ?? folder);
  const files = new Map<string, string>();
  const imported = record?.tools ?? {};
  const planned = tools.map((tool) => ({ ...tool, file: imported[tool.origin]?.file ?? basename(specPath(folder, tool.name)) }));
  for (const file of [...planned.map((tool) => tool.file), ...Object.values(imported).map((tool) => tool.file)]) {
    const text = await readUtf8(host, posix.join(movedFrom ?? folder, file));
    if (text !== undefined) files.set(file, text);
  }
  const config = result.config === undefined ? undefined : await planConfig(host, result.config);
  const plan = planImport({ tools: planned, record, hasEntry, restored, read: (file) => files.get(file) });
  if (!(await agreesToRemove({ plan, files, folder: movedFrom ?? folder }, request, terminal))) {
    terminal.err("Cancelled: nothing was written.\n");
    return exitCode.failed;
  }
  const report: ImportReport = {
    folder,
    movedFrom,
    specs: plan.specs,
    leftOut,
    notes: tools.flatMap(({ origin, notes }) => notes.map((text) => ({ origin, text }))),
    deprecated,
    command: invocation(projectRoot(request, terminal), terminal.environment),
    isDry: request.dryRun === true,
    words,
    options: tools[0]?.options,
    ...(tools.length > mostInOneToolset && { weight: weigh(result) }),
    ...(config?.isChanged && { config: { path: config.path, about: config.about } }),
  };
  if (!request.dryRun) {
    if (config?.isChanged) await host.write({ path: config.path, text: config.after, executable: false });
    if (movedFrom !== undefined) await moveSpecs(target, movedFrom, files);
    const group = isNamedAfter(folder, target.group) ? {} : { group: target.group };
    await writePlan(host, folder, plan, { source: target.source, options: { ...result.options(record), ...group }, tools: plan.tools });
    if (movedFrom !== undefined) await host.remove(posix.join(movedFrom, recordName));
    await writeSchemas(host, findSchemas(projectRoot(request, terminal)));
  }
  const unfound = plan.specs.find(
    ({ text, file }) => text !== undefined && !findsSpec(target.model.project.specs, posix.join(folder, file)),
  );
  if (unfound !== undefined)
    terminal.err(`warning: 'specs' of toolgen.yaml doesn't find ${folder}/${unfound.file}: add ${folder}/*.yaml to it.\n`);
  terminal.out(request.json ? `${JSON.stringify(importFacts(report), null, 2)}\n` : importText(report));
  return needsAttention(report) ? exitCode.failed : exitCode.done;
}

/** Counts what most clients show a model of the tools, before settings of the project change it. */
function weigh({ tools, target, choosing }: ImportResult): ImportWeight {
  const tokenizer = openTokenizer();
  const shown = ({ name, spec: { description, schema } }: PrintedTool) =>
    JSON.stringify({
      name,
      description,
      parameters: { type: "object", ...(isJsonObject(schema) ? schema : {}), additionalProperties: false },
    });
  const counts = new Map<string, number>();
  const named = tools.flatMap(({ spec: { toolsets } }) => (Array.isArray(toolsets) ? toolsets.map(String) : []));
  for (const name of named) if (name !== target.group) counts.set(name, (counts.get(name) ?? 0) + 1);
  return {
    tools: tools.length,
    tokens: tools.reduce((sum, tool) => sum + tokenizer.count(shown(tool)), 0),
    toolsets: [...counts].sort(([, a], [, b]) => b - a),
    option: choosing,
  };
}

/** So many specs are removed without being asked for. */
const mostRemoved = 3;

interface Removal {
  readonly plan: ImportPlan;
  readonly files: ReadonlyMap<string, string>;
  readonly folder: string;
}

/** Shows the specs that would be removed, and asks the user. Without a terminal, it is a mistake not to say so. */
async function agreesToRemove({ plan, files, folder }: Removal, request: ImportOptions, terminal: Terminal): Promise<boolean> {
  const removed = plan.specs.filter(({ action, file }) => action === "remove" && files.has(file));
  if (removed.length <= mostRemoved || request.remove || request.dryRun) return true;
  const shown = removed.map(({ file, name, origin }) => `  - ${folder}/${file}  ${name}, ${oneLine(origin)}`).map(printable);
  const question = `${plural(removed.length, "spec")} would be removed, because the source no longer has them`;
  if (!terminal.isInteractive || request.json)
    throw new UsageError(
      `${question}:\n${shown.join("\n")}`,
      "Nothing was written. Type the command again with --remove if that is right.",
    );
  terminal.err(`${shown.join("\n")}\n`);
  const { askYes } = await import("./ask-many.js");
  return askYes(`${question}. Remove them?`);
}

/** Moves specs with the user's edits, and turns the line that tells editors their schema. */
async function moveSpecs({ host, folder, schemaLine }: ImportTarget, from: string, files: ReadonlyMap<string, string>): Promise<void> {
  for (const file of files.keys())
    if ((await readUtf8(host, posix.join(folder, file))) !== undefined)
      throw new UsageError(`${folder}/${file} is there already, so that the specs in ${from} can't be moved.`);
  for (const [file, text] of files) {
    const moved = text.replace(/^# yaml-language-server: .*/, () => `# ${schemaLine}`);
    await host.write({ path: posix.join(folder, file), text: moved, executable: false });
    await host.remove(posix.join(from, file));
  }
}

const isNamedAfter = (folder: string, group: string) => joinWords(wordsIn(basename(folder)), { most: 24, empty: group }) === group;

async function planConfig(host: Host, { path, about, text }: ImportedConfig) {
  const before = await readUtf8(host, path);
  const after = text(before) ?? "";
  return { path, about, after, isChanged: after !== (before ?? "") };
}

/** Writes the record last: an import that was interrupted is repeated by the next. */
async function writePlan(host: Host, folder: string, { specs }: ImportPlan, record: ImportRecord): Promise<void> {
  for (const { action, file, text } of specs) {
    const path = posix.join(folder, file);
    if (action === "remove") await host.remove(path);
    else if (text !== undefined) await host.write({ path, text, executable: false });
  }
  if (Object.keys(record.tools).length > 0)
    await host.write({ path: posix.join(folder, recordName), text: printRecord(record), executable: false });
}
