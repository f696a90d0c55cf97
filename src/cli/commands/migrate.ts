import { migrateSource } from "../../check/migration/migrate-source.js";
import { checkConfig, configFile } from "../../check/project/config.js";
import { collector } from "../../diagnostics/collector.js";
import { isError, lineColumn } from "../../diagnostics/diagnostic.js";
import { printable } from "../../diagnostics/printable.js";
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
 * `toolgen migrate`: writes the new names of keys and words that were renamed. Either every file is written or none.
 */
export async function migrate(options: MigrateOptions, terminal: Terminal): Promise<number> {
  const host = await openProject(options, terminal);
  const log = collector();
  const sources = log.take(await projectSources(host));
  const changed = sources.flatMap((source): readonly MigratedFile[] => {
    const { text, edits } = log.take(migrateSource(source));
    return edits.length === 0 ? [] : [{ source, text, edits }];
  });
  const [, problems] = log.result(undefined);
  const errors = problems.filter(isError);
  if (errors.length > 0) {
    reportDiagnostics(errors, { ...options, format: options.json ? "json" : "pretty" }, terminal);
    terminal.err("No file was changed.\n");
    return exitCode.failed;
  }
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

interface Printing {
  readonly isDry: boolean;
  readonly json: boolean;
}

function print(changed: readonly MigratedFile[], { isDry, json }: Printing, terminal: Terminal): void {
  if (json) {
    const facts = changed.flatMap(({ source, edits }) =>
      edits.map(({ span, from, to, since }) => ({ file: source.path, ...lineColumn(source.text, span.start), from, to, since })),
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
    } else terminal.out(`  ~ ${printable(source.path)} ${[...new Set(edits.map(({ from, to }) => `${from} → ${to}`))].join(", ")}\n`);
  }
  const count = changed.reduce((sum, { edits }) => sum + edits.length, 0);
  terminal.out(`${plural(count, "name")} in ${plural(changed.length, "file")} ${isDry ? "to change" : "changed"}.\n`);
}
