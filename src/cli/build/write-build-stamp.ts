import { type RecordingHost, writeStamp } from "../../cache/build-stamp.js";
import { buildLock } from "../../cache/cache-folder.js";
import type { Diagnostic } from "../../diagnostics/diagnostic.js";
import { formatDiagnostics, formatDiagnosticsAsJson } from "../../diagnostics/format.js";
import type { Host } from "../../host.js";
import { surfaceLockFile } from "../../surface/surface-lock-file.js";
import { manifestFile } from "../../write/output-path.js";
import type { WritePlan } from "../../write/write-plan.js";

export interface FinishedBuild {
  readonly buildId: string;
  /** How many tools there are, in words. */
  readonly tools: string;
  /** The cost for a model, in a sentence. */
  readonly cost: string;
  readonly warnings: readonly Diagnostic[];
  /** The files that were read. */
  readonly recorded: RecordingHost;
  /** The mark of `toolgen.lock`, which this build may have written. */
  readonly lockMark: string;
  readonly planned: WritePlan;
  /** The marks, before this build, of outputs that the previous build left unchanged. */
  readonly untouched: ReadonlyMap<string, string>;
}

/**
 * Writes the stamp from which the next build sees that nothing must be done. An output that this build didn't write
 * keeps its earlier mark, so that the next build notices concurrent changes.
 */
export async function writeBuildStamp(
  host: Host,
  { buildId, tools, cost, warnings, recorded, lockMark, planned, untouched }: FinishedBuild,
): Promise<void> {
  const { output, create, update, unchanged } = planned;
  const written = new Set([...create, ...update].map(({ path }) => path).concat(planned.manifest === undefined ? [] : [manifestFile]));
  const paths = [...new Set([...unchanged, ...written, manifestFile])];
  const full = (path: string) => `${output}/${path}`;
  const known = (path: string) => (written.has(path) ? undefined : untouched.get(full(path)));
  const unknown = paths.filter((path) => known(path) === undefined);
  const fresh = await host.marks(unknown.map(full));
  const marks = new Map(unknown.map((path, i) => [path, fresh[i] ?? ""]));
  // The build may have written the lock after it read it.
  const read = [...recorded.marks].filter(([path]) => path !== surfaceLockFile);
  await writeStamp(host, {
    build: buildId,
    // An existing lock belongs to a running build, or to a killed one that may have left more.
    paths: [...read.map(([path]) => path), ...paths.map(full), surfaceLockFile, buildLock],
    marks: [...read.map(([, mark]) => mark), ...paths.map((path) => known(path) ?? marks.get(path) ?? ""), lockMark, "absent"],
    tools,
    cost,
    files: paths.length - 1,
    output,
    warnings: { pretty: formatDiagnostics(warnings, { color: true }), json: formatDiagnosticsAsJson(warnings) },
  });
}
