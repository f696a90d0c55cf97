import { diagnostic } from "../../diagnostics/codes.js";
import type { Diagnostic } from "../../diagnostics/diagnostic.js";
import type { Host } from "../../host.js";
import type { Model } from "../../model/tool.js";
import { checkLock } from "../../surface/check-lock.js";
import { lockFile } from "../../surface/lock-file.js";

/** `toolgen.lock` beside the specs of a build. */
export interface ProjectLock {
  /** Its mark before it was read (`Host.marks`). */
  readonly mark: string;
  /** Changes that must be accepted, and a lock that can't be read. */
  readonly problems: readonly Diagnostic[];
  /** The text to write, if it differs. */
  readonly nextText: string | undefined;
}

/** Reads the lock and compares the project with it. A project without one has no problems. */
export async function readProjectLock(host: Host, model: Model): Promise<ProjectLock> {
  const [mark = ""] = await host.marks([lockFile]);
  const bytes = await host.read(lockFile);
  if (bytes === undefined) return { mark, problems: [], nextText: undefined };
  const [lock, problems] = checkLock(model, new TextDecoder().decode(bytes));
  return { mark, problems, nextText: lock?.isStale ? lock.text : undefined };
}

/** The diagnostics of `build --check`. */
export function lockErrors({ problems, nextText }: ProjectLock): readonly Diagnostic[] {
  return nextText === undefined ? problems : [...problems, diagnostic("stale-lock", { path: lockFile }, { path: lockFile })];
}

/** The diagnostics of a build that writes: changes wait for their acceptance, and don't keep anyone from building. */
export const lockWarnings = ({ problems }: ProjectLock): readonly Diagnostic[] =>
  problems.map((problem) => (problem.code === "unreadable-lock" ? problem : { ...problem, severity: "warning" }));

/** Writes the lock if it changed, and returns its mark after that. */
export async function writeProjectLock(host: Host, { mark, nextText }: ProjectLock): Promise<string> {
  if (nextText === undefined) return mark;
  await host.write({ path: lockFile, text: nextText, executable: false });
  return (await host.marks([lockFile]))[0] ?? "";
}
