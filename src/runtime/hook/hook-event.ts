import { isJsonObject, type JsonObject } from "../json/json-value.js";

/** The message of a client to its hook before it sends a call. */
export type HookEvent =
  /** Another event, or a call of a tool that isn't of this server. */
  { readonly kind: "foreign" } | { readonly kind: "unreadable"; readonly problem: string } | HookCall;

/** A call of one of the server's tools, as far as the name says. */
export interface HookCall {
  readonly kind: "call";
  /** The tool's name without the client's prefix. */
  readonly tool: string;
  readonly args: unknown;
  /** The session's folder, which can change. */
  readonly cwd?: string;
  /** The settings that the client has the server from, if it says so: `user`, `project`, `local`. */
  readonly source?: string;
}

/** Reads the event of a client's hook. The client puts `prefix` before the names of the server's tools. */
export function readHookEvent(text: string, prefix: string): HookEvent {
  const event = parsed(text);
  if (!isJsonObject(event)) return { kind: "unreadable", problem: "what the client sent is not a JSON object" };
  if (!isBeforeCall(event)) return { kind: "foreign" };
  // Claude Code's words, and Copilot's.
  const name = event.tool_name ?? event.toolName;
  if (typeof name !== "string") return { kind: "unreadable", problem: "what the client sent names no tool" };
  if (!name.startsWith(prefix) || isOfLongerServer(event, prefix)) return { kind: "foreign" };
  const source = sourceOf(event);
  return {
    kind: "call",
    tool: name.slice(prefix.length),
    args: argumentsOf(event.tool_input ?? event.toolArgs),
    ...(typeof event.cwd === "string" && { cwd: event.cwd }),
    ...(source !== undefined && { source }),
  };
}

const isBeforeCall = ({ hook_event_name: name }: JsonObject) =>
  name === undefined || (typeof name === "string" && name.toLowerCase() === "pretooluse");

/** A server `toolgen__x` has tools that begin with `mcp__toolgen__` as well. */
function isOfLongerServer({ mcp_server: server }: JsonObject, prefix: string): boolean {
  const name = isJsonObject(server) ? server.name : undefined;
  if (typeof name !== "string") return false;
  const own = `mcp__${name.replaceAll(/[^\w-]/g, "_")}__`;
  return own !== prefix && own.startsWith(prefix);
}

function sourceOf({ mcp_server: server }: JsonObject): string | undefined {
  const source = isJsonObject(server) ? server.source : undefined;
  return typeof source === "string" ? source : undefined;
}

/** Some clients send the arguments as a text of JSON. */
function argumentsOf(value: unknown): unknown {
  if (typeof value !== "string") return value ?? {};
  const inside = parsed(value);
  return isJsonObject(inside) ? inside : value;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text.startsWith("\uFEFF") ? text.slice(1) : text);
  } catch {
    return undefined;
  }
}
