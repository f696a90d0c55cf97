import { buildLock, manifestFile, type RecordingHost, writeStamp } from "../../compiler/build-stamp.js";
import type { Model } from "../../compiler/model.js";
import { checkSurfaceLock, surfaceLockFile, surfaceLockText } from "../../compiler/surface-lock.js";
import type { WritePlan } from "../../compiler/write-plan.js";
import type { Diagnostic } from "../../contract/diagnostic.js";
import { diagnostic } from "../../contract/diagnostic-codes.js";
import { formatDiagnostics, formatDiagnosticsAsJson } from "../../contract/format-diagnostics.js";
import type { Host } from "../../contract/host.js";

interface FinishedBuild {
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
  // The build may have written the lock and the manifest after it read them.
  const read = [...recorded.marks].filter(([path]) => path !== surfaceLockFile && path !== full(manifestFile));
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

/** `toolgen.lock` beside the specs of a build. */
interface SurfaceLock {
  /** Its mark before it was read (`Host.marks`). */
  readonly mark: string;
  /** Changes that must be accepted, and a lock that can't be read. */
  readonly problems: readonly Diagnostic[];
  /** The text to write, if it differs. */
  readonly nextText: string | undefined;
}

/** Reads the lock and compares the project with it. A project without one has no problems. */
export async function readSurfaceLock(host: Host, model: Model): Promise<SurfaceLock> {
  const [mark = ""] = await host.marks([surfaceLockFile]);
  const bytes = await host.read(surfaceLockFile);
  if (bytes === undefined) return { mark, problems: [], nextText: undefined };
  const [lock, problems] = checkSurfaceLock(model, surfaceLockText(bytes));
  return { mark, problems, nextText: lock?.isStale ? lock.text : undefined };
}

/** The diagnostics of `build --check`. */
export function surfaceLockErrors({ problems, nextText }: SurfaceLock): readonly Diagnostic[] {
  return nextText === undefined ? problems : [...problems, diagnostic("stale-lock", { path: surfaceLockFile }, { path: surfaceLockFile })];
}

/** The diagnostics of a build that writes: changes wait for their acceptance, and don't keep anyone from building. */
export const surfaceLockWarnings = ({ problems }: SurfaceLock): readonly Diagnostic[] =>
  problems.map((problem) => (problem.code === "unreadable-lock" ? problem : { ...problem, severity: "warning" }));

/** Writes the lock if it changed, and returns its mark after that. */
export async function writeSurfaceLock(host: Host, { mark, nextText }: SurfaceLock): Promise<string> {
  if (nextText === undefined) return mark;
  await host.write({ path: surfaceLockFile, text: nextText, executable: false });
  return (await host.marks([surfaceLockFile]))[0] ?? "";
}
