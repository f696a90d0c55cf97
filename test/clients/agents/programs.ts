import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { geminiScript } from "../gemini-cli/program.js";

const modules: string = fileURLToPath(new URL("node_modules", import.meta.url));
const platform = `${process.platform}-${process.arch}`;

/** Where a program is started, and the model that it talks to. */
export interface Run {
  readonly folder: string;
  readonly home: string;
  readonly modelUrl: string;
  /** The environment of the client's user. */
  readonly variables?: Readonly<Record<string, string>> | undefined;
  /** Further arguments, of programs that take some. */
  readonly flags?: readonly string[];
}

interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A real agent client, as these tests run it: unattended, without any way around its permissions. */
export interface AgentProgram {
  /** Only on a platform that a program isn't made for, it is missing. */
  readonly isInstalled: boolean;
  /** Its prefix for the names of the server's tools. */
  readonly prefix: string;
  /** It declares a tool when the model has looked for it. */
  readonly isDeferred?: boolean;
  /** The tools that a run could have declared, with their prefix, by what it printed; for a program that defers. */
  declaredIn?(stdout: string): readonly string[];
  run(run: Run): Promise<Ended>;
  /** Does what a person does when the client asks whether a folder can be trusted. */
  trust?(home: string, folder: string): void;
}

/** Runs a program with nothing of this environment but the PATH, and ends all that it started. */
export async function start(
  command: readonly [program: string, ...args: readonly string[]],
  { folder, home, variables }: Run,
  env: Readonly<Record<string, string>>,
): Promise<Ended> {
  const [program, ...args] = command;
  const child = spawn(program, args, {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: home, TMPDIR: home, ...variables, ...env },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  const end = () => endGroup(child.pid);
  process.once("exit", end);
  const status = new Promise<number | null>((resolve, reject) => child.on("error", reject).on("exit", (code) => resolve(code)));
  // A process that is left behind would hold the streams open.
  void status.then(end, () => undefined);
  try {
    const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
    return { status: await status, stdout, stderr };
  } finally {
    process.removeListener("exit", end);
    endDaemons(home);
  }
}

/** Ends what has left the group of its program: Cline starts a server of its own, for later runs. Linux shows whose it is. */
function endDaemons(home: string): void {
  if (process.platform !== "linux") return;
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const variables = readFileSync(`/proc/${name}/environ`, "utf8").split("\0");
      if (variables.includes(`HOME=${home}`)) process.kill(Number(name), "SIGKILL");
    } catch {
      // It has ended, or is another user's.
    }
  }
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // Every process of it has ended.
  }
}

/** Changes a file of a program's own, as the program does. */
export function edit(path: string, change: (text: string) => string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, change(existsSync(path) ? readFileSync(path, "utf8") : ""));
}

export const claudeProgram = `${modules}/@anthropic-ai/claude-code-${platform}/claude`;

export const claude: AgentProgram = {
  isInstalled: existsSync(claudeProgram),
  prefix: "mcp__toolgen__",
  run: (run) =>
    start([claudeProgram, "-p", "go on", "--output-format", "stream-json", "--verbose", ...(run.flags ?? [])], run, {
      ANTHROPIC_BASE_URL: run.modelUrl,
      ANTHROPIC_API_KEY: "x",
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
      DISABLE_AUTOUPDATER: "1",
      ENABLE_TOOL_SEARCH: "false",
    }),
  trust: (home, folder) =>
    edit(join(home, ".claude.json"), (text) =>
      JSON.stringify({ ...JSON.parse(text || "{}"), projects: { [folder]: { hasTrustDialogAccepted: true } } }),
    ),
};

export const codexScript: string = `${modules}/@openai/codex/bin/codex.js`;

/** Without a user, it refuses the calls that it would ask about. */
export const codex: AgentProgram = {
  isInstalled: existsSync(`${modules}/@openai/codex-${platform}`),
  prefix: "mcp__toolgen.",
  run: (run) => {
    const provider = [
      'model_provider="loopback"',
      'model="m"',
      `model_providers.loopback={name="loopback",base_url="${run.modelUrl}/v1",wire_api="responses"}`,
    ];
    const args = ["exec", "--skip-git-repo-check", ...provider.flatMap((one) => ["-c", one]), ...(run.flags ?? []), "go on"];
    return start([process.execPath, codexScript, ...args], run, { CODEX_HOME: `${run.home}/.codex` });
  },
  trust: (home, folder) =>
    edit(join(home, ".codex/config.toml"), (text) => `${text}\n[projects.${JSON.stringify(folder)}]\ntrust_level = "trusted"\n`),
};

export const opencodeProgram = `${modules}/opencode-${platform}/bin/opencode`;

/** A run ends where it would ask. It needs no trust. */
export const opencode: AgentProgram = {
  isInstalled: existsSync(opencodeProgram),
  prefix: "toolgen_",
  run: (run) => {
    const options = { baseURL: `${run.modelUrl}/v1`, apiKey: "x" };
    const provider = { loopback: { npm: "@ai-sdk/openai-compatible", options, models: { m: { name: "m", tool_call: true } } } };
    return start([opencodeProgram, "run", "--model", "loopback/m", "--print-logs", ...(run.flags ?? []), "go on"], run, {
      OPENCODE_CONFIG_CONTENT: JSON.stringify({
        provider,
        model: "loopback/m",
        small_model: "loopback/m",
        share: "disabled",
        autoupdate: false,
      }),
      OPENCODE_DISABLE_AUTOUPDATE: "1",
      OPENCODE_DISABLE_MODELS_FETCH: "1",
      OPENCODE_DISABLE_DEFAULT_PLUGINS: "1",
    });
  },
};

const copilotProgram = `${modules}/@github/copilot-${platform}/copilot`;

/** With a model of the user's own it needs no account. The folder is trusted for the run. */
export const copilot: AgentProgram = {
  isInstalled: existsSync(copilotProgram),
  prefix: "toolgen-",
  run: (run) =>
    start([copilotProgram, "-p", "go on", ...(run.flags ?? ["--trust-folder", "--disable-builtin-mcps"]), "--output-format", "json"], run, {
      COPILOT_OFFLINE: "true",
      COPILOT_PROVIDER_BASE_URL: `${run.modelUrl}/v1`,
      COPILOT_PROVIDER_API_KEY: "x",
      COPILOT_MODEL: "m",
      COPILOT_AUTO_UPDATE: "false",
    }),
};

const script = `${modules}/@qwen-code/qwen-code/cli-entry.js`;

/** It tells its model of a server's tools when that looks for them, but runs one that is called by its name. */
export const qwen: AgentProgram = {
  isInstalled: existsSync(script),
  prefix: "mcp__toolgen__",
  isDeferred: true,
  run: (run) =>
    start([process.execPath, script, "-p", "go on", "--auth-type", "openai", "--output-format", "stream-json", ...(run.flags ?? [])], run, {
      OPENAI_BASE_URL: `${run.modelUrl}/v1`,
      OPENAI_API_KEY: "x",
      OPENAI_MODEL: "m",
    }),
  declaredIn: (stdout) => {
    const { tools = [] }: { readonly tools?: readonly string[] } = JSON.parse(stdout.split("\n")[0] ?? "");
    return tools;
  },
};

const clineProgram = `${modules}/@cline/cli-${platform}/bin/cline`;

/** It approves every call. */
export const cline: AgentProgram = {
  isInstalled: existsSync(clineProgram),
  prefix: "toolgen__",
  run: async (run) => {
    const env = { CLINE_NO_AUTO_UPDATE: "1", CLINE_TELEMETRY_DISABLED: "1" };
    const signedIn = await start([clineProgram, "auth", "-p", "openai", "-k", "x", "-m", "m", "-b", `${run.modelUrl}/v1`], run, env);
    return signedIn.status === 0 ? start([clineProgram, "--json", "go on"], run, env) : signedIn;
  },
};

/** With a model named, it doesn't ask a small one which to use. Unattended, it declares only what it may run without a question. A person's trust in the folder is said by a variable. */
export const gemini: AgentProgram = {
  isInstalled: existsSync(geminiScript),
  prefix: "discovered_tool_",
  run: (run) =>
    start([process.execPath, geminiScript, "--model", "m", "--prompt", "go on", ...(run.flags ?? [])], run, {
      GEMINI_API_KEY: "x",
      GOOGLE_GEMINI_BASE_URL: run.modelUrl,
      // Unless an option says it.
      ...(run.flags === undefined && { GEMINI_CLI_TRUST_WORKSPACE: "true" }),
      GEMINI_CLI_NO_RELAUNCH: "1",
    }),
};
