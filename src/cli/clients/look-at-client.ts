import { existsSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import type { AgentClient, Installation, InstallationScope, SettingsFile } from "../../clients/client.js";
import { type Gate, gateOf, isPolicy, isServer } from "../../clients/gate.js";
import { entryIn, holdsPieces, uninstallPieces } from "../../clients/settings/edit-settings.js";
import type { Installations } from "./installation.js";
import { isOnPath } from "./is-on-path.js";
import { readSettingsFile, SettingsFileError } from "./settings-store.js";

/** `stale`: something of this project is installed, but not what `toolgen install` would write now. */
export type InstalledState = "installed" | "stale" | "absent" | "unreadable" | "unsupported";

export interface ClientState {
  readonly client: AgentClient;
  /** True if its program is on PATH, or its folder is in the user's home. */
  readonly isHere: boolean;
  readonly project: InstalledState;
  readonly user: InstalledState;
  readonly gates: Readonly<Record<InstallationScope, Gate>>;
}

/** Detects whether a client is on this machine, and whether the project is installed in it. */
export function lookAtClient(client: AgentClient, installations: Installations): ClientState {
  const { machine } = installations.user;
  const isHere = existsSync(client.mark(machine)) || (client.program !== undefined && isOnPath(client.program, machine.environment));
  const state = (scope: InstallationScope) => stateOf(client[scope]?.(installations[scope]), installations[scope]);
  const gate = (scope: InstallationScope) => lookAtGate(client, client[scope]?.(installations[scope]) ?? [], installations[scope]);
  return { client, isHere, project: state("project"), user: state("user"), gates: { project: gate("project"), user: gate("user") } };
}

/** The side that asks, by the client's settings. A file that can't be read counts as empty. */
function lookAtGate(client: AgentClient, files: readonly SettingsFile[], { projectDir }: Installation): Gate {
  const read = files.map((file) => ({ ...file, text: textOr(file.path, projectDir) }));
  const entries = read.flatMap((file) => file.pieces.filter(isServer).map((piece) => entryIn(file, piece)));
  const holdsPolicy = read.every((file) => holdsPieces(file, file.pieces.filter(isPolicy)));
  return gateOf({ client, entry: entries[0], holdsPolicy });
}

function textOr(path: string, projectDir: string): string | undefined {
  try {
    return isAbsolute(path) ? readSettingsFile(path, undefined) : readSettingsFile(join(projectDir, path), projectDir);
  } catch (error) {
    if (error instanceof SettingsFileError) return undefined;
    throw error;
  }
}

function stateOf(files: ReturnType<NonNullable<AgentClient["project"]>> | undefined, { projectDir }: Installation): InstalledState {
  if (files === undefined) return "unsupported";
  const states = files
    .filter(({ pieces }) => pieces.length > 0)
    .map(({ path, syntax, pieces }): InstalledState => {
      try {
        const text = isAbsolute(path) ? readSettingsFile(path, undefined) : readSettingsFile(join(projectDir, path), projectDir);
        if (holdsPieces({ text, syntax }, pieces)) return "installed";
        const without = uninstallPieces({ text, syntax }, pieces);
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
