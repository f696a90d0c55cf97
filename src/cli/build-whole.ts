import { checkSources } from "../check/check.js";
import { compile } from "../compile.js";
import type { Host } from "../host.js";
import { openMemory } from "../incremental/memory.js";
import { openRecall } from "../incremental/recall.js";
import { recordingHost, writeStamp } from "../incremental/stamp.js";
import { readAssets } from "../node-host.js";
import { apply } from "../write/apply.js";
import { drift } from "../write/drift.js";
import { MANIFEST } from "../write/output-path.js";
import { plan } from "../write/plan.js";
import type { BuildOptions } from "./build.js";
import { buildSummary } from "./build-summary.js";
import { checkInWorkers } from "./check-in-workers.js";
import { exitCode } from "./exit-code.js";
import { packageRoot, packageVersion } from "./package-root.js";
import type { Printer } from "./print-in-thread.js";
import { isError } from "./project.js";
import { report } from "./report.js";
import { tookSince } from "./report-words.js";
import type { Terminal } from "./terminal.js";

export interface BuildRequest {
  readonly host: Host;
  readonly buildId: string;
  readonly options: BuildOptions;
  readonly terminal: Terminal;
  readonly printer: Printer;
  /** Is told the paths that builds look at, from the project's root. */
  readonly looked?: Set<string>;
}

/** Builds with the whole compiler. Spec files that are remembered from an earlier build aren't checked again. */
export async function buildWhole({ host, buildId, options, terminal, printer, looked }: BuildRequest): Promise<number> {
  const started = process.hrtime.bigint();
  const recorded = recordingHost(host);
  const check = checkInWorkers({
    inProcess: checkSources,
    terminal,
    onChecked: (results) => printer.begin(results.flatMap(({ tools }) => tools)),
  });
  const memory = await openMemory(host, { build: buildId, check });
  const recall = await openRecall(host, buildId);
  const means = { check: memory.check, recall, print: printer.print };
  const [{ model, files }, found] = await compile(recorded.host, await readAssets(packageRoot), means);
  for (const path of recorded.marks.keys()) looked?.add(path);
  const fail = (...more: Parameters<typeof report>[0]) => {
    report([...found, ...more], options, terminal);
    return exitCode.failed;
  };
  const failed = found.some(isError);
  await Promise.all([memory, recall].map((kept) => kept.save({ forget: !failed })));
  if (failed) return fail();

  const { output } = model.project;
  const [planned, obstacles] = await plan(host, { output, files, compiler: packageVersion() });
  if (obstacles.some(isError)) return fail(...obstacles);
  // The order of `drift` says something: another compiler's version stands before the files that differ for it.
  const problems = options.check ? drift(planned) : (await apply(host, planned))[1];
  if (problems.length > 0) return fail(...problems);

  // Warnings are to be told each time, so only a build without any is one that the next may skip.
  if (!options.check && found.length === 0 && recorded.settled()) {
    const written = [...files.map((file) => file.path), MANIFEST].map((path) => `${output}/${path}`);
    const paths = [...recorded.marks.keys(), ...written];
    const marks = [...recorded.marks.values(), ...(await host.marks(written))];
    await writeStamp(host, { build: buildId, paths, marks, tools: model.tools.length, files: files.length, output });
  }
  report(found, options, terminal);
  if (options.format === "pretty") terminal.out(buildSummary({ model, planned, took: tookSince(started) }));
  return exitCode.done;
}
