import { posix } from "node:path";
import { type CheckSources, checkSources } from "../../check/check.js";
import type { SourceContext, SourceResult } from "../../check/check-source.js";
import { compile } from "../../compile.js";
import { schemaLine } from "../../emit/scaffold/new-tool.js";
import type { Host } from "../../host.js";
import type { ImportRecord } from "../../import/merge/import-record.js";
import type { Model } from "../../model/tool.js";
import { readAssets } from "../../node-host.js";
import { checkInWorkers } from "../build/check-in-workers.js";
import type { Terminal } from "../io/terminal.js";
import { withinTime } from "../io/within-time.js";
import type { GlobalOptions } from "../options.js";
import { packageRoot } from "../package-root.js";
import { openProject, projectRoot } from "../project/open-project.js";
import { findSchemas } from "../project/schema-location.js";
import { UsageError } from "../usage-error.js";
import { findImportFolder, type ImportFolder, type ImportSource, mayContinue, readImportRecord } from "./find-import-folder.js";

interface TargetRequest extends GlobalOptions {
  readonly out?: string;
}

/** The project and the folder that an import writes to. */
export interface ImportTarget {
  readonly host: Host;
  readonly model: Model;
  readonly folder: string;
  readonly group: string;
  readonly record: ImportRecord | undefined;
  /** The folder in which the last import wrote the specs, if they move. */
  readonly movedFrom: string | undefined;
  /** Reads the record again, which another import may have written meanwhile. */
  readRecord(folder: string): Promise<ImportRecord | undefined>;
  readonly schemaLine: string;
  /** The source's name for people. */
  readonly source: string;
  /** The names of the project's other tools, in small letters. */
  readonly taken: ReadonlySet<string>;
}

export async function openImportTarget(request: TargetRequest, source: ImportSource, terminal: Terminal): Promise<ImportTarget> {
  const host = await openProject(request, terminal);
  const assets = await readAssets(packageRoot);
  let found: Promise<ImportFolder> | undefined;
  const findFolder = ({ specs }: { readonly specs: readonly string[] }) => {
    found ??= findImportFolder(host, { source, out: request.out, specs });
    return found;
  };
  // Only the names in other folders matter, so the specs of the last import aren't checked.
  const check = checkOthers(checkInWorkers({ inProcess: checkSources, terminal }), findFolder);
  // Mistakes in other specs don't matter here.
  const [{ model }] = await withinTime(request, terminal, () => compile(host, assets, { targets: [], handlers: "leave", check }));
  const { folder, movedFrom, group } = await findFolder(model.project);
  const projectDir = projectRoot(request, terminal);
  const own = (file: { readonly path: string }) => [folder, movedFrom].includes(posix.dirname(file.path));
  const readRecord = async (from: string) => {
    const record = await readImportRecord(host, from, source.kind);
    if (record === undefined || mayContinue(source, record)) return record;
    throw new UsageError(`${from} has got the specs of ${record.source} meanwhile.`, "Type the command again.");
  };
  const others = [...model.tools, ...model.hosted, ...model.resources.map(({ tool }) => tool)].filter((tool) => !own(tool.source.file));
  return {
    host,
    model,
    folder,
    group,
    record: await readRecord(movedFrom ?? folder),
    movedFrom,
    readRecord,
    schemaLine: schemaLine(folder, findSchemas(projectDir).spec).replace(/^# /, ""),
    source: source.name,
    taken: new Set(others.flatMap(({ name, nameAliases }) => [name, ...nameAliases]).map((name) => name.toLowerCase())),
  };
}

/** Checks the files that aren't of the last import. Those count as empty. */
const checkOthers =
  (check: CheckSources, findFolder: (project: SourceContext["project"]) => Promise<ImportFolder>): CheckSources =>
  async (sources, context) => {
    const { folder, movedFrom } = await findFolder(context.project);
    const others = sources.filter(({ path }) => ![folder, movedFrom].includes(posix.dirname(path)));
    const checked = new Map((await check(others, context)).map((result, index) => [others[index], result]));
    return sources.map((one) => checked.get(one) ?? noResult);
  };

const noResult: SourceResult = { tools: [], prompts: [], resources: [], claims: [], diagnostics: [] };
