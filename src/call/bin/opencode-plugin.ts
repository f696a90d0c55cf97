import { execFile } from "node:child_process";
import { realpathSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import { hookFailureText } from "./hook-forms.js";

// The entry of generated/bin/opencode-hook.mjs, which opencode loads into its own process. It calls each export, and
// starts the program `hook` beside that file before a call of the server's tools.

/** The part of opencode's API for plugins that the hook uses. */
interface PluginInput {
  /** The folder that opencode was started in. */
  readonly directory: string;
}

interface PluginSettings {
  readonly mcp?: Readonly<Record<string, { readonly command?: readonly string[] } | undefined>>;
}

interface PluginOptions {
  /** opencode puts it before the names of the server's tools. */
  readonly prefix?: string;
  /** The settings in which the plugin is registered. */
  readonly scope?: string;
}

interface Plugin {
  config(settings: PluginSettings): Promise<void>;
  "tool.execute.before"(call: { readonly tool: string }, values: { readonly args: unknown }): Promise<void>;
}

/** opencode waits for its plugins without a limit. The program ends long before. */
const longestMs = 60_000;

/** opencode's plugin: an error that it throws is the answer to the call, which then isn't sent. */
export async function opencodePlugin({ directory }: PluginInput, { prefix, scope }: PluginOptions = {}): Promise<Plugin> {
  if (!prefix) throw new Error("toolgen's hook needs the option 'prefix': run 'toolgen install opencode --hooks' again");
  let source = scope;
  return {
    // Settings of a project replace the user's server of the same name.
    config: async ({ mcp }) => {
      const { command = [] } = mcp?.[prefix.replace(/_$/, "")] ?? {};
      source = command.some(isOwnServer) ? scope : "project";
    },
    "tool.execute.before": async ({ tool }, { args }) => {
      if (!tool.startsWith(prefix)) return;
      const event = { tool_name: tool, tool_input: args, cwd: directory, mcp_server: { source } };
      const refusal = await refusalOf(JSON.stringify(event), { args: ["opencode", prefix, scope ?? ""], directory });
      if (refusal !== undefined) throw new Error(refusal);
    },
  };
}

const isOwnServer = (path: string) => isAbsolute(path) && realpathOr(path) === realpathOr(join(import.meta.dirname, "../mcp/server.cjs"));

function realpathOr(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

interface HookRun {
  readonly args: readonly string[];
  readonly directory: string;
}

/** Runs the program. Exit code 2 and a reason deny the call; so does every other failure. */
function refusalOf(event: string, { args, directory }: HookRun): Promise<string | undefined> {
  const options = { cwd: directory, timeout: longestMs, killSignal: "SIGKILL", encoding: "utf8" } as const;
  return new Promise((resolve) => {
    const child = execFile("node", [join(import.meta.dirname, "hook"), ...args], options, (error, _, stderr) => {
      if (error === null) resolve(undefined);
      else
        resolve(error.code === 2 && stderr !== "" ? stderr.trimEnd() : hookFailureText(`the hook's program failed (${reasonOf(error)})`));
    });
    // A program that fails early reads nothing.
    child.stdin?.on("error", () => undefined).end(event);
  });
}

/** Without the program's output: the trace of a damaged program is long. */
function reasonOf({ code, signal, killed }: { readonly code?: unknown; readonly signal?: unknown; readonly killed?: boolean }): string {
  if (killed) return `no answer within ${longestMs / 1000} s`;
  if (code === "ENOENT") return "node isn't on PATH";
  return typeof code === "number" ? `exit code ${code}` : String(code ?? signal);
}
