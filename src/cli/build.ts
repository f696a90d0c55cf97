import { compile } from "../compile.js";
import type { Model } from "../model/tool.js";
import { readAssets } from "../node-host.js";
import { apply } from "../write/apply.js";
import { drift } from "../write/drift.js";
import { isUpToDate, plan, type WritePlan } from "../write/plan.js";
import { exitCode } from "./exit-code.js";
import { loosening } from "./explain-tool.js";
import { type FormatOption, type GlobalOptions, packageVersion } from "./program.js";
import { isError, openProject } from "./project.js";
import { count, report } from "./report.js";
import type { Terminal } from "./terminal.js";

export interface BuildOptions extends GlobalOptions, FormatOption {
  readonly check?: true;
}

/** `toolgen build`: compiles, compares with what is on disk, and writes what differs; with `--check` it fails instead of writing. */
export async function build(options: BuildOptions, terminal: Terminal): Promise<number> {
  const started = process.hrtime.bigint();
  const host = await openProject(options, terminal);
  const [{ model, files }, found] = await compile(host, await readAssets());
  const fail = (...more: Parameters<typeof report>[0]) => {
    report([...found, ...more], options, terminal);
    return exitCode.failed;
  };
  if (found.some(isError)) return fail();

  const [planned, obstacles] = await plan(host, { output: model.project.output, files, compiler: packageVersion() });
  if (obstacles.some(isError)) return fail(...obstacles);
  // The order of `drift` says something: another compiler's version stands before the files that differ for it.
  const problems = options.check ? drift(planned) : (await apply(host, planned))[1];
  if (problems.length > 0) return fail(...problems);

  report(found, options, terminal);
  if (options.format === "pretty") terminal.out(summary({ model, planned, took: tookSince(started) }));
  return exitCode.done;
}

interface Built {
  readonly model: Model;
  readonly planned: WritePlan;
  readonly took: string;
}

function summary({ model, planned, took }: Built): string {
  const tools = count(model.tools.length, "tool");
  const unchanged = count(planned.unchanged.length, "file");
  if (isUpToDate(planned)) return `${tools}, nothing changed: ${unchanged} below ${planned.output} up to date, in ${took}.\n`;
  const changes = [
    { what: "created", sign: "+", paths: planned.create.map((file) => file.path) },
    { what: "updated", sign: "~", paths: planned.update.map((file) => file.path) },
    { what: "removed", sign: "-", paths: [...planned.remove, ...planned.leftovers] },
  ];
  const counted = changes.filter(({ paths }) => paths.length > 0).map(({ what, paths }) => `${paths.length} ${what}`);
  const lines = changes.flatMap(({ sign, paths }) => listed(paths, planned.output).map((line) => `  ${sign} ${line}`));
  const head = `${tools}: ${[...counted, `${planned.unchanged.length} unchanged`].join(", ")}, in ${took}.`;
  return `${[head, ...lines, ...looseningLine(model)].join("\n")}\n`;
}

const shownPaths = 20;

function listed(paths: readonly string[], output: string): readonly string[] {
  const shown = paths.slice(0, shownPaths).map((path) => `${output}/${path}`);
  return paths.length > shownPaths ? [...shown, `… and ${paths.length - shownPaths} more`] : shown;
}

function looseningLine(model: Model): readonly string[] {
  const total = model.tools.reduce((sum, tool) => sum + loosening(tool), 0);
  if (total === 0) return [];
  return [`Letting aliased and coercible calls through costs clients ${count(total, "character")} of schema ('toolgen explain TOOL').`];
}

function tookSince(started: bigint): string {
  const ms = Number(process.hrtime.bigint() - started) / 1e6;
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}
