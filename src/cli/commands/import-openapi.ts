import { basename, posix, relative } from "node:path";
import { checkSource } from "../../check/check-source.js";
import { compile } from "../../compile.js";
import { isError } from "../../diagnostics/diagnostic.js";
import { schemaLine, specFolder, specPath } from "../../emit/scaffold/new-tool.js";
import type { Host } from "../../host.js";
import { type ImportRecord, parseRecord, printRecord, recordName } from "../../import/merge/import-record.js";
import { type ImportPlan, planFiles } from "../../import/merge/plan-files.js";
import { bundleDocument } from "../../import/openapi/bundle-document.js";
import { titleOf } from "../../import/openapi/find-server.js";
import { importOperations } from "../../import/openapi/import-operations.js";
import { findOperations, type Operation } from "../../import/openapi/operation.js";
import { documentLimits, readData, versionProblem } from "../../import/openapi/read-document.js";
import { type Selection, selectOperations } from "../../import/openapi/select-operations.js";
import { joinWords, wordsIn } from "../../import/words.js";
import type { Model } from "../../model/tool.js";
import { readAssets } from "../../node-host.js";
import { isJsonObject, type JsonObject } from "../../runtime/json/json-value.js";
import { closest } from "../../runtime/text/closest.js";
import { exitCode } from "../exit-code.js";
import { chooseOperations, type SelectionOptions } from "../import/choose-operations.js";
import { openDocument } from "../import/open-document.js";
import { type ImportReport, importFacts, importText, needsAttention } from "../import/report-import.js";
import type { Terminal } from "../io/terminal.js";
import { withinTime } from "../io/within-time.js";
import type { GlobalOptions } from "../options.js";
import { packageRoot } from "../package-root.js";
import { invocation } from "../project/invocation.js";
import { openProject, projectRoot } from "../project/open-project.js";
import { findSchemas, writeSchemas } from "../project/schema-location.js";
import { UsageError } from "../usage-error.js";

export interface ImportRequest extends GlobalOptions, SelectionOptions {
  /** The path or the address of the document. */
  readonly document: string;
  /** The folder of the specs, relative to the project's root. */
  readonly out?: string;
  readonly server?: string;
  readonly bearer?: string;
  readonly dryRun?: true;
  readonly json?: true;
}

/** `toolgen import openapi`: makes specs of the operations of a document, and merges later versions into them. */
export async function importOpenApi(request: ImportRequest, terminal: Terminal): Promise<number> {
  const opened = await openDocument(request.document, terminal.launchDir);
  const root = await readRoot(request.document, opened);
  const { operations, unsupported } = findOperations(root);
  if (operations.length > documentLimits.operations) throw new UsageError(`The document has more than ${documentLimits.operations} operations.`);
  const project = await openTarget(request, root, terminal);
  const { host, folder, record } = project;
  const before = record?.options;
  const selection = await chooseOperations(operations, { options: request, before }, terminal);
  if (selection === undefined) {
    terminal.err("Cancelled: nothing was written.\n");
    return exitCode.failed;
  }
  const selected = selectOperations(operations, selection);
  const [unknown] = selected.unknown;
  if (unknown !== undefined) throw unknownWord(unknown, operations);
  const settings = { server: request.server ?? textAt(before, "server"), bearer: request.bearer ?? textAt(before, "bearer") };
  const { tools, leftOut } = importOperations(withRecorded(selected.chosen, operations, record), {
    root,
    group: project.group,
    documentUrl: opened.fromNetwork,
    ...settings,
    headerOf: (operation) => [
      project.schemaLine,
      `Imported from ${project.source}: ${operation.origin}${operation.id === undefined ? "" : ` (${operation.id})`}. The next import keeps your edits.`,
    ],
    namesBefore: new Map(Object.entries(record?.tools ?? {}).map(([origin, { name }]) => [origin, name])),
    taken: project.taken,
    check: (text) =>
      checkSource({ path: `${folder}/new.yaml`, text }, { project: project.model.project, fragments: new Map() })
        .diagnostics.filter(isError)
        .map(({ message }) => message),
  });
  const files = new Map<string, string>();
  const known = record?.tools ?? {};
  const planned = tools.map((tool) => ({ ...tool, file: known[tool.origin]?.file ?? basename(specPath(folder, tool.name)) }));
  for (const file of [...planned.map((tool) => tool.file), ...Object.values(known).map((tool) => tool.file)]) {
    const bytes = await host.read(posix.join(folder, file));
    if (bytes !== undefined) files.set(file, new TextDecoder().decode(bytes));
  }
  const origins = new Set(operations.map(({ origin }) => origin));
  const restored = new Set(operations.filter((one) => isNamed(one, request)).map(({ origin }) => origin));
  const plan = planFiles({
    tools: planned,
    record,
    hasEntry: (origin) => origins.has(origin),
    restored,
    read: (file) => files.get(file),
  });
  const report: ImportReport = {
    folder,
    specs: plan.specs,
    leftOut: [...leftOut, ...unsupported.map((origin) => ({ origin, reason: "'http' doesn't send this method" }))],
    notes: tools.flatMap(({ origin, notes }) => notes.map((text) => ({ origin, text }))),
    deprecated: selected.deprecated.map(({ origin }) => origin),
    command: invocation(projectRoot(request, terminal), terminal.environment),
    isDry: request.dryRun === true,
  };
  if (!request.dryRun) {
    const options = { selection: { ...selection } as unknown as JsonObject, ...definedOnly(settings) };
    await writePlan(host, folder, plan, { source: project.source, options, tools: plan.tools });
    await writeSchemas(host, findSchemas(projectRoot(request, terminal)));
  }
  terminal.out(request.json ? `${JSON.stringify(importFacts(report), null, 2)}\n` : importText(report));
  return needsAttention(report) ? exitCode.failed : exitCode.done;
}

async function readRoot(name: string, { text, url, readReferred }: Awaited<ReturnType<typeof openDocument>>): Promise<JsonObject> {
  const data = readData(text, name);
  if (!data.ok) throw new UsageError(data.problem);
  const problem = versionProblem(data.value, name);
  if (problem !== undefined) throw new UsageError(problem);
  const bundled = await bundleDocument(data.value, url, readReferred);
  if (!bundled.ok) throw new UsageError(bundled.problem);
  return bundled.value;
}

/** The project and the folder that an import writes to. */
interface ImportTarget {
  readonly host: Host;
  readonly model: Model;
  readonly folder: string;
  readonly group: string;
  readonly record: ImportRecord | undefined;
  readonly schemaLine: string;
  /** The document for people: an address, or a path relative to the project's root. */
  readonly source: string;
  /** The names of the project's other tools, in small letters. */
  readonly taken: ReadonlySet<string>;
}

async function openTarget(request: ImportRequest, root: JsonObject, terminal: Terminal): Promise<ImportTarget> {
  const host = await openProject(request, terminal);
  const assets = await readAssets(packageRoot);
  // Mistakes in other specs don't matter here.
  const [{ model }] = await withinTime(request, terminal, () => compile(host, assets, { targets: [], handlers: "leave" }));
  const title = joinWords(wordsIn(titleOf(root)), { most: 24, empty: "api" });
  const folder = posix.normalize(request.out?.replace(/\/+$/, "") ?? posix.join(specFolder(model.project.specs[0] ?? ""), title.replaceAll("_", "-")));
  const group = joinWords(wordsIn(basename(folder)), { most: 24, empty: title });
  const projectDir = projectRoot(request, terminal);
  const isAddress = /^https?:\/\//i.test(request.document);
  const source = isAddress ? withoutCredentials(request.document) : relative(projectDir, posix.resolve(terminal.launchDir, request.document));
  const own = (file: { readonly path: string }) => posix.dirname(file.path) === folder;
  const others = [...model.tools, ...model.hosted, ...model.resources.map(({ tool }) => tool)].filter((tool) => !own(tool.source.file));
  return {
    host,
    model,
    folder,
    group,
    record: await readRecord(host, folder),
    schemaLine: schemaLine(folder, findSchemas(projectDir).spec).replace(/^# /, ""),
    source,
    taken: new Set(others.flatMap(({ name, nameAliases }) => [name, ...nameAliases]).map((name) => name.toLowerCase())),
  };
}

async function readRecord(host: Host, folder: string): Promise<ImportRecord | undefined> {
  const path = posix.join(folder, recordName);
  const bytes = await host.read(path);
  if (bytes === undefined) return undefined;
  const record = parseRecord(new TextDecoder().decode(bytes));
  if (typeof record !== "string") return record;
  throw new UsageError(`Can't read ${path}: ${record}.`, "Restore it from version control.");
}

function withoutCredentials(address: string): string {
  const url = new URL(address);
  url.username = "";
  url.password = "";
  url.search = "";
  return url.href;
}

/** The chosen operations and those that were imported before, in the document's order. */
function withRecorded(chosen: readonly Operation[], all: readonly Operation[], record: ImportRecord | undefined): readonly Operation[] {
  const wanted = new Set([...chosen.map(({ origin }) => origin), ...Object.keys(record?.tools ?? {})]);
  return all.filter(({ origin }) => wanted.has(origin));
}

const isNamed = ({ id, origin }: Operation, { operation = [] }: ImportRequest) =>
  operation.some((name) => name === id || name.toLowerCase() === origin.toLowerCase());

function unknownWord(word: string, operations: readonly Operation[]): UsageError {
  const all = operations.flatMap(({ id, tags, path, origin }) => [...(id === undefined ? [] : [id]), ...tags, path, origin]);
  const near = closest(word, [...new Set(all)].slice(0, 5000));
  return new UsageError(`The document has no '${word}'.${near === undefined ? "" : ` Did you mean '${near}'?`}`);
}

const textAt = (options: JsonObject | undefined, key: string): string | undefined => {
  const value = isJsonObject(options) ? options[key] : undefined;
  return typeof value === "string" ? value : undefined;
};

const definedOnly = (settings: Readonly<Record<string, string | undefined>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(settings).filter((entry): entry is [string, string] => entry[1] !== undefined));

/** Writes the record last: an import that was interrupted is repeated by the next. */
async function writePlan(host: Host, folder: string, { specs }: ImportPlan, record: ImportRecord): Promise<void> {
  for (const { action, file, text } of specs) {
    const path = posix.join(folder, file);
    if (action === "remove") await host.remove(path);
    else if (text !== undefined) await host.write({ path, text, executable: false });
  }
  if (Object.keys(record.tools).length > 0) await host.write({ path: posix.join(folder, recordName), text: printRecord(record), executable: false });
}
