import { diagnostic } from "../../diagnostics/codes.js";
import type { Diagnostic } from "../../diagnostics/diagnostic.js";
import type { Host } from "../../host.js";
import type { Model } from "../../model/tool.js";
import { checkSurfaceLock } from "../../surface/check-surface-lock.js";
import { surfaceLockFile, surfaceLockText } from "../../surface/surface-lock-file.js";

/** `toolgen.lock` beside the specs of a build. */
export interface SurfaceLock {
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
