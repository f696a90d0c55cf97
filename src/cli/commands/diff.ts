import { buildLock } from "../../compiler/build-stamp.js";
import { compareSurfaces, surfaceOfModel } from "../../compiler/compare-surfaces.js";
import {
  acceptChanges,
  groupChanges,
  parseSurfaceLock,
  printSurfaceLock,
  type Surface,
  surfaceLockFile,
  surfaceLockText,
} from "../../compiler/surface-lock.js";
import { groupDigits, printable } from "../../contract/display-text.js";
import type { Host } from "../../contract/host.js";
import { changeText, type Effect, effectOf, effects, needsAcceptance, type SurfaceChange } from "../../contract/surface-change.js";
import { countTokens, type TokenChange } from "../build/count-tools.js";
import { exitCode, type GlobalOptions, UsageError } from "../command.js";
import { codeSpan, escapeMarkdown, plural } from "../io/format-text.js";
import type { Terminal } from "../io/terminal.js";
import type { DiffFormat } from "../parser/commands.js";
import { compileOrReport } from "../project/compile-or-report.js";
import { openProject, projectRoot } from "../project/open-project.js";
import { invocation } from "../project/project-packages.js";
import { type RevisionModel, revisionModel } from "../project/revision-model.js";

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
  const earlier = locked === undefined ? await revisionModel(base, { options, terminal, present: compilation.model.project }) : undefined;
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

/** Prints a report. */
function formatReport(report: DiffReport, format: DiffFormat): string {
  switch (format) {
    case "pretty":
      return pretty(report);
    case "json":
      return json(report);
    case "markdown":
      return markdown(report);
    default:
      return format satisfies never;
  }
}

function pretty(report: DiffReport): string {
  const width = Math.max(...effects.map((effect) => effect.length));
  const lines = byDocument(report.changes).flatMap(({ document, name, changes }) => [
    `${name}${document === "tool" ? "" : ` (${document})`}`,
    ...changes.map(({ effect, text }) => `  ${effect.padEnd(width)}  ${text}`),
  ]);
  return `${[...lines, ...(lines.length > 0 ? [""] : []), summary(report), ...report.notes, tokenLine(report.tokens)].map(printable).join("\n")}\n`;
}

function json({ base, notes, changes, tokens }: DiffReport): string {
  const listed = changes.map((change) => ({ ...change, effect: effectOf(change), text: changeText(change) }));
  return `${JSON.stringify({ base, notes, changes: listed, tokens }, null, 2)}\n`;
}

/** A comment for a pull request: one table, the worst changes first. */
function markdown(report: DiffReport): string {
  const rows = byDocument(report.changes).flatMap(({ document, name, changes }) =>
    changes.map(({ effect, text }) => `| ${effect} | ${document} ${codeSpan(name)} | ${escapeMarkdown(text)} |`),
  );
  const table = rows.length === 0 ? [] : ["| | | |", "|---|---|---|", ...rows, ""];
  return `${["### Changes of the tools", "", ...table, escapeMarkdown(summary(report)), "", ...report.notes.flatMap((note) => [escapeMarkdown(note), ""]), tokenLine(report.tokens)].join("\n")}\n`;
}

/** The changes since a revision or since `toolgen.lock` (`base`). */
interface DiffReport {
  readonly base: string;
  /** Sentences about the base. */
  readonly notes: readonly string[];
  readonly changes: readonly SurfaceChange[];
  readonly tokens: TokenChange;
}

/** The changes of one document, the worst first. */
interface DocumentChanges {
  readonly document: SurfaceChange["document"];
  readonly name: string;
  readonly changes: readonly { readonly effect: Effect; readonly text: string }[];
}

/** Groups changes by document. Documents with breaking changes come first, then riskier ones. */
function byDocument(changes: readonly SurfaceChange[]): readonly DocumentChanges[] {
  const groups = groupChanges(changes, ({ document, name }) => JSON.stringify([document, name]));
  const listed = groups.map((group): DocumentChanges => {
    const [{ document, name }] = group;
    const lines = group.map((change) => ({ effect: effectOf(change), text: changeText(change) }));
    return { document, name, changes: lines.sort((a, b) => rank(a.effect) - rank(b.effect)) };
  });
  const worst = ({ changes: lines }: DocumentChanges) => rank(lines[0]?.effect ?? "compatible");
  return listed.sort((a, b) => worst(a) - worst(b) || (a.name < b.name ? -1 : 1));
}

const rank = (effect: Effect) => effects.indexOf(effect);

/** `2 breaking changes, 1 riskier and 3 compatible since main.` */
function summary({ base, changes }: DiffReport): string {
  if (changes.length === 0) return `Nothing that models or clients see has changed since ${base}.`;
  const counts = effects.map((effect) => ({ effect, count: changes.filter((change) => effectOf(change) === effect).length }));
  const named = counts.filter(({ count }) => count > 0).map(({ effect, count }) => `${count} ${effect}`);
  return `${plural(changes.length, "change")} since ${base}: ${named.join(", ")}.`;
}

/** `The tools cost a model 5,120 tokens, 106 more than before.` */
function tokenLine({ before, after }: TokenChange): string {
  const difference = after - before;
  const change = difference === 0 ? "as before" : `${groupDigits(Math.abs(difference))} ${difference > 0 ? "more" : "fewer"} than before`;
  return `The tools cost a model ${groupDigits(after)} tokens, ${change}.`;
}
