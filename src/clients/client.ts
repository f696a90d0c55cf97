import { isAbsolute } from "node:path";
import { basename, join } from "node:path/posix";
import { deepEqual, isJsonObject, type JsonObject, type JsonValue } from "../contract/json-value.js";
import type { ClientId } from "./client-ids.js";
import { type Adoption, type EntriesPiece, type ItemsPiece, isStricter, type KeyPath, type Piece, type Syntax } from "./piece.js";

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
  readonly toolsets?: readonly string[];
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
  /** No user is there: what would be asked about is denied. */
  readonly headless?: true;
}

/** The installation for runs without a user. What a hook asks about by arguments is refused by the client. */
export const withoutUser = (installation: Installation, { hook }: Pick<AgentClient, "hook">): Installation => ({
  ...installation,
  headless: true,
  tools: installation.tools.map((tool) =>
    tool.decision === "ask" && !(installation.hooks && hook?.decides === "calls" && tool.possible.includes("allow"))
      ? { ...tool, decision: "deny" }
      : tool,
  ),
});

/** How a client runs without a user. */
export interface HeadlessRun {
  /** The words of a run, of which `TASK` is the prompt. A project's settings hold without trust in its folder. */
  readonly run: (installation: Installation, scope: InstallationScope) => readonly string[];
  /** The words that list the servers which the client finds, if it has such a command. They trust no folder. */
  readonly listing?: readonly string[];
  /** It can't be installed for a project: the reason. */
  readonly userOnly?: string;
}

/** A settings file, and the pieces of it that belong to toolgen. */
export interface SettingsFile {
  /** Relative to the project's root, or absolute. */
  readonly path: string;
  readonly syntax: Syntax;
  readonly pieces: readonly Piece[];
  /** Keys of a file that toolgen creates. The client itself adds them to a file without them. */
  readonly initial?: EntriesPiece;
  /** The keys to objects with other servers, beside those with the project's. */
  readonly servers?: readonly KeyPath[];
  /** The servers in it that the project's own is to replace. */
  readonly adoption?: Adoption;
  /** The pieces of the same project when its server had another name. They are taken out. */
  readonly earlier?: readonly Piece[];
}

/** How a client's hooks take part in its decisions. */
export interface ClientHook {
  /** `calls`: the hook allows, asks about and denies calls. `denials`: the client obeys its denials alone. */
  readonly decides: "calls" | "denials";
  /** It also allows calls about which the client's policy would ask. */
  readonly allowsAsked?: true;
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
   * were compared with it on 23 November 2026, Kiro and those after it on 28 November 2026.
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
  /** The folders that the client's user trusts. Without trust, it ignores a project's files and says nothing. */
  readonly trust?: {
    readonly file: (machine: Machine) => string;
    /** Reports whether the text of that file says that a folder is trusted. */
    readonly holds: (text: string | undefined, folder: string) => boolean;
    /** The step by hand in a project that isn't trusted. */
    readonly step: string;
  };
  /** The folders in which it looks for Agent Skills, if it reads any. */
  readonly skills?: SkillFolders;
  /** Its own agents, if each can have some of the tools alone. */
  readonly agents?: AgentFiles;
  /** Steps that the user must do by hand afterwards. */
  readonly byHand: Readonly<Record<InstallationScope, readonly string[]>>;
  /** Facts of a policy that the client can't express. */
  readonly losses: readonly string[];
  /** The fate of a call that must be confirmed if no user is there, as a verb. Absent if it isn't known. */
  readonly unattended?: string;
  /** Its runs without a user, if they can be held to the reviewed tools. */
  readonly headless?: HeadlessRun;
  /** True if the client has no version for this platform. */
  readonly lacksPlatform?: Machine["platform"];
}

/** Folders of Agent Skills or agents: relative to a project's root, and absolute for all folders. */
export interface SkillFolders {
  readonly project: string;
  readonly user: (machine: Machine) => string;
}

/** Files of a client's own agents: Markdown that begins with keys and values between lines of `---`. */
export interface AgentFiles extends SkillFolders {
  readonly extension: string;
  /** The key that says which tools an agent has. */
  readonly key: string;
  /**
   * The value of an agent without tools. Empty: the key is left out, because it is about the server's tools alone.
   * Absent: there is none. Unless it is empty, an agent without the key has every tool.
   */
  readonly none?: string;
  /**
   * Its value in one line: these tools, and what `before` says about other servers and the client's own. Empty if
   * nothing is left, and `undefined` if `before` isn't in the form that can be kept.
   */
  readonly value: (server: string, tools: readonly ToolDecision[], before: string | undefined) => string | undefined;
}

/** The folders that most clients have in common. */
export const agentsSkills: SkillFolders = { project: ".agents/skills", user: ({ home }) => join(home, ".agents/skills") };

/**
 * Returns a folder that a variable of the environment names, or the default: an empty variable counts as unset, and a
 * relative one leads nowhere.
 */
export const folderFrom = (variable: string | undefined, byDefault: string): string =>
  variable !== undefined && isAbsolute(variable) ? variable : byDefault;

/** A command that starts the server, without a shell. */
export interface StartCommand {
  readonly command: string;
  readonly args: readonly string[];
}

/**
 * A program for `sh -c` that finds the project's root from the client's working directory, and starts a file of the
 * project there: a committed file can't contain an absolute path, and clients start servers in their own folder.
 */
export const launcher =
  'until [ -e "$0" ]; do [ "$PWD" = / ] && echo "$0 is missing here and above: run npx toolgen build" >&2 && exit 1; cd ..; done; ' +
  'exec node "$0" "$@"';

/** How the same began in what toolgen once wrote: for `node -e`. */
const earlierLauncher = "const{dirname,join}=require";

/** The server's file, relative to the project's root. */
export const serverFile = ({ output }: Pick<Installation, "output">): string => `${output}/mcp/server.cjs`;

/** The argument that leaves confirmation to the client. */
export const clientAsks = "--client-asks";

/** Starts the server from the project's root or any folder below it. */
export function startInProject(installation: Installation, ...flags: readonly string[]): StartCommand {
  return { command: "sh", args: ["-c", launcher, serverFile(installation), ...flags] };
}

/** Starts the server in the client's working directory, by its absolute path. */
export function startAnywhere(installation: Installation, ...flags: readonly string[]): StartCommand {
  return { command: "node", args: [absoluteServer(installation), ...flags] };
}

/**
 * The same for a window that has neither a shell's PATH nor a working directory: by Node's absolute path, in the
 * project's root.
 */
export function startInWindow(installation: Installation, ...flags: readonly string[]): StartCommand {
  const { machine, projectDir } = installation;
  return { command: machine.node, args: [absoluteServer(installation), "--workspace", projectDir, ...flags] };
}

/** Starts the server in a window whose settings have a variable for the opened folder. */
export function startInFolder(installation: Installation, variable: string): StartCommand {
  return { command: "node", args: [`${variable}/${serverFile(installation)}`, "--workspace", variable] };
}

const absoluteServer = (installation: Installation) => join(installation.projectDir, serverFile(installation));

/**
 * The server's entry in a settings file. An entry of the same name that starts another server isn't replaced.
 * `optional` are keys that it doesn't always have.
 */
export function serverEntry(installation: Installation, path: KeyPath, entry: JsonObject, optional: readonly string[] = []): EntriesPiece {
  const text = JSON.stringify(entry);
  const absolute = absoluteServer(installation);
  const mark = text.includes(JSON.stringify(absolute).slice(1, -1)) ? absolute : serverFile(installation);
  return { kind: "entries", path, entries: [[installation.server, entry]], mark, optional };
}

/** Reports whether toolgen wrote an entry that starts a server: a person would have started it otherwise. */
export function isWrittenStart(value: JsonValue | undefined, own: JsonValue): boolean {
  const [[program = "", ...args], [ownProgram = "", ...ownArgs]] = [wordsOf(value), wordsOf(own)];
  const isSame = basename(program) === basename(ownProgram) && deepEqual(args, ownArgs);
  const isEarlier = program === "node" && args[0] === "-e" && args[1]?.startsWith(earlierLauncher) === true;
  return isSame || (isEarlier && ownArgs[1] === launcher && deepEqual(args.slice(2), ownArgs.slice(2)));
}

function wordsOf(entry: JsonValue | undefined): readonly string[] {
  if (!isJsonObject(entry)) return [];
  return [entry.command ?? [], entry.args ?? []].flat().map(String);
}

/** How a client's permissions are written. */
interface PermissionForm {
  /** The rule for a tool of a server; by default the name that Claude Code and Qwen Code give it. */
  readonly rule?: (server: string, tool: string) => string;
  /**
   * The tools about which a hook decides: the client asks about them if the hook says nothing, and a rule would precede
   * what it says.
   */
  readonly unlisted?: (tool: ToolDecision) => boolean;
}

/** `permissions: {allow, ask, deny}`, with full names: wildcards were broken in several versions of Claude Code. */
export function permissionLists(
  { server, tools: all }: Installation,
  { rule = (name, tool) => `mcp__${name}__${tool}`, unlisted = () => false }: PermissionForm = {},
): readonly ItemsPiece[] {
  const tools = all.filter((tool) => !unlisted(tool));
  const [prefix = "", suffix = ""] = rule(server, "\0").split("\0");
  return (["allow", "ask", "deny"] as const).map((decision) => {
    const items = namesOf(tools, decision).map((tool) => rule(server, tool));
    const stricter = all.filter((tool) => isStricter(decision, tool.decision) || (unlisted(tool) && decision === "ask"));
    const rules = stricter.map(({ tool }) => rule(server, tool));
    return { kind: "items", path: ["permissions", decision], items, prefix, suffix, kept: rules } as const;
  });
}

/** The tools with a decision. */
export const namesOf = (tools: readonly ToolDecision[], decision: ToolDecision["decision"]): readonly string[] =>
  tools.filter((one) => one.decision === decision).map(({ tool }) => tool);
