import { join } from "node:path/posix";
import type { JsonObject, JsonValue } from "../contract/json-value.js";
import { type AgentClient, clientAsks, type Installation, type InstallationScope, launcher, type ToolDecision } from "./client.js";
import { type ItemsPiece, isServer, type KeyPath, type Piece } from "./piece.js";

/** The loss of every policy that speaks of tools alone. */
export const wholeTools = "rules over arguments: a tool is allowed, asked about or denied as a whole";

/** The program, from the root of the project or of a bundle. */
export const hookFile = ({ output }: Pick<Installation, "output">): string => `${output}/bin/hook`;

/** The file with opencode's plugin, which starts the program. */
export const opencodePluginFile = ({ output }: Pick<Installation, "output">): string => `${output}/bin/opencode-hook.mjs`;

/**
 * The words of a shell that start the program before a call, and its arguments. The client puts `prefix` before the
 * names of tools.
 */
export interface HookStart {
  readonly client: string;
  readonly prefix: string;
  readonly program: string;
  /** `user`: the server works in the folder that the client was started in. */
  readonly scope: InstallationScope;
}

/**
 * Returns the shell command of a hook. Clients run a call whose hook fails, except with this exit code: it holds also
 * if Node or the program is missing. Antigravity CLI needs a text, because versions of it ignore the code.
 */
const hookCommand = ({ client, prefix, program, scope }: HookStart): string => {
  const denial = `echo '{"decision":"deny","reason":"The hook of this project failed. Tell the user, who can run toolgen doctor."}'`;
  return `${program} ${client} ${prefix}${scope === "user" ? " user" : ""} || ${client === "antigravity" ? denial : "exit 2"}`;
};

/** In seconds. The program ends long before, because a client runs a call whose hook takes longer. */
const timeout = 60;

/**
 * The element of `hooks.PreToolUse` in the form that Claude Code made. A client starts it for the server's tools alone.
 */
export const preToolUse = (start: HookStart): JsonObject => ({
  matcher: `${start.prefix}.*`,
  hooks: [{ type: "command", command: hookCommand(start), timeout: start.client === "qwen" ? timeout * 1000 : timeout }],
});

/** The same for Antigravity CLI, in which one tool of its own calls those of all servers. */
export const antigravityHook = (start: HookStart): JsonObject => ({
  matcher: "call_mcp_tool",
  hooks: [{ type: "command", command: hookCommand(start), timeout }],
});

/** The same in Copilot's form. */
export const copilotHook = (start: HookStart): JsonObject => ({
  type: "command",
  matcher: `${start.prefix}.*`,
  bash: hookCommand(start),
  timeoutSec: timeout,
});

/** A word as a shell reads it. */
export const shellWord = (text: string): string => (/^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);

const launched = `sh -c ${shellWord(launcher)}`;

/** The start in a project's file, for a client that starts hooks in any folder of the project. */
export const fromBelow = (installation: Installation): string => `${launched} ${shellWord(hookFile(installation))}`;

/**
 * The same for a client that starts hooks in the project's root, whose path is in a variable or is the working
 * directory.
 */
export const fromRoot = (installation: Pick<Installation, "output">, root = "."): string =>
  `node ${root === "." ? "" : `"${root}"/`}${shellWord(hookFile(installation))}`;

/** The start in the user's own settings. */
export const absoluteHook = (installation: Installation): string =>
  `node ${shellWord(join(installation.projectDir, hookFile(installation)))}`;

/** The hook in a list of a settings file. Without hooks it is an empty piece, so that an earlier one is taken out. */
export function hookPiece({ hooks }: Installation, path: KeyPath, start: HookStart, form: (start: HookStart) => JsonObject): ItemsPiece {
  const mark = hookCommand(start);
  return { kind: "items", path, items: hooks ? [form(start)] : [], mark, earlierMark: mark.replace(launched, "") };
}

/**
 * The hook of a client that obeys denials alone, in the form that Claude Code made. Its server's tools have the prefix
 * `mcp__SERVER__`, and it starts the project's hook in any folder below the root.
 */
export function denialHook(
  client: "codex" | "qwen",
  installation: Installation,
  scope: InstallationScope,
  event = "PreToolUse",
): ItemsPiece {
  const program = scope === "user" ? absoluteHook(installation) : fromBelow(installation);
  return hookPiece(installation, ["hooks", event], { client, prefix: `mcp__${installation.server}__`, program, scope }, preToolUse);
}

/** True for a tool about which the hook decides call by call: its policy asks, and some of its calls are allowed. */
export const isDecidedByCall = ({ decision, possible }: ToolDecision): boolean => decision === "ask" && possible.includes("allow");

/**
 * A piece that decides which calls are allowed: any except an entry that starts the server, unless that entry does
 * both.
 */
export const isPolicy = (piece: Piece): boolean => !isServer(piece) || holdsApprovals(piece);

/** A piece that registers the client's hook, or takes it out. */
export const isHook = (piece: Piece): piece is ItemsPiece => piece.kind === "items" && piece.mark !== undefined;

const holdsApprovals = (piece: Piece) => /"(?:default_tools_approval_mode|autoApprove)"/.test(JSON.stringify(piece));

/** The state of an installation: `entry` is the server's, as it is in the client's settings. */
interface InstalledClient {
  readonly client: AgentClient;
  readonly entry: JsonValue | undefined;
  /** The settings hold the policy that toolgen compiles now. */
  readonly holdsPolicy: boolean;
  /** The settings hold a hook that asks about calls. */
  readonly holdsHook: boolean;
}

/** The sides that ask about a call. Exactly one should. */
export type ConfirmationSide = "client" | "server" | "both" | "neither" | "none";

/** Finds which side asks. `none`: the server isn't installed. */
export function findConfirmationSide({ client, entry, holdsPolicy, holdsHook }: InstalledClient): ConfirmationSide {
  if (entry === undefined) return "none";
  const leavesItToClient = JSON.stringify(entry).includes(JSON.stringify(clientAsks));
  if (client.confirmationSide === "server") return leavesItToClient ? "neither" : "server";
  // A hook asks about each call that needs it, whatever the rest of the policy says.
  const clientAsksItself = holdsPolicy || holdsHook;
  if (leavesItToClient) return clientAsksItself ? "client" : "neither";
  return clientAsksItself ? "both" : "server";
}
