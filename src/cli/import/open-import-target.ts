import { posix } from "node:path";
import { type CheckSources, checkSources, type SourceContext, type SourceResult } from "../../compiler/check.js";
import { compile } from "../../compiler/compile.js";
import type { Model } from "../../compiler/model.js";
import { schemaLine } from "../../compiler/scaffold.js";
import { isError } from "../../contract/diagnostic.js";
import type { Host } from "../../contract/host.js";
import { readAssets } from "../../contract/node-host.js";
import type { CheckSpecs } from "../../import/imported-tool.js";
import type { ImportRecord } from "../../import/plan-import.js";
import { type CheckWorkers, checkInWorkers, needsWorkers, startCheckWorkers } from "../build/check-workers.js";
import { type GlobalOptions, packageRoot, UsageError } from "../command.js";
import { withinTime } from "../io/slow-work.js";
import type { Terminal } from "../io/terminal.js";
import { openProject, projectRoot } from "../project/open-project.js";
import { findSchemas } from "../project/schema-location.js";
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

/**
 * Calls `use` with a function that returns the errors of specs, which are JSON, as a build finds them. For many specs
 * it starts the threads that check them first, so that they load the compiler while `use` makes the specs.
 */
export async function withSpecCheck<T>(
  specs: number,
  { folder, model }: ImportTarget,
  terminal: Terminal,
  use: (check: CheckSpecs) => Promise<T>,
): Promise<T> {
  const context = { project: model.project, fragments: new Map() };
  const workers: CheckWorkers | undefined = needsWorkers(specs, terminal)
    ? startCheckWorkers(context, { terminal, onlyDiagnostics: true })
    : undefined;
  try {
    return await use(async (texts) => {
      const sources = texts.map((text, index) => ({ path: `${folder}/${index}.json`, text }));
      const results = await (workers?.check(sources) ?? checkSources(sources, context));
      return results.map(({ diagnostics }) => diagnostics.filter(isError).map(({ message }) => message));
    });
  } finally {
    await workers?.end();
  }
}
