import { isAbsolute, join, relative } from "node:path";
import { makeFileDiff } from "../../agent/file-diff.js";
import { readManagedSecret } from "../../call/user-settings.late.js";
import { agentClients } from "../../clients/agent-clients.js";
import { type AgentClient, type Installation, type InstallationScope, type SettingsFile, withoutUser } from "../../clients/client.js";
import { shellWord } from "../../clients/client-hook.js";
import type { ClientId } from "../../clients/client-ids.js";
import { entryIn } from "../../clients/install-pieces.js";
import { type InstalledFile, installInFile, rebase, showsInstall, uninstallFromFile, withSecrets } from "../../clients/installed-file.js";
import { addsNothing, isOwnRule, isServer } from "../../clients/piece.js";
import { printable } from "../../contract/display-text.js";
import { isJsonObject } from "../../contract/json-value.js";
import { UsageError } from "../command.js";
import { filesFor, type Installations, isTrusted, readInstalled, textOr, wantsHook, withHook } from "./installations.js";
import type { InstalledFileKey, Memory } from "./memory.js";
import { removeFolders, SettingsFileError, writeSettingsFile } from "./read-settings-file.js";

/** A client and the settings files of an installation. */
export interface Target {
  readonly client: AgentClient;
  readonly scope: InstallationScope;
  readonly files: readonly SettingsFile[];
}

/** A change of one settings file. `before` and `after` are `undefined` if there is no file. */
export interface Change extends InstalledFileKey {
  readonly target: Target;
  readonly settings: SettingsFile;
  readonly before: string | undefined;
  readonly after: string | undefined;
  readonly installed: InstalledFile | undefined;
}

/** A file that can't be changed: `problem` is a clause that begins with a verb. */
export interface RefusedChange extends InstalledFileKey {
  readonly target: Target;
  readonly problem: string;
}

export type Action = "install" | "uninstall";

export interface Planned {
  readonly changes: readonly Change[];
  readonly refusals: readonly RefusedChange[];
}

/** Reads the settings files, and computes their new content. Later changes of a file build on earlier ones. */
export function planChanges(action: Action, targets: readonly Target[], installation: Installation, memory: Memory): Planned {
  const { projectDir } = installation;
  const secretOf = (name: string) => secretValue(name, installation);
  const texts = new Map<string, string | undefined>();
  const changes: Change[] = [];
  const refusals: RefusedChange[] = [];
  for (const target of targets) {
    const isKnown = target.files.some((settings) => showsInstall(settings, textOr(settings, { projectDir })));
    for (const settings of target.files) {
      const file = isAbsolute(settings.path) ? settings.path : join(projectDir, settings.path);
      const part = { client: target.client.id, file, projectDir };
      const refuse = (problem: string) => refusals.push({ ...part, target, problem });
      try {
        const before = texts.has(file) ? texts.get(file) : readInstalled(settings, { projectDir });
        const remembered = memory.find(part);
        const changed = withSecrets(
          action === "install"
            ? installInFile(settings, before, remembered, memory.others(part), isKnown)
            : uninstallFromFile(settings, before, remembered, isKnown),
          secretOf,
        );
        // A file that isn't there, of which nothing is wanted.
        const isAbsent = before === undefined && remembered === undefined && settings.pieces.every(addsNothing);
        if (isAbsent) continue;
        if (!changed.ok) refuse(changed.problem);
        else {
          texts.set(file, changed.text);
          changes.push({ ...part, target, settings, before, after: changed.text, installed: changed.installed });
        }
      } catch (error) {
        if (!(error instanceof SettingsFileError)) throw error;
        refuse(error.message);
      }
    }
  }
  return { changes, refusals };
}

/** The value of a secret: of the environment, or printed by the command that the user's settings name. */
export function secretValue(name: string, { projectDir, machine }: Installation): string | undefined {
  const { environment: env } = machine;
  if (env[name]) return env[name];
  const managed = readManagedSecret(name, { workspace: projectDir, projectDir, env, via: "call" });
  return managed?.ok ? managed.value : undefined;
}

export const changesFile = ({ before, after }: Change): boolean => before !== after;

/**
 * Writes all changes, or none: if a file can't be written, the changes before it are undone, and the refusal is
 * returned.
 */
export function writeChanges(changes: readonly Change[], memory: Memory): RefusedChange | undefined {
  const written: { readonly change: Change; readonly folders: readonly string[] }[] = [];
  for (const change of changes) {
    if (!changesFile(change)) continue;
    try {
      written.push({ change, folders: writeSettingsFile(change.file, change.after, { isShared: change.target.scope === "project" }) });
    } catch (error) {
      for (const { change: done, folders } of written.reverse()) {
        writeSettingsFile(done.file, done.before, { isShared: done.target.scope === "project" });
        removeFolders(folders);
      }
      return { ...change, problem: error instanceof Error ? error.message : String(error) };
    }
  }
  const emptied = changes.flatMap((change) => {
    const folders = written.find((one) => one.change === change)?.folders ?? [];
    return remember(change, folders, memory);
  });
  // Together, because one file's folder can be in another's.
  removeFolders(emptied);
  return undefined;
}

/** Updates the memory of an installation. Returns the folders that were made for a file that is gone. */
function remember(change: Change, made: readonly string[], memory: Memory): readonly string[] {
  const before = memory.find(change);
  const { client, file, projectDir, installed } = change;
  const earlier = [...(before === undefined ? [] : [before]), ...(installed === undefined ? [] : memory.others(change))];
  const folders = [...new Set([...made, ...earlier.flatMap((one) => one.folders)])];
  if (installed !== undefined) {
    if (changesFile(change) || before === undefined) memory.keep({ format: 1, client, file, projectDir, folders, ...installed });
    return [];
  }
  if (before === undefined) return [];
  memory.forget(change);
  if (change.after === undefined) return folders;
  if (change.before !== undefined)
    for (const other of rebase(memory.others(change), before, change.settings, change.before)) memory.keep(other);
  return [];
}

/** The settings files of the clients that the command line names. */
export function targetsFor(ids: readonly ClientId[], scope: InstallationScope, request: TargetRequest): readonly Target[] {
  const clients = [...new Set(ids)].map(clientCalled);
  if (request.hooks && !clients.some(({ hook }) => hook))
    throw new UsageError(`toolgen has no hook for ${clients.map(({ label }) => label).join(", ")}.`, "Leave out --hooks.");
  return clients.map((client) => targetOf(client, scope, request));
}

/** The action, and whether the user wants the clients' hooks; `undefined`: as they are now, else as is usual. */
interface TargetRequest {
  readonly action: Action;
  readonly installations: Installations;
  readonly hooks?: boolean | undefined;
  /** For runs without a user. */
  readonly headless?: true | undefined;
}

/** The client of an id that the command line has checked. */
export function clientCalled(id: ClientId): AgentClient {
  const client = agentClients.find((one) => one.id === id);
  if (client === undefined) throw new UsageError(`There is no client '${id}'.`);
  return client;
}

function targetOf(
  client: AgentClient,
  scope: InstallationScope,
  { action, installations, hooks: requestedHooks, headless }: TargetRequest,
): Target {
  const { machine } = installations[scope];
  if (headless) checkHeadless(client, scope);
  const filesWith = (hooks: boolean) => {
    const installation = withHook(installations[scope], client, hooks);
    return filesFor(client, scope, headless ? withoutUser(installation, client) : installation);
  };
  if (client.lacksPlatform === machine.platform) throw new UsageError(`${client.label} has no version for this platform.`);
  const files =
    action === "install"
      ? filesWith(wantsHook(client, scope, { requested: requestedHooks, installations }))
      : merged(filesWith(true), filesWith(false));
  if (files !== undefined) return { client, scope, files };
  throw scope === "project"
    ? new UsageError(`${client.label} has no settings in a project.`, "Add --user.")
    : new UsageError(`${client.label} has no settings for a user.`, "Leave out --user.");
}

function checkHeadless({ label, headless }: AgentClient, scope: InstallationScope): void {
  const known = agentClients.filter((client) => client.headless !== undefined).map(({ id }) => id);
  if (headless === undefined)
    throw new UsageError(
      `toolgen knows no run of ${label} without a user.`,
      `Leave out --headless, or name one of these: ${known.join(", ")}.`,
    );
  if (scope === "project" && headless.userOnly !== undefined)
    throw new UsageError(`--headless needs --user for ${label}: ${headless.userOnly}.`, "Add --user.");
}

/** The pieces of both, by file: what is taken out without memory is all that either would have added. */
function merged(
  some: readonly SettingsFile[] | undefined,
  others: readonly SettingsFile[] | undefined,
): readonly SettingsFile[] | undefined {
  return some?.map((file) => ({ ...file, pieces: [...file.pieces, ...(others?.find(({ path }) => path === file.path)?.pieces ?? [])] }));
}

type Verdict = "create" | "change" | "remove" | "unchanged";

/** Returns the change of a file. */
function verdictOf({ before, after }: Change): Verdict {
  if (before === after) return "unchanged";
  if (after === undefined) return "remove";
  return before === undefined ? "create" : "change";
}

/** The files and the change to each, as a diff. */
export function describeChanges(changes: readonly Change[]): string {
  return changes
    .map((change) => {
      const { label, source } = change.target.client;
      const known = source === undefined ? "" : ", known from its documentation alone";
      const line = printable(`${verdictOf(change)} ${shownPath(change)} (${label}${known})`);
      return `${line}\n${changesFile(change) ? diffOf(change) : ""}`;
    })
    .join("");
}

/** A path relative to the project's root; one outside of it stays absolute. */
export function shownPath({ file, projectDir }: Pick<Change, "file" | "projectDir">): string {
  const path = relative(projectDir, file);
  return path.startsWith("..") ? file : path;
}

/** A text in JSON or TOML. */
const text = /"(?:[^"\\]|\\.)*"|'[^'\n]*'/g;

/** Returns true if a text is a key. */
const isKey = (line: string, end: number) => /^\s*[:=]/.test(line.slice(end));

/**
 * The lines that change, indented, each with white space and control characters visible. Other texts of the file are
 * left out, because they may be secrets, as in the `env` of other servers.
 */
function diffOf({ file, before, after, settings, installed }: Change): string {
  const decided = settings.pieces.filter(isServer).flatMap((piece) => {
    const entry = entryIn({ text: before, syntax: settings.syntax }, piece);
    return isJsonObject(entry) ? (piece.optional ?? []).map((key) => entry[key]) : [];
  });
  const own = new Set(JSON.stringify([settings.pieces, installed?.pieces, decided, ["allow", "ask", "deny"]]).match(text));
  const pieces = [...settings.pieces, ...(settings.earlier ?? [])];
  const isOwn = (found: string) => own.has(found) || pieces.some((piece) => isOwnRule(found.slice(1, -1), piece));
  const { fileDiff } = makeFileDiff({ filePath: file, original: before ?? null, proposed: after ?? "" });
  return fileDiff
    .slice(fileDiff.indexOf("@@"))
    .trimEnd()
    .split("\n")
    .map((line) => line.replace(/\r$/, ""))
    .map((line) => line.replaceAll(text, (found, at: number) => (isOwn(found) || isKey(line, at + found.length) ? found : '"…"')))
    .map((line) => `    ${printable(line)}\n`)
    .join("");
}

/** Steps for the user, one a line. A project that a client already trusts needs no step for that. */
export function stepsFor(
  changes: readonly Change[],
  {
    action,
    installation,
    headless,
  }: { readonly action: Action; readonly installation: Installation; readonly headless?: true | undefined },
): readonly string[] {
  if (action === "uninstall") return [];
  const targets = [...new Set(changes.filter((change) => headless || changesFile(change)).map(({ target }) => target))];
  return targets.flatMap(({ client, scope }) => {
    if (headless && client.headless !== undefined) {
      const words = client.headless.run(withoutUser(installation, client), scope);
      return [`${client.label}, without a user: ${words.map(shellWord).join(" ")}`];
    }
    const trusting = scope === "project" && !isTrusted(client, installation) ? [client.trust?.step ?? []].flat() : [];
    return [...trusting, ...client.byHand[scope]].map((step) => `${client.label}: ${step}`);
  });
}

/** The same, as data. */
export function planFacts(
  { changes, refusals }: Planned,
  facts: { readonly written: boolean; readonly byHand: readonly string[] },
): object {
  return {
    written: facts.written,
    files: changes.map((change) => ({
      client: change.client,
      scope: change.target.scope,
      path: change.file,
      action: verdictOf(change),
      ...(changesFile(change) && { diff: diffOf(change).replaceAll(/^ {4}/gm, "") }),
    })),
    refused: refusals.map(({ client, file, problem }) => ({ client, path: file, problem })),
    byHand: facts.byHand,
  };
}
