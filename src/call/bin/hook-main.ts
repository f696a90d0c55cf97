import { existsSync, realpathSync } from "node:fs";
import { dirname, isAbsolute, join, relative, resolve } from "node:path";
import type { CallContext } from "../../contract/call.js";
import { readStdin, writeAll } from "../../contract/stdio.js";
import { interruptAfter, TimeLimitReached } from "../../contract/time-limit.js";
import { decideTool } from "../decide-tool.js";
import { findTool } from "../find-tool.js";
import { callToolName, type NamedCall, readToolIndex, requestedCall } from "../tool-index.js";
import { decideHookCall, recordHookDenial } from "./decide-hook-call.js";
import { answerHook, failHook, type HookAnswer, type HookCall, type HookForm, hookForms, readHookEvent, sayNothing } from "./hook-forms.js";

// The entry of generated/bin/hook. It is bundled to CommonJS, so `require` and `__dirname` are those of that file.

/** Clients run a call whose hook takes too long, after a minute by default. */
const longestMs = 10_000;

/** The variables with the folder that a client was started in, and starts the server of the user's own settings in. */
const launchVariables: Readonly<Record<string, string>> = { claude: "CLAUDE_PROJECT_DIR", copilot: "COPILOT_PROJECT_DIR" };

/** `hook CLIENT PREFIX [user]`: `user` for a registration in the user's own settings. */
const [client = "", prefix = "", scope = "project"] = process.argv.slice(2);
const clientForm = Object.hasOwn(hookForms, client) ? hookForms[client] : undefined;

function answerEvent(form: HookForm): HookAnswer {
  const fail = (problem: string) => failHook(problem, form);
  const input = readStdin();
  if (input.kind !== "read") return fail(`the client's input to the hook can't be read (${input.kind})`);
  const event = readHookEvent(input.bytes.toString("utf8"), prefix);
  if (event.kind === "foreign") return sayNothing(form);
  if (event.kind === "unreadable") return fail(event.problem);

  if (event.isRequest && form.permission === undefined) return sayNothing(form);
  const { name, arguments: args } = calledTool(event);
  const found = findTool(name, { bin: __dirname, load: require });
  if (!found.ok) return isUnknown(name) ? sayNothing(form) : fail(found.message.replace(/\.$/, ""));
  const { tool } = found;
  const { definition } = tool;
  const projectDir = resolve(__dirname, tool.project);
  const launchDir = launchFolder(client, event);
  if (isOfOtherProject(event, { projectDir, launchDir })) return sayNothing(form);

  const isUsers = scope === "user";
  const { env } = process;
  const context: CallContext = {
    workspace: isUsers && event.source !== "project" ? (launchDir ?? process.cwd()) : projectDir,
    projectDir,
    env: env.TOOLGEN_REPAIRS ? { ...env, TOOLGEN_REPAIRS: undefined } : env,
  };
  const decision = decideHookCall(tool, args, context);
  const isRunUnasked = () => {
    const user = isUsers && decision.decision === "ask" ? decision.call.settings.user : undefined;
    return decideTool(definition, user === undefined ? {} : { user }).decision === "allow";
  };
  const answer = answerHook(form, decision, { isRequest: event.isRequest === true, isRunUnasked });
  if (answer.denied) recordHookDenial(tool, args, { ...context, env });
  return answer;
}

/** Returns the call that is made: that of `call_tool`, if the project has no such tool, as with `--search`. */
function calledTool({ tool, args }: HookCall): NamedCall {
  const call = { name: tool, arguments: args };
  return tool === callToolName && isUnknown(tool) ? requestedCall(call) : call;
}

/** The server refuses an unknown name itself. It can be a tool of another server of this name. */
function isUnknown(name: string): boolean {
  const read = readToolIndex(__dirname);
  return read.ok && !read.index.names.includes(name) && !Object.hasOwn(read.index.aliases, name);
}

function launchFolder(client: string, { cwd }: HookCall): string | undefined {
  const folder = process.env[launchVariables[client] ?? ""] ?? cwd;
  return folder !== undefined && isAbsolute(folder) ? folder : undefined;
}

/**
 * Checks whether the client has the server from the files of another project, which come before the user's. The nearest
 * project is the one that counts.
 */
function isOfOtherProject(
  { source }: HookCall,
  { projectDir, launchDir }: { readonly projectDir: string; readonly launchDir: string | undefined },
) {
  if ((source !== "project" && source !== "local") || launchDir === undefined) return false;
  const own = relative(projectDir, __filename);
  for (let folder = launchDir; ; folder = dirname(folder)) {
    const candidate = join(folder, own);
    if (existsSync(candidate)) return realpathSync(candidate) !== realpathSync(__filename);
    if (folder === dirname(folder)) return true;
  }
}

function answerOrFail(): HookAnswer {
  if (clientForm === undefined || prefix === "") return failHook("the hook is registered in a form that it doesn't know");
  try {
    return interruptAfter(longestMs, () => answerEvent(clientForm));
  } catch (error) {
    if (error instanceof TimeLimitReached) return failHook(`its arguments could not be checked within ${longestMs / 1000} s`, clientForm);
    const [message] = String(error instanceof Error ? error.message : error).split("\n");
    return failHook(`the hook failed (${message})`, clientForm);
  }
}

const { reply, blockReason } = answerOrFail();
try {
  if (reply !== undefined) writeAll(1, `${JSON.stringify(reply)}\n`);
  if (blockReason !== undefined) writeAll(2, `${blockReason}\n`);
  process.exit(blockReason === undefined ? 0 : 2);
} catch {
  process.exit(2);
}
