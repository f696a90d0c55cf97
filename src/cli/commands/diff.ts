import { buildLock } from "../../cache/cache-folder.js";
import type { Host } from "../../host.js";
import { acceptChanges } from "../../surface/accept-changes.js";
import { needsAcceptance, type SurfaceChange } from "../../surface/change.js";
import { compareSurfaces } from "../../surface/compare-surfaces.js";
import type { Surface } from "../../surface/surface.js";
import { parseSurfaceLock, printSurfaceLock, surfaceLockFile, surfaceLockText } from "../../surface/surface-lock-file.js";
import { surfaceOfModel } from "../../surface/surface-of-model.js";
import { countTokens } from "../diff/count-tokens.js";
import type { DiffFormat } from "../diff/diff-formats.js";
import { formatReport } from "../diff/format-report.js";
import { type RevisionModel, revisionModel } from "../diff/revision-model.js";
import { exitCode } from "../exit-code.js";
import type { Terminal } from "../io/terminal.js";
import type { GlobalOptions } from "../options.js";
import { compileOrReport } from "../project/compile-or-report.js";
import { invocation } from "../project/invocation.js";
import { openProject, projectRoot } from "../project/open-project.js";
import { plural } from "../text/plural.js";
import { UsageError } from "../usage-error.js";

export interface DiffOptions extends GlobalOptions {
  /** The Git revision to compare with; `undefined`: `toolgen.lock`, or HEAD without one. */
  readonly revision?: string | undefined;
  readonly accept?: true;
  /** The names of the documents to report or accept; `undefined`: all. */
  readonly only?: readonly string[];
  readonly exitCode?: true;
  readonly format: DiffFormat;
}

/** `toolgen diff`: what changed for models and clients since `toolgen.lock` or a revision. */
export async function reportDiff(options: DiffOptions, terminal: Terminal): Promise<number> {
  const compilation = await compileOrReport(options, terminal);
  if (compilation === undefined) return exitCode.failed;
  const host = await openProject(options, terminal);
  const current = surfaceOfModel(compilation.model);
  if (options.accept && options.revision !== undefined)
    throw new UsageError("--accept takes no revision: it records the present tools.", "Run 'toolgen diff --accept'.");
  const locked = options.revision === undefined ? await readLock(host) : undefined;
  if (options.accept) return accept({ host, options, terminal, locked, current });
  const base = options.revision ?? (locked === undefined ? "HEAD" : surfaceLockFile);
  const earlier = locked === undefined ? await revisionModel(base, options, terminal) : undefined;
  const before = locked ?? (earlier && surfaceBefore(earlier, current));
  if (before === undefined) return exitCode.failed;
  const changes = chosen(compareSurfaces(before, current), options.only);
  terminal.out(formatReport({ base, notes: earlier?.notes ?? [], changes, tokens: countTokens(before, current) }, options.format));
  const pending = changes.filter(needsAcceptance);
  if (locked !== undefined && pending.length > 0 && options.format === "pretty")
    terminal.err(`Accept them with '${command(options, terminal)} diff --accept'.\n`);
  return options.exitCode && pending.length > 0 ? exitCode.failed : exitCode.done;
}

/** A project that is new has no settings that could have changed. */
function surfaceBefore({ model, isNew }: RevisionModel, { project }: Surface): Surface {
  const surface = surfaceOfModel(model);
  return isNew && project !== undefined ? { ...surface, project } : surface;
}

const command = (options: GlobalOptions, terminal: Terminal) => invocation(projectRoot(options, terminal), terminal.environment);

async function readLock(host: Host): Promise<Surface | undefined> {
  const bytes = await host.read(surfaceLockFile);
  if (bytes === undefined) return undefined;
  const lock = parseSurfaceLock(surfaceLockText(bytes));
  if (lock.ok) return lock.surface;
  throw new UsageError(
    `Can't read ${surfaceLockFile}: ${lock.reason}.`,
    "Restore it from version control, or delete it and accept the present tools.",
  );
}

function chosen(changes: readonly SurfaceChange[], only: readonly string[] | undefined): readonly SurfaceChange[] {
  return only === undefined ? changes : changes.filter(({ name }) => only.includes(name));
}

interface Acceptance {
  readonly host: Host;
  readonly options: DiffOptions;
  readonly terminal: Terminal;
  readonly locked: Surface | undefined;
  readonly current: Surface;
}

/** Writes the lock with the changes that the user accepts: all, or those of some documents. */
async function accept({ host, options, terminal, locked, current }: Acceptance): Promise<number> {
  const changes = locked === undefined ? [] : compareSurfaces(locked, current);
  const { only } = options;
  const reviewed = changes.filter(needsAcceptance);
  const pending = only === undefined ? [] : reviewed.filter(({ name }) => !only.includes(name));
  const next = locked === undefined ? current : acceptChanges(locked, current, { changes, pending });
  await host.withLock(buildLock, () => host.write({ path: surfaceLockFile, text: printSurfaceLock(next), executable: false }));
  const tools = plural(Object.keys(next.tools).length, "tool");
  const done =
    locked === undefined
      ? `Wrote ${surfaceLockFile} with ${tools}. Commit it.`
      : `Accepted ${plural(reviewed.length - pending.length, "change")} in ${surfaceLockFile}.`;
  terminal.out(`${done}${pending.length === 0 ? "" : ` ${plural(pending.length, "change")} left.`}\n`);
  return exitCode.done;
}
