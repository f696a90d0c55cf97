import { spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { temporaryFolder } from "../../kit/temporary-folder.js";

/** The program's file. */
export const geminiScript: string = fileURLToPath(new URL("node_modules/@google/gemini-cli/bundle/gemini.js", import.meta.url));

/** Below the time that a test may take, so that no process outlives it; a run takes 2 to 6 seconds. */
const limitMs = 500_000;

interface Run {
  readonly project: string;
  readonly home: string;
  readonly modelUrl: string;
  readonly prompt: string;
}

interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A home folder in which the program asks no questions; with these policies, by file name, in `.gemini/policies`. */
export function makeHome(policies: Readonly<Record<string, string>> = {}): string {
  const home = temporaryFolder();
  const settings = {
    general: { enableAutoUpdate: false, enableAutoUpdateNotification: false },
    privacy: { usageStatisticsEnabled: false },
    security: { auth: { selectedType: "gemini-api-key" } },
    telemetry: { enabled: false },
  };
  const files = { "settings.json": JSON.stringify(settings), ...prefixed("policies/", policies) };
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(home, ".gemini", path)), { recursive: true });
    writeFileSync(join(home, ".gemini", path), content);
  }
  return home;
}

/** Runs `gemini --prompt` in a project, unattended, with nothing of this environment but the PATH, and ends all that it started. */
export async function runGemini(options: Run): Promise<Ended> {
  const { project, home, modelUrl, prompt } = options;
  const child = spawn(process.execPath, [geminiScript, "--prompt", prompt], {
    cwd: project,
    env: {
      PATH: process.env.PATH,
      HOME: home,
      TMPDIR: home,
      GEMINI_CLI_HOME: home,
      GEMINI_API_KEY: "dummy",
      GOOGLE_GEMINI_BASE_URL: modelUrl,
      GEMINI_CLI_TRUST_WORKSPACE: "true",
      GEMINI_CLI_NO_RELAUNCH: "1",
    },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  const endAll = () => endGroup(child.pid);
  const timer = setTimeout(endAll, limitMs);
  process.once("exit", endAll);
  const status = new Promise<number | null>((resolve, reject) => child.on("error", reject).on("exit", (code) => resolve(code)));
  // A process that is left behind would hold the streams open.
  void status.then(endAll, () => undefined);
  try {
    const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
    return { status: await status, stdout, stderr };
  } finally {
    clearTimeout(timer);
    process.removeListener("exit", endAll);
  }
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // The process has ended.
  }
}

function prefixed(prefix: string, files: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(files).map(([name, content]) => [prefix + name, content]));
}
