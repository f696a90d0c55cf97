import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";

const modules = fileURLToPath(new URL("node_modules", import.meta.url));
const platform = `${process.platform}-${process.arch}`;

/** The programs, which their packages have for each platform. */
export const claudeProgram = `${modules}/@anthropic-ai/claude-code-${platform}/claude`;
const codexScript = `${modules}/@openai/codex/bin/codex.js`;

/** Only on a platform that a program isn't made for, it is missing. */
export const hasClaude = existsSync(claudeProgram);
export const hasCodex = existsSync(`${modules}/@openai/codex-${platform}`);

export interface Run {
  readonly folder: string;
  readonly home: string;
  readonly modelUrl: string;
}

interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Claude Code, unattended, without any way around its permissions. */
export function runClaude({ folder, home, modelUrl }: Run): Promise<Ended> {
  return run(claudeProgram, ["-p", "go on", "--output-format", "stream-json", "--verbose"], folder, {
    HOME: home,
    ANTHROPIC_BASE_URL: modelUrl,
    ANTHROPIC_API_KEY: "x",
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    DISABLE_AUTOUPDATER: "1",
    ENABLE_TOOL_SEARCH: "false",
  });
}

/** Codex, unattended: what it would ask about, it refuses. */
export function runCodex({ folder, home, modelUrl }: Run): Promise<Ended> {
  const provider = [
    'model_provider="loopback"',
    'model="m"',
    `model_providers.loopback={name="loopback",base_url="${modelUrl}/v1",wire_api="responses"}`,
  ];
  const args = ["exec", "--skip-git-repo-check", ...provider.flatMap((one) => ["-c", one]), "go on"];
  return run(process.execPath, [codexScript, ...args], folder, { HOME: home, CODEX_HOME: `${home}/.codex` });
}

async function run(program: string, args: readonly string[], cwd: string, env: Readonly<Record<string, string>>): Promise<Ended> {
  const child = spawn(program, args, {
    cwd,
    env: { PATH: process.env.PATH, TMPDIR: env.HOME, ...env },
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
