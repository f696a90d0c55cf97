import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { temporaryFolder } from "../../kit/temporary-folder.js";

const toolgen = fileURLToPath(new URL("../../../dist/cli/main.js", import.meta.url));

/** A project with `toolgen dev` running in it. */
export interface DevProcess {
  readonly folder: string;
  readonly url: string;
  write(path: string, text: string): void;
  /** Runs a command of toolgen in the project, as another program of the same user. */
  run(args: readonly string[], input?: string): string;
  /** Resolves to the exit code. */
  end(): Promise<number | null>;
}

const running = new Set<ChildProcess>();

/** Starts `toolgen dev` in a project with these files, for a user whose home is the project. */
export async function startDev(
  files: Readonly<Record<string, string>>,
  environment: Readonly<Record<string, string>> = {},
): Promise<DevProcess> {
  const folder = temporaryFolder("dev");
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  for (const [path, text] of Object.entries(files)) write(path, text);
  const env = { ...process.env, ...environment, HOME: folder };
  const program = spawn(process.execPath, [toolgen, "dev"], { cwd: folder, stdio: ["ignore", "pipe", "pipe"], env });
  running.add(program);
  let said = "";
  program.stderr.on("data", (chunk) => {
    said += String(chunk);
  });
  const url = await new Promise<string>((resolve, reject) => {
    program.stdout.once("data", (chunk) => resolve(String(chunk).trim()));
    program.once("exit", () => reject(new Error(said)));
  });
  return {
    folder,
    url,
    write,
    run: (args, input = "") => spawnSync(process.execPath, [toolgen, ...args], { cwd: folder, env, input, encoding: "utf8" }).stdout,
    end: async () => {
      const exited = once(program, "exit");
      program.kill("SIGTERM");
      const [code] = await exited;
      running.delete(program);
      return code;
    },
  };
}

/** Ends what a test that failed has left. */
export function endAll(): void {
  for (const program of running) program.kill("SIGKILL");
}
