import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";

export const modules: string = fileURLToPath(new URL("../node_modules", import.meta.url));
export const platform = `${process.platform}-${process.arch}`;

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

export interface Ended {
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
