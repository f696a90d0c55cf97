import { basename, posix } from "node:path";
import { checkSources } from "../../check/check.js";
import { isError } from "../../diagnostics/diagnostic.js";
import { specPath } from "../../emit/scaffold/new-tool.js";
import type { Host } from "../../host.js";
import { type ImportRecord, printRecord, recordName } from "../../import/merge/import-record.js";
import { type ImportPlan, planImport } from "../../import/merge/plan-import.js";
import { bundleDocument } from "../../import/openapi/bundle-document.js";
import { importOperations } from "../../import/openapi/import-operations.js";
import { findOperations, type Operation } from "../../import/openapi/operation.js";
import { documentLimits, openApiVersionProblem, readData } from "../../import/openapi/read-data.js";
import { joinSelections, selectOperations } from "../../import/openapi/select-operations.js";
import { isJsonObject, type JsonObject } from "../../runtime/json/json-value.js";
import { closest } from "../../runtime/text/closest.js";
import { checkInWorkers } from "../build/check-in-workers.js";
import { exitCode } from "../exit-code.js";
import { chooseOperations, isGiven, recordedSelection, type SelectionOptions } from "../import/choose-operations.js";
import { type ImportReport, importFacts, importText, needsAttention } from "../import/import-text.js";
import { openDocument } from "../import/open-document.js";
import { type ImportTarget, openImportTarget } from "../import/open-import-target.js";
import type { Terminal } from "../io/terminal.js";
import type { GlobalOptions } from "../options.js";
import { invocation } from "../project/invocation.js";
import { projectRoot } from "../project/open-project.js";
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
export async function importOpenapi(request: ImportRequest, terminal: Terminal): Promise<number> {
  const opened = await openDocument(request.document, terminal.launchDir);
  const root = await readRoot(request.document, opened);
  const { operations, unsupported } = findOperations(root);
  if (operations.length > documentLimits.operations)
    throw new UsageError(`The document has more than ${documentLimits.operations} operations.`);
  const project = await openImportTarget(request, root, terminal);
  const { host, folder, record } = project;
  const before = record?.options;
  const selection = await chooseOperations(operations, { options: request, before }, terminal);
  if (selection === undefined) {
    terminal.err("Cancelled: nothing was written.\n");
    return exitCode.failed;
  }
  const selected = selectOperations(operations, selection);
  const [unknown] = selected.unknown;
  // A word of the last import may be gone from the document.
  if (unknown !== undefined && isGiven(request)) throw unknownWord(unknown, operations);
  const settings = { server: request.server ?? textAt(before, "server"), bearer: request.bearer ?? textAt(before, "bearer") };
  const { tools, leftOut } = await importOperations(withRecorded(selected.chosen, operations, record), {
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
    check: (texts) => checkSpecs(texts, project, terminal),
  });
  const files = new Map<string, string>();
  const imported = record?.tools ?? {};
  const planned = tools.map((tool) => ({ ...tool, file: imported[tool.origin]?.file ?? basename(specPath(folder, tool.name)) }));
  for (const file of [...planned.map((tool) => tool.file), ...Object.values(imported).map((tool) => tool.file)]) {
    const bytes = await host.read(posix.join(folder, file));
    if (bytes !== undefined) files.set(file, new TextDecoder().decode(bytes));
  }
  const origins = new Set(operations.map(({ origin }) => origin));
  const restored = new Set(operations.filter((one) => isNamed(one, request)).map(({ origin }) => origin));
  const plan = planImport({
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
    deprecated: selected.deprecated.map(({ origin }) => origin).filter((origin) => !Object.hasOwn(imported, origin)),
    command: invocation(projectRoot(request, terminal), terminal.environment),
    isDry: request.dryRun === true,
  };
  if (!request.dryRun) {
    const recorded = before === undefined ? selection : joinSelections(recordedSelection(before), selection);
    const options = { selection: { ...recorded }, ...definedOnly(settings) };
    await writePlan(host, folder, plan, { source: project.source, options, tools: plan.tools });
    await writeSchemas(host, findSchemas(projectRoot(request, terminal)));
  }
  terminal.out(request.json ? `${JSON.stringify(importFacts(report), null, 2)}\n` : importText(report));
  return needsAttention(report) ? exitCode.failed : exitCode.done;
}

/** Returns the errors of specs as a build finds them. */
async function checkSpecs(
  texts: readonly string[],
  { folder, model }: ImportTarget,
  terminal: Terminal,
): Promise<readonly (readonly string[])[]> {
  const sources = texts.map((text, index) => ({ path: `${folder}/${index}.json`, text }));
  const results = await checkInWorkers({ inProcess: checkSources, terminal })(sources, { project: model.project, fragments: new Map() });
  return results.map(({ diagnostics }) => diagnostics.filter(isError).map(({ message }) => message));
}

async function readRoot(name: string, { text, url, readReferred }: Awaited<ReturnType<typeof openDocument>>): Promise<JsonObject> {
  const data = readData(text, name);
  if (!data.ok) throw new UsageError(data.problem);
  const problem = openApiVersionProblem(data.value, name);
  if (problem !== undefined) throw new UsageError(problem);
  const bundled = await bundleDocument(data.value, url, readReferred);
  if (!bundled.ok) throw new UsageError(bundled.problem);
  return bundled.value;
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
  const suggestion = closest(word, [...new Set(all)].slice(0, 5000));
  return new UsageError(`The document has no '${word}'.${suggestion === undefined ? "" : ` Did you mean '${suggestion}'?`}`);
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
  if (Object.keys(record.tools).length > 0)
    await host.write({ path: posix.join(folder, recordName), text: printRecord(record), executable: false });
}
