import { accessSync, constants, existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { type AgentClient, type Installation, type InstallationScope, type SettingsFile, withoutUser } from "../../clients/client.js";
import { type ConfirmationSide, findConfirmationSide, hookFile, isPolicy } from "../../clients/client-hook.js";
import { entryIn, holdsAny, holdsPieces, uninstallPieces } from "../../clients/install-pieces.js";
import { holdsEarlier, withUsersRules } from "../../clients/installed-file.js";
import { addsNothing, isServer, isShared, onlyEqual } from "../../clients/piece.js";
import { filesFor, hasInstalledHook, type Installations, isTrusted, readInstalled, textOr, withHook } from "./installations.js";
import { SettingsFileError } from "./read-settings-file.js";

/** `stale`: something of this project is installed, but not what `toolgen install` would write now. */
type InstalledState = "installed" | "stale" | "absent" | "unreadable" | "unsupported";

export interface ClientState {
  readonly client: AgentClient;
  /** True if its program is on PATH, or its folder is in the user's home. */
  readonly isHere: boolean;
  readonly project: InstalledState;
  /** The client doesn't ignore the project's files. */
  readonly isTrusted: boolean;
  readonly user: InstalledState;
  /** Installed for runs without a user. */
  readonly headless: Readonly<Record<InstallationScope, boolean>>;
  readonly confirmationSides: Readonly<Record<InstallationScope, ConfirmationSide>>;
  readonly hooks: Readonly<Record<InstallationScope, HookState>>;
}

/**
 * `gone`: the client's settings start the hook's program, which doesn't exist. `unloaded`: they name a plugin that
 * doesn't exist, so the client starts no hook.
 */
type HookState = "none" | "present" | "gone" | "unloaded";

/** Detects whether a client is on this machine, and whether the project is installed in it. */
export function lookAtClient(client: AgentClient, installations: Installations): ClientState {
  const { machine } = installations.user;
  const isHere = existsSync(client.mark(machine)) || (client.program !== undefined && isOnPath(client.program, machine.environment));
  const both = <T>(look: (scope: InstallationScope) => T) => ({ project: look("project"), user: look("user") });
  const hooks = both((scope) => lookAtHook(client, scope, installations[scope]));
  const installedAs = both((scope) => {
    const usual = withHook(installations[scope], client, hooks[scope] !== "none");
    const headless = client.headless && withoutUser(usual, client);
    const [files, own] = [usual, headless].map((one) => one && filesFor(client, scope, one));
    const isHeadless = own !== undefined && stateOf(own, usual) === "installed" && !isDeepStrictEqual(own, files);
    return headless !== undefined && isHeadless ? headless : usual;
  });
  const filesIn = (scope: InstallationScope) => filesFor(client, scope, installedAs[scope]);
  const states = both((scope) => stateOf(filesIn(scope), installations[scope]));
  const headless = both((scope) => installedAs[scope].headless === true);
  const asksByHook = (scope: InstallationScope) => hooks[scope] !== "none" && client.hook?.decides === "calls";
  const confirmationSides = both((scope) =>
    lookAtConfirmationSide(client, filesIn(scope) ?? [], { ...installations[scope], holdsHook: asksByHook(scope) }),
  );
  return { client, isHere, ...states, headless, isTrusted: isTrusted(client, installations.project), confirmationSides, hooks };
}

function lookAtHook(client: AgentClient, scope: InstallationScope, installation: Installation): HookState {
  if (!hasInstalledHook(client, scope, installation)) return "none";
  const exists = (path: string) => existsSync(join(installation.projectDir, path));
  const plugin = client.hook?.plugin?.(installation);
  if (plugin !== undefined && !exists(plugin)) return "unloaded";
  return exists(hookFile(installation)) ? "present" : "gone";
}

/** The side that asks, by the client's settings. A file that can't be read counts as empty. */
function lookAtConfirmationSide(
  client: AgentClient,
  files: readonly SettingsFile[],
  { holdsHook, ...installation }: Installation & { readonly holdsHook: boolean },
): ConfirmationSide {
  const read = files.map((file) => ({ ...file, text: textOr(file, installation) }));
  const entries = read.flatMap((file) => file.pieces.filter(isServer).map((piece) => entryIn(file, piece)));
  const policyIn = (file: (typeof read)[number]) => file.pieces.filter(isPolicy).map((piece) => withUsersRules(piece, file));
  const holdsPolicy = read.every((file) => holdsPieces(file, policyIn(file)));
  return findConfirmationSide({ client, entry: entries[0], holdsPolicy, holdsHook });
}

function stateOf(files: readonly SettingsFile[] | undefined, installation: Installation): InstalledState {
  if (files === undefined) return "unsupported";
  const states = files
    .filter((file) => !file.pieces.every(addsNothing) || holdsStale(file, textOr(file, installation)))
    .map((file): InstalledState => {
      const { syntax } = file;
      try {
        const text = readInstalled(file, installation);
        const pieces = file.pieces.map((piece) => withUsersRules(piece, { text, syntax }));
        if (holdsStale(file, text)) return "stale";
        if (holdsPieces({ text, syntax }, pieces)) return "installed";
        const without = uninstallPieces({ text, syntax }, file.pieces.filter((piece) => !isShared(piece)).map(onlyEqual));
        if (!without.ok) return "unreadable";
        return text === undefined || without.text === text ? "absent" : "stale";
      } catch (error) {
        if (error instanceof SettingsFileError) return "unreadable";
        throw error;
      }
    });
  const [first = "absent"] = states;
  if (states.every((one) => one === first)) return first;
  return states.includes("unreadable") ? "unreadable" : "stale";
}

/**
 * Returns true if a file holds what is taken out: what an earlier name of the server left, or rules of tools that are
 * gone.
 */
const holdsStale = (file: SettingsFile, text: string | undefined) =>
  holdsEarlier(file, text) || file.pieces.some((piece) => addsNothing(piece) && holdsAny({ text, syntax: file.syntax }, onlyEqual(piece)));

/** Checks whether a program is in a folder of PATH. */
export function isOnPath(program: string, { PATH = "" }: Readonly<Record<string, string | undefined>>): boolean {
  return PATH.split(delimiter).some((folder) => folder !== "" && isExecutable(join(folder, program)));
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
