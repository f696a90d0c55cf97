import { basename, posix } from "node:path";
import { type CheckSources, checkSources } from "../../check/check.js";
import type { SourceContext, SourceResult } from "../../check/check-source.js";
import { compile } from "../../compile.js";
import { schemaLine, specFolder } from "../../emit/scaffold/new-tool.js";
import type { Host } from "../../host.js";
import { type ImportRecord, parseRecord, recordName } from "../../import/merge/import-record.js";
import { joinWords, wordsIn } from "../../import/words-in.js";
import type { Model } from "../../model/tool.js";
import { readAssets } from "../../node-host.js";
import { checkInWorkers } from "../build/check-in-workers.js";
import type { Terminal } from "../io/terminal.js";
import { withinTime } from "../io/within-time.js";
import type { GlobalOptions } from "../options.js";
import { packageRoot } from "../package-root.js";
import { openProject, projectRoot } from "../project/open-project.js";
import { readUtf8 } from "../project/read-utf8.js";
import { findSchemas } from "../project/schema-location.js";
import { UsageError } from "../usage-error.js";

interface TargetRequest extends GlobalOptions {
  readonly out?: string;
}

/** The source of an import. */
export interface ImportSource {
  /** The name that the folder and the toolset get. */
  readonly group: string;
  /** The name for people: an address, or a path relative to the project's root. */
  readonly name: string;
  /** The import that reads it: a folder belongs to one. */
  readonly kind: ImportKind;
}

/** The subcommands of `toolgen import`. */
export type ImportKind = "openapi" | "cli" | "mcp" | "scripts";

/** The project and the folder that an import writes to. */
export interface ImportTarget {
  readonly host: Host;
  readonly model: Model;
  readonly folder: string;
  readonly group: string;
  readonly record: ImportRecord | undefined;
  /** Reads the record again. */
  readRecord(): Promise<ImportRecord | undefined>;
  readonly schemaLine: string;
  /** The source's name for people. */
  readonly source: string;
  /** The names of the project's other tools, in small letters. */
  readonly taken: ReadonlySet<string>;
}

export async function openImportTarget(request: TargetRequest, source: ImportSource, terminal: Terminal): Promise<ImportTarget> {
  const host = await openProject(request, terminal);
  const assets = await readAssets(packageRoot);
  const folderIn = ({ specs }: { readonly specs: readonly string[] }) =>
    posix.normalize(request.out?.replace(/\/+$/, "") ?? posix.join(specFolder(specs[0] ?? ""), source.group.replaceAll("_", "-")));
  // Only the names in other folders matter, so the specs of the last import aren't checked.
  const check = checkOthers(checkInWorkers({ inProcess: checkSources, terminal }), folderIn);
  // Mistakes in other specs don't matter here.
  const [{ model }] = await withinTime(request, terminal, () => compile(host, assets, { targets: [], handlers: "leave", check }));
  const folder = folderIn(model.project);
  const group = joinWords(wordsIn(basename(folder)), { most: 24, empty: source.group });
  const projectDir = projectRoot(request, terminal);
  const own = (file: { readonly path: string }) => posix.dirname(file.path) === folder;
  const others = [...model.tools, ...model.hosted, ...model.resources.map(({ tool }) => tool)].filter((tool) => !own(tool.source.file));
  return {
    host,
    model,
    folder,
    group,
    record: await readRecord(host, folder, source.kind),
    readRecord: () => readRecord(host, folder, source.kind),
    schemaLine: schemaLine(folder, findSchemas(projectDir).spec).replace(/^# /, ""),
    source: source.name,
    taken: new Set(others.flatMap(({ name, nameAliases }) => [name, ...nameAliases]).map((name) => name.toLowerCase())),
  };
}

/** Checks the files that aren't in a folder. Those in it count as empty. */
const checkOthers =
  (check: CheckSources, folderIn: (project: SourceContext["project"]) => string): CheckSources =>
  async (sources, context) => {
    const folder = folderIn(context.project);
    const others = sources.filter(({ path }) => posix.dirname(path) !== folder);
    const checked = new Map((await check(others, context)).map((result, index) => [others[index], result]));
    return sources.map((one) => checked.get(one) ?? noResult);
  };

const noResult: SourceResult = { tools: [], prompts: [], resources: [], claims: [], diagnostics: [] };

async function readRecord(host: Host, folder: string, kind: ImportKind): Promise<ImportRecord | undefined> {
  const path = posix.join(folder, recordName);
  const text = await readUtf8(host, path);
  if (text === undefined) return undefined;
  const record = parseRecord(text);
  if (typeof record !== "string") {
    const written = importKindOf(record);
    if (written === kind) return record;
    throw new UsageError(`${folder} has the specs of 'import ${written}'.`, "Choose another folder with --out.");
  }
  throw new UsageError(`Can't read ${path}: ${record}.`, "Restore it from version control.");
}

/** The import that wrote a record. Records of OpenAPI documents don't name it. */
function importKindOf({ options }: ImportRecord): string {
  return typeof options.import === "string" ? options.import : "openapi";
}
