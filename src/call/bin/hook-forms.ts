import { markIntegers } from "../../contract/exact-json.late.js";
import { isJsonObject, type JsonObject, valueAt } from "../../contract/json-value.js";
import type { HookDecision } from "./decide-hook-call.js";

/** The answer of the program to a client. Without a reply and a reason to block, the hook has nothing to say. */
export interface HookAnswer {
  /** The JSON that the client reads. */
  readonly reply?: object;
  /** The reason of a blocked call, for clients that learn of the block by the exit code. */
  readonly blockReason?: string;
  readonly denied?: true;
}

/** How a client takes the answer of a hook. */
export interface HookForm {
  /** True if the client obeys `allow` and `ask`; otherwise it obeys `deny` alone, and its own policy asks. */
  readonly canAsk: boolean;
  readonly answer: (decision: "allow" | "ask" | "deny", reason: string) => HookAnswer;
  /** The answer if the client asks the hook before it asks its user; absent if it has no such event. */
  readonly permission?: HookForm["answer"];
  /** The answer with which the client's own policy decides; by default none. */
  readonly silence?: HookAnswer;
}

/** `PreToolUse`, as Claude Code made it. */
const preToolUse: HookForm["answer"] = (decision, reason) => ({
  reply: {
    hookSpecificOutput: {
      hookEventName: "PreToolUse",
      permissionDecision: decision,
      ...(reason !== "" && { permissionDecisionReason: reason }),
    },
  },
});

/** `PermissionRequest`, as Claude Code made it. */
const permissionRequest: HookForm["answer"] = (behavior, message) => ({
  reply: {
    hookSpecificOutput: { hookEventName: "PermissionRequest", decision: { behavior, ...(message !== "" && { message }) } },
  },
});

const flat: HookForm["answer"] = (decision, reason) => ({
  reply: { permissionDecision: decision, ...(reason !== "" && { permissionDecisionReason: reason }) },
});

const byExitCode: HookForm["answer"] = (_, reason) => ({ blockReason: reason });

/** Antigravity CLI runs a call whose hook prints nothing, and decides itself about one for which it says `ask`. */
const byDecision: HookForm["answer"] = (decision, reason) => ({ reply: { decision, ...(reason !== "" && { reason }) } });

/** The clients whose hooks the program answers. */
export const hookForms: Readonly<Record<string, HookForm>> = {
  claude: { canAsk: true, answer: preToolUse },
  copilot: { canAsk: true, answer: flat },
  codex: { canAsk: false, answer: preToolUse, permission: permissionRequest },
  qwen: { canAsk: false, answer: preToolUse },
  // Its plugin starts the program, and throws what this prints.
  opencode: { canAsk: false, answer: byExitCode },
  antigravity: { canAsk: false, answer: byDecision, silence: byDecision("ask", "") },
};

/**
 * Renders a decision. A client that obeys `deny` alone asks by its own policy, and may ask the hook first.
 * `isRunUnasked` says that this policy runs the tool without a question: then what must be asked about is refused,
 * because the user would not be asked.
 */
export function answerHook(
  form: HookForm,
  decision: HookDecision,
  { isRequest, isRunUnasked }: { readonly isRequest: boolean; readonly isRunUnasked: () => boolean },
): HookAnswer {
  if (isRequest && form.permission !== undefined) {
    if (decision.decision === "ask") return sayNothing(form);
    const isDenied = decision.decision === "deny";
    return { ...form.permission(decision.decision, isDenied ? decision.reason : ""), ...(isDenied && { denied: true }) };
  }
  const deny = (reason: string): HookAnswer => ({ ...form.answer("deny", reason), denied: true });
  if (decision.decision === "deny") return deny(decision.reason);
  if (form.canAsk) return form.answer(decision.decision, decision.decision === "ask" ? decision.reason : "");
  return decision.decision === "ask" && isRunUnasked() ? deny(unaskedReason(decision.reason)) : sayNothing(form);
}

export const sayNothing = ({ silence = {} }: HookForm): HookAnswer => silence;

/**
 * Renders a failure of the program itself, which every client takes as a denial: by the exit code, or by an answer if
 * the client needs one.
 */
export const failHook = (problem: string, form?: HookForm): HookAnswer =>
  form?.silence === undefined ? { blockReason: hookFailureText(problem) } : form.answer("deny", hookFailureText(problem));

export const hookFailureText = (problem: string): string =>
  `The call was not sent: ${problem}. Tell the user, who can run 'toolgen doctor'.`;

const unaskedReason = (reason: string) =>
  `${reason}\nThis client would run it without asking, so it was not run. Only the user can change this. Do not try to achieve the same result another way.`;

/** The message of a client to its hook before it sends a call. */
type HookEvent =
  /** Another event, or a call of a tool that isn't of this server. */
  { readonly kind: "foreign" } | { readonly kind: "unreadable"; readonly problem: string } | HookCall;

/** A call of one of the server's tools, as far as the name says. */
export interface HookCall {
  readonly kind: "call";
  /** The tool's name without the client's prefix. */
  readonly tool: string;
  readonly args: unknown;
  /** The client's policy asks about it, and the client asks the hook before the user. */
  readonly isRequest?: true;
  /** The session's folder, which can change. */
  readonly cwd?: string;
  /** The settings that the client has the server from, if it says so: `user`, `project`, `local`. */
  readonly source?: string;
}

/** Reads the event of a client's hook. The client puts `prefix` before the names of the server's tools. */
export function readHookEvent(text: string, prefix: string): HookEvent {
  const event = parsed(text);
  // Long numbers keep their digits in the arguments, as the server reads them.
  const marked = markIntegers(text);
  const exact = marked === text ? event : parsed(marked);
  if (!isJsonObject(event) || !isJsonObject(exact)) return { kind: "unreadable", problem: "what the client sent is not a JSON object" };
  if (isJsonObject(event.toolCall)) return readServerCall(event, event.toolCall, { prefix, exact });
  const isRequest = isEvent(event, "permissionrequest");
  if (!isRequest && event.hook_event_name !== undefined && !isEvent(event, "pretooluse")) return { kind: "foreign" };
  // Claude Code's words, and Copilot's.
  const name = event.tool_name ?? event.toolName;
  if (typeof name !== "string") return { kind: "unreadable", problem: "what the client sent names no tool" };
  if (!name.startsWith(prefix) || isOfLongerServer(event, prefix)) return { kind: "foreign" };
  const source = sourceOf(event);
  return {
    kind: "call",
    tool: name.slice(prefix.length),
    args: argumentsOf(exact.tool_input ?? exact.toolArgs),
    ...(isRequest && { isRequest }),
    ...(typeof event.cwd === "string" && { cwd: event.cwd }),
    ...(source !== undefined && { source }),
  };
}

/**
 * Reads an event of Antigravity CLI, in which one tool of its own calls those of all servers. `prefix` is `SERVER/`.
 */
function readServerCall(
  { workspacePaths }: JsonObject,
  { name, args }: JsonObject,
  { prefix, exact }: { readonly prefix: string; readonly exact: JsonObject },
): HookEvent {
  if (name !== "call_mcp_tool") return { kind: "foreign" };
  const { ServerName: server, ToolName: tool } = isJsonObject(args) ? args : {};
  if (typeof server !== "string" || typeof tool !== "string") return { kind: "unreadable", problem: "what the client sent names no tool" };
  if (`${server}/` !== prefix) return { kind: "foreign" };
  const given = valueAt(exact, ["toolCall", "args", "Arguments"]);
  const [cwd] = Array.isArray(workspacePaths) ? workspacePaths : [];
  return { kind: "call", tool, args: argumentsOf(given), ...(typeof cwd === "string" && { cwd }) };
}

const isEvent = ({ hook_event_name: name }: JsonObject, event: string) => typeof name === "string" && name.toLowerCase() === event;

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
  const inside = parsed(markIntegers(value));
  return isJsonObject(inside) ? inside : value;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text.startsWith("\uFEFF") ? text.slice(1) : text);
  } catch {
    return undefined;
  }
}
