import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { userInfo } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { beforeAll, beforeEach, expect, it } from "vitest";
import { temporaryFolder } from "../kit/temporary-folder.js";
import { libraryProject } from "./cases.js";

let project: string;
let workspace: string;
let kept: string;
let env: NodeJS.ProcessEnv;

beforeAll(() => {
  project = libraryProject();
});
beforeEach(() => {
  workspace = temporaryFolder();
  env = { ...process.env, TMPDIR: temporaryFolder() };
  kept = join(env.TMPDIR ?? "", `toolgen-${userInfo().username}-shell`);
});

const call = () => [join(project, "generated/bin/call"), "run_shell_command"];

function shell(params: object): string {
  const { stdout, stderr } = spawnSync(process.execPath, call(), { cwd: workspace, env, input: JSON.stringify(params), encoding: "utf8" });
  return stdout.trimEnd() || `failed: ${stderr}`;
}

async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await sleep(20);
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

const number = (text: string, pattern: RegExp) => Number(pattern.exec(text)?.[1]);
const written = (name: string) => (existsSync(join(workspace, name)) ? readFileSync(join(workspace, name), "utf8") : "");

it("leaves a background command running, and says how to read on and how to end it", async () => {
  const said = shell({ command: "echo ready; while :; do echo again; sleep 0.05; done", is_background: true, delay_ms: 1500 });
  expect(said).toMatch(/^Command is running in background\. PID: \d+\. Initial output:\nready\nagain\n/);
  const pid = number(said, /PID: (\d+)/);
  const log = /goes to (\S+):/.exec(said)?.[1] ?? "";
  expect(isAlive(pid)).toBe(true);
  const before = readFileSync(log, "utf8").length;
  await until(() => readFileSync(log, "utf8").length > before);
  expect(shell({ command: /kill -- -\d+/.exec(said)?.[0] })).toBe("Output: (empty)");
  await until(() => !isAlive(pid));
});

it("reports a background command that fails at once like any other", () => {
  expect(shell({ command: "echo no; exit 4", is_background: true, delay_ms: 20_000 })).toBe("Output: no\nExit Code: 4");
  expect(readdirSync(kept)).toEqual([]);
});

it("waits for no job that a command leaves running, and reports it", async () => {
  const said = shell({ command: "sleep 300 & echo started" });
  expect(said).toMatch(/^Output: started\nBackground PIDs: \d+\nProcess Group PGID: \d+\n\[/);
  const job = number(said, /Background PIDs: (\d+)/);
  expect(isAlive(job)).toBe(true);
  process.kill(-number(said, /PGID: (\d+)/), "SIGTERM");
  await until(() => !isAlive(job));
});

it("ends a command that takes too long with all that it started, and says what it had printed", async () => {
  const said = shell({ command: "echo one; (trap '' TERM; echo $BASHPID >pid; sleep 300)", timeout_ms: 3000 });
  expect(said).toBe("The command was ended: it took longer than 3000 ms (timeout_ms). Until then it had printed:\none");
  await until(() => !isAlive(Number(written("pid"))));
  expect(readdirSync(kept)).toEqual([]);
});

it("ends what a command printed too much, before it fills the disk", () => {
  expect(shell({ command: "yes" })).toMatch(/^The command was ended: it printed more than 32 MiB\. Until then it had printed:\ny\n/);
  expect(readdirSync(kept)).toEqual([]);
});

it("shows the beginning of what was printed too fast to be ended in time", () => {
  const said = shell({ command: "head -c 70000000 /dev/zero | tr '\\0' '\\n'; echo done" });
  expect(said).toMatch(/\[These are the first 33554432 bytes of \d+\. Send that much to a file/);
});

it.each(["SIGTERM", "SIGKILL"] as const)("takes the command along when its call is ended by %s", async (signal) => {
  const child = spawn(process.execPath, call(), { cwd: workspace, env, stdio: ["pipe", "ignore", "ignore"] });
  child.stdin.end(JSON.stringify({ command: "echo $$ >pid.new; mv pid.new pid; sleep 300", timeout_ms: 600_000 }));
  await until(() => written("pid") !== "");
  child.kill(signal);
  await once(child, "close");
  await until(() => !isAlive(Number(written("pid"))));
});

it("gives a command what names places, and no other variable of the client", () => {
  env = { ...env, MY_TOKEN: "t-1", JAVA_HOME: "/opt/java", LANG: "C.UTF-8" };
  const seen = shell({ command: "env" }).replace("Output: ", "").split("\n");
  expect(seen).toEqual(expect.arrayContaining(["JAVA_HOME=/opt/java", "PAGER=cat", "LANG=C.UTF-8", `PWD=${workspace}`]));
  expect(seen.filter((line) => line.startsWith("MY_TOKEN") || line.startsWith("toolgen_"))).toEqual([]);
});

it("runs with sh where there is no bash", () => {
  const bin = temporaryFolder();
  spawnSync("ln", ["-s", spawnSync("which", ["sleep"], { encoding: "utf8" }).stdout.trim(), "/bin/sh", bin]);
  env = { ...env, PATH: bin };
  expect(shell({ command: 'echo "$0 one"; exit 3' })).toBe("Output: sh one\nExit Code: 3");
  const said = shell({ command: "sleep 300 & echo started" });
  expect(said).toMatch(/^Output: started\nBackground PIDs: \d+\n/);
  process.kill(-number(said, /PGID: (\d+)/), "SIGTERM");
});
