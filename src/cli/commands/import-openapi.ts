import { createHash } from "node:crypto";
import { posix, relative } from "node:path";
import { isJsonObject, type JsonObject } from "../../contract/json-value.js";
import { closest } from "../../contract/names.js";
import { importOperations, lacksServer } from "../../import/import-operations.js";
import { groupName } from "../../import/imported-tool.js";
import {
  bundleDocument,
  documentLimits,
  findOperations,
  isGraphqlSchema,
  joinSelections,
  type Operation,
  readData,
  selectOperations,
} from "../../import/openapi-document.js";
import type { ImportRecord } from "../../import/plan-import.js";
import { type ConvertedDocument, openApiVersionProblem, upgradeDocument } from "../../import/upgrade-swagger.js";
import { exitCode, UsageError } from "../command.js";
import { chooseOperations, isGiven, recordedSelection, type SelectionOptions } from "../import/choose-operations.js";
import type { ImportSource } from "../import/find-import-folder.js";
import { finishImport, type ImportOptions } from "../import/finish-import.js";
import { openDocument, readingLimits } from "../import/open-document.js";
import { openImportTarget, withSpecCheck } from "../import/open-import-target.js";
import type { Terminal } from "../io/terminal.js";
import { projectRoot } from "../project/open-project.js";

export interface ImportRequest extends ImportOptions, SelectionOptions {
  /** The path or the address of the document. */
  readonly document: string;
  readonly server?: string;
  readonly bearer?: string;
  /** Parameters that the model sends although they seem to be credentials. */
  readonly keep?: readonly string[];
  /** MiB of the document with the files that it refers to. */
  readonly maxSize?: number;
  /** Milliseconds that reading them may take. */
  readonly timeout?: number;
}

/** `toolgen import openapi`: makes specs of the operations of a document, and merges later versions into them. */
export async function importOpenapi(request: ImportRequest, terminal: Terminal): Promise<number> {
  const limits = {
    mebibytes: request.maxSize ?? readingLimits.mebibytes,
    seconds: request.timeout === undefined ? readingLimits.seconds : request.timeout / 1000,
  };
  const opened = await openDocument(request.document, limits, terminal);
  const read = await readRoot(request.document, opened);
  if (typeof read === "string") return refuse(read, terminal);
  const { root, leftOut: unread } = read;
  const { operations, unsupported } = findOperations(root);
  if (operations.length > documentLimits.operations)
    throw new UsageError(`The document has more than ${documentLimits.operations} operations.`);
  const project = await openImportTarget(request, sourceOf(request, { root, operations }, terminal), terminal);
  const { record } = project;
  if (record === undefined && operations.length === 0 && unsupported.length === 0)
    return refuse(
      `'${request.document}' has no operations to import${isJsonObject(root.webhooks) ? ": its webhooks are requests that the API sends" : ""}.`,
      terminal,
    );
  const before = record?.options;
  const selection = await chooseOperations(operations, { options: request, before }, terminal);
  const selected = selectOperations(operations, selection);
  const [unknown] = selected.unknown;
  // A word of the last import may be gone from the document.
  if (unknown !== undefined && isGiven(request)) throw unknownWord(unknown, operations);
  const given = { root, documentUrl: opened.fromNetwork, server: request.server ?? textAt(before, "server") };
  const server = given.server ?? (await askedServer(selected.chosen, given, request, terminal));
  const settings = { server, bearer: request.bearer ?? textAt(before, "bearer") };
  const keep = [...new Set([...textsAt(before, "keep"), ...(request.keep ?? [])])];
  const wanted = withRecorded(selected.chosen, operations, record);
  const { tools, leftOut } = await withSpecCheck(wanted.length, project, terminal, (check) =>
    importOperations(wanted, {
      root,
      group: project.group,
      documentUrl: opened.fromNetwork,
      ...settings,
      keep,
      headerOf: (operation) => [
        project.schemaLine,
        `Imported from ${project.source}: ${operation.origin}${operation.id === undefined ? "" : ` (${operation.id})`}. The next import keeps your edits.`,
      ],
      namesBefore: new Map(Object.entries(record?.tools ?? {}).map(([origin, { name }]) => [origin, name])),
      taken: project.taken,
      check,
    }),
  );
  const origins = new Set(operations.map(({ origin }) => origin));
  const imported = record?.tools ?? {};
  const code = await finishImport(
    {
      target: project,
      tools,
      leftOut: [...unread, ...leftOut, ...unsupported],
      deprecated: selected.deprecated.map(({ origin }) => origin).filter((origin) => !Object.hasOwn(imported, origin)),
      hasEntry: (origin) => origins.has(origin),
      restored: new Set(operations.filter((one) => isNamed(one, request)).map(({ origin }) => origin)),
      // With what another import chose meanwhile.
      options: (written) => ({
        selection: { ...(written === undefined ? selection : joinSelections(recordedSelection(written.options), selection)) },
        ...definedOnly(settings),
        ...(keep.length === 0 ? {} : { keep }),
      }),
      choosing: "--tag TAG, --path or --operation",
      words: { entry: "operation", source: "document", restore: "Name the operation with --operation to get it back" },
    },
    request,
    terminal,
  );
  // A document whose operations are all left out has given the user nothing.
  return tools.length === 0 && wanted.length > 0 ? exitCode.failed : code;
}

/** A document that gives no tools is one that was read: the command line isn't wrong. */
function refuse(problem: string, terminal: Terminal): number {
  terminal.err(`toolgen: ${problem}\n`);
  return exitCode.failed;
}

/** Returns the document with all of its files, as OpenAPI 3; a text says which other format it has. */
async function readRoot(name: string, opened: Awaited<ReturnType<typeof openDocument>>): Promise<ConvertedDocument | string> {
  const { text, url, readReferred, fromNetwork } = opened;
  const data = readData(text, name);
  if (!data.ok && isGraphqlSchema(text)) return data.problem;
  if (!data.ok) throw new UsageError(data.problem);
  const problem = openApiVersionProblem(data.value, name);
  if (problem !== undefined) return problem;
  const bundled = await bundleDocument(data.value, url, readReferred);
  if (!bundled.ok) throw new UsageError(bundled.problem);
  const upgraded = upgradeDocument(bundled.value, fromNetwork);
  if (!upgraded.ok) throw new UsageError(upgraded.problem);
  return upgraded.value;
}

/** Asks for the address of an API whose document has none, or a relative one. */
async function askedServer(
  chosen: readonly Operation[],
  context: Parameters<typeof lacksServer>[1],
  { json }: ImportRequest,
  terminal: Terminal,
): Promise<string | undefined> {
  if (!terminal.isInteractive || json || !chosen.some((operation) => lacksServer(operation, context))) return undefined;
  const { askAddress } = await import("../import/ask-many.js");
  return askAddress("The document names no address of the API. Which is it?");
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

const textsAt = (options: JsonObject | undefined, key: string): readonly string[] => {
  const value = options?.[key];
  return Array.isArray(value) ? value.map(String) : [];
};

const definedOnly = (settings: Readonly<Record<string, string | undefined>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(settings).filter((entry): entry is [string, string] => entry[1] !== undefined));

interface ReadDocument {
  readonly root: JsonObject;
  readonly operations: readonly Operation[];
}

/** A document is identified by its address or path. Others may have its title: FastAPI gives all of them the same. */
function sourceOf(request: ImportRequest, { root, operations }: ReadDocument, terminal: Terminal): ImportSource {
  const name = /^https?:\/\//i.test(request.document)
    ? plainAddress(request.document)
    : relative(projectRoot(request, terminal), posix.resolve(terminal.launchDir, request.document));
  const origins = new Set(operations.map(({ origin }) => origin));
  return {
    group: groupName(isJsonObject(root.info) && typeof root.info.title === "string" ? root.info.title : ""),
    name,
    kind: "openapi",
    owns: ({ source }) => source === name,
    continues: ({ tools }) => {
      const before = Object.keys(tools);
      return before.filter((origin) => origins.has(origin)).length * 2 > before.length;
    },
  };
}

/**
 * Returns an address without user, password and fragment. A query may choose the document, and may hold secrets: of it
 * there is a hash.
 */
function plainAddress(address: string): string {
  const { origin, pathname, search } = new URL(address);
  const hash = createHash("sha256").update(search).digest("hex").slice(0, 8);
  return `${origin}${pathname}${search === "" ? "" : `?sha256-${hash}`}`;
}
