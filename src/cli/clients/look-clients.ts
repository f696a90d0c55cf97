import { accessSync, constants, existsSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";
import type { AgentClient, Installation, Scope } from "../../clients/client.js";
import { holdsPieces, uninstallPieces } from "../../clients/settings/edit-settings.js";
import type { Installations } from "./installation.js";
import { readSettings, SettingsProblem } from "./settings-store.js";

/** `stale`: something of this project is installed, but not what `toolgen install` would write now. */
export type InstalledState = "installed" | "stale" | "absent" | "unreadable" | "unsupported";

export interface ClientState {
  readonly client: AgentClient;
  /** Whether its program is on PATH, or its folder is in the user's home. */
  readonly isHere: boolean;
  readonly project: InstalledState;
  readonly user: InstalledState;
}

/** Looks whether a client is on this machine, and whether the project is installed in it. */
export function lookAtClient(client: AgentClient, installations: Installations): ClientState {
  const { machine } = installations.user;
  const isHere = existsSync(client.mark(machine)) || (client.program !== undefined && isOnPath(client.program, machine.environment));
  const state = (scope: Scope) => stateOf(client[scope]?.(installations[scope]), installations[scope]);
  return { client, isHere, project: state("project"), user: state("user") };
}

function stateOf(files: ReturnType<NonNullable<AgentClient["project"]>> | undefined, { projectDir }: Installation): InstalledState {
  if (files === undefined) return "unsupported";
  const states = files
    .filter(({ pieces }) => pieces.length > 0)
    .map(({ path, syntax, pieces }): InstalledState => {
      try {
        const text = isAbsolute(path) ? readSettings(path, undefined) : readSettings(join(projectDir, path), projectDir);
        if (holdsPieces({ text, syntax }, pieces)) return "installed";
        const without = uninstallPieces({ text, syntax }, pieces);
        if (!without.ok) return "unreadable";
        return text === undefined || without.text === text ? "absent" : "stale";
      } catch (error) {
        if (error instanceof SettingsProblem) return "unreadable";
        throw error;
      }
    });
  const [first = "absent"] = states;
  if (states.every((one) => one === first)) return first;
  return states.includes("unreadable") ? "unreadable" : "stale";
}

function isOnPath(program: string, { PATH = "" }: Readonly<Record<string, string | undefined>>): boolean {
  return PATH.split(delimiter).some((folder) => {
    try {
      if (folder === "") return false;
      accessSync(join(folder, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
