import { isAbsolute } from "node:path";
import type { ClientId } from "./client-ids.js";
import type { EntriesPiece, Piece } from "./settings/piece.js";
import type { Syntax } from "./settings/syntax.js";

/** The files of an installation: those of the project, which are committed, or the user's own. */
export type InstallationScope = "project" | "user";

/** The policy for one tool. */
export interface ToolDecision {
  readonly tool: string;
  readonly decision: "allow" | "ask" | "deny";
  /** The decisions about its calls that rules over arguments can lead to. */
  readonly possible: readonly ToolDecision["decision"][];
  /** Its calls can write files, of which some need confirmation whatever its policy is. */
  readonly writes: boolean;
}

/** The machine that an installation is for. */
export interface Machine {
  readonly home: string;
  readonly platform: "linux" | "darwin";
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The absolute path of Node, for programs that are started without a shell's PATH. */
  readonly node: string;
}

/** A project and the parts of it that are installed. */
export interface Installation {
  readonly server: string;
  /** The output folder, relative to the project's root. */
  readonly output: string;
  /** Absolute. */
  readonly projectDir: string;
  readonly tools: readonly ToolDecision[];
  /** Environment variables that the tools read. */
  readonly variables: readonly string[];
  readonly machine: Machine;
  /** The settings include the client's hook. */
  readonly hooks: boolean;
}

/** A settings file, and the pieces of it that belong to toolgen. */
export interface SettingsFile {
  /** Relative to the project's root, or absolute. */
  readonly path: string;
  readonly syntax: Syntax;
  readonly pieces: readonly Piece[];
  /** Keys of a file that toolgen creates. The client itself adds them to a file without them. */
  readonly initial?: EntriesPiece;
}

/** How a client's hooks take part in its decisions. */
export interface ClientHook {
  /** `calls`: the hook allows, asks about and denies calls. `denials`: the client obeys its denials alone. */
  readonly decides: "calls" | "denials";
  /** True if `toolgen install` adds the hook without `--hooks`. */
  readonly isDefault: boolean;
  /** The losses of the client's policy that the hook makes good. */
  readonly regains: readonly string[];
  /** A file that the client loads to start the hook. It ignores a missing one, and runs the calls. */
  readonly plugin?: (installation: Installation) => string;
}

/**
 * An agent client: where its settings live, their form, and how its user decides about calls. Pure: settings files are
 * values here.
 */
export interface AgentClient {
  readonly id: ClientId;
  readonly label: string;
  /** The client's program, if it has one. */
  readonly program?: string;
  /** The version with which these facts were measured. */
  readonly measured?: string;
  /**
   * The page of its documentation that has these facts, if they weren't measured. VS Code, Cursor, Windsurf and Zed
   * were compared with it on 23 November 2026.
   */
  readonly source?: string;
  /**
   * The side that decides about calls: the client by a policy that toolgen compiles, or the server, which asks or
   * refuses.
   */
  readonly confirmationSide: "client" | "server";
  /** The client's hooks, if toolgen has one for it. */
  readonly hook?: ClientHook;
  /** The settings files of an installation for the project; none if the client has no files there. */
  readonly project?: (installation: Installation) => readonly SettingsFile[];
  /** The same for an installation for the user. */
  readonly user?: (installation: Installation) => readonly SettingsFile[];
  /** A folder or file whose existence shows that the client is used here. */
  readonly mark: (machine: Machine) => string;
  /** Files and folders at a project's root that only this client has. */
  readonly projectMarks?: readonly string[];
  /** Steps that the user must do by hand afterwards. */
  readonly byHand: Readonly<Record<InstallationScope, readonly string[]>>;
  /** Facts of a policy that the client can't express. */
  readonly losses: readonly string[];
  /** True if the client has no version for this platform. */
  readonly lacksPlatform?: Machine["platform"];
}

/**
 * Returns a folder that a variable of the environment names, or the default: an empty variable counts as unset, and a
 * relative one leads nowhere.
 */
export const folderFrom = (variable: string | undefined, byDefault: string): string =>
  variable !== undefined && isAbsolute(variable) ? variable : byDefault;
