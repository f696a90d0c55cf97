import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type FollowedProgram, startAndFollow, startAndWait, type WaitedResult } from "../../../src/call/process/follow-program.js";
import { startByBinding, startDetached } from "../../../src/call/process/start-by-binding.js";

const execArgv = process.execArgv;
beforeEach(() => {
  process.execArgv = [];
  vi.stubEnv("NODE_OPTIONS", "");
  vi.stubEnv("NODE_PENDING_DEPRECATION", "");
});
afterEach(() => {
  process.execArgv = execArgv;
  vi.unstubAllEnvs();
});

const shell = (script: string, more: Partial<FollowedProgram> = {}): FollowedProgram => ({
  file: "/bin/sh",
  args: ["-c", script, "sh", "a b", "", "é\u{1f600}", "\ud800"],
  env: { PATH: "/usr/bin:/bin", "A B": "=x\ny", EMPTY: "" },
  cwd: tmpdir(),
  input: undefined,
  maxBuffer: 1 << 20,
  timeout: 20_000,
  onExit: () => 20_000,
  ...more,
});

const programs: Readonly<Record<string, FollowedProgram>> = {
  "its arguments": shell('printf "%s|" "$@"'),
  "its environment and folder": shell("env | sort; pwd"),
  "an exit code and both streams": shell("echo out; echo err >&2; exit 3"),
  "no input": shell("cat; ls -l /proc/self/fd/0 | sed 's/.* -> //'"),
  "an input": shell("cat", { input: Buffer.from("some\0 bytes \xff") }),
  "an empty input": shell("cat; echo end", { input: Buffer.alloc(0) }),
  "an input that it doesn't read": shell("exec 0<&-; echo end", { input: Buffer.alloc(1 << 20, "x") }),
  "a large output": shell("head -c 900000 /dev/zero"),
  "an output above the limit": shell("head -c 3000000 /dev/zero"),
  "a signal": shell("kill -SEGV $$"),
  "a time limit": shell("echo before; exec sleep 30", { timeout: 300 }),
  "a missing program": shell("", { file: "/missing" }),
  "a missing folder": shell("", { cwd: "/missing" }),
  "arguments that are too long": shell("", { args: ["x".repeat(1 << 22)] }),
};

/** Large buffers compare slowly. How much of the chunk above the limit is read depends on the time. */
function texts(result: Partial<WaitedResult>) {
  const text = (stream: Buffer | undefined) => stream?.subarray(0, 1 << 20).toString("latin1");
  return { ...result, stdout: text(result.stdout), stderr: text(result.stderr) };
}

it.each(Object.keys(programs))("gives the result that spawnSync gives, for %s", async (what) => {
  const program = programs[what] as FollowedProgram;
  const { pid, ...expected } = startAndWait(program);
  // Who follows a program doesn't report an input that it left unread.
  if (expected.code === "EPIPE") Object.assign(expected, { code: undefined });
  for (const result of [await startByBinding(program), await startAndFollow(program)]) {
    const { pid: other, ...given } = result ?? { ...expected, pid: -1 };
    expect(other > 0).toBe(pid > 0);
    if (expected.status === null && expected.signal === null)
      expect([given.status, given.signal, given.code]).toEqual([null, null, expected.code]);
    else expect(texts(given)).toEqual(texts(expected));
  }
});

it.each([
  ["the binding", startByBinding],
  ["node:child_process", startAndFollow],
])("doesn't wait for a child that left the group and holds the outputs, by %s", async (_, start) => {
  const ended: number[] = [];
  const onExit = (pid: number) => {
    ended.push(pid);
    return 100;
  };
  const result = await start(shell("setsid sleep 15 & echo started; echo $! >&2", { onExit, input: Buffer.from("x") }));
  process.kill(Number(result?.stderr));
  expect(result).toMatchObject({ pid: ended[0], status: 0, signal: null, code: undefined });
  expect(`${result?.stdout}`).toBe("started\n");
});

it("makes the program the leader of a group of its own", async () => {
  const result = await startByBinding(shell('ps -o pgid= -p $$; echo "$$"'));
  const [group, pid] = `${result?.stdout}`.trim().split(/\s+/);
  expect([group, pid]).toEqual([`${result?.pid}`, `${result?.pid}`]);
});

it("starts nothing for a text with a NUL, which it would cut", async () => {
  const withNul = "x\0--flag";
  const refused = [{ args: ["-c", withNul] }, { file: withNul }, { cwd: withNul }, { env: { X: withNul } }, { env: { [withNul]: "x" } }];
  for (const more of refused) {
    expect(startByBinding(shell("echo started", more))).toBe(undefined);
    expect(() => startAndWait(shell("echo started", more))).toThrow("without null bytes");
    await expect(startAndFollow(shell("echo started", more))).rejects.toThrow("without null bytes");
  }
});

it("leaves the start to node:child_process where Node has options, is another version or doesn't give its bindings", async () => {
  const program = shell("echo started");
  expect((await startByBinding(program))?.status).toBe(0);
  process.execArgv = ["--pending-deprecation"];
  expect(startByBinding(program)).toBe(undefined);
  process.execArgv = [];
  for (const name of ["NODE_OPTIONS", "NODE_PENDING_DEPRECATION"]) {
    vi.stubEnv(name, "1");
    expect(startByBinding(program)).toBe(undefined);
    vi.stubEnv(name, "");
  }
  const { versions } = process;
  const [major] = versions.node.split(".");
  for (const node of ["26.0.0", `${major}.99.0`]) {
    Object.defineProperty(process, "versions", { value: { ...versions, node }, configurable: true, enumerable: true });
    expect(startByBinding(program)).toBe(undefined);
  }
  Object.defineProperty(process, "versions", { value: versions, configurable: true, enumerable: true });
  const found = (process as unknown as { binding(name: string): unknown }).binding.bind(process);
  const binding = vi.spyOn(process as unknown as { binding(name: string): unknown }, "binding");
  binding.mockImplementation(() => {
    throw new Error("no access");
  });
  expect(startByBinding(program)).toBe(undefined);
  binding.mockImplementation(() => ({}));
  expect(startByBinding(program)).toBe(undefined);
  binding.mockImplementation((name) => (name === "process_wrap" ? { Process: class {}, constants: {} } : found(name)));
  expect(startByBinding(program)).toBe(undefined);
  for (const missing of ["process_wrap", "pipe_wrap", "stream_wrap"]) {
    binding.mockImplementation((name) => (name === missing ? {} : found(name)));
    expect(startByBinding(program)).toBe(undefined);
  }
  binding.mockRestore();
  expect((await startByBinding(program))?.status).toBe(0);
});

it.each([
  ["the binding", ""],
  ["node:child_process", "1"],
])("starts a detached program in a session of its own, with one descriptor and nothing else, by %s", async (_, nodeOptions) => {
  vi.stubEnv("NODE_OPTIONS", nodeOptions);
  vi.stubEnv("SECRET", "s3cret");
  // Without helpers that wait or write files, this file is one of the quick tests, which run on each version of Node.
  const folder = mkdtempSync(join(tmpdir(), "detached-"));
  const path = join(folder, "said");
  const descriptor = openSync(path, "w");
  const say = `exec >&3; echo "$$ $(ps -o sid= -p $$)"; pwd; echo "$0 $1"; env | grep SECRET; readlink /proc/$$/fd/0 /proc/$$/fd/2; echo end`;
  const pid = startDetached({ file: "/bin/sh", args: ["-c", say, "a b", "c"], descriptor });
  closeSync(descriptor);
  await vi.waitFor(() => expect(readFileSync(path, "utf8")).toMatch(/end\n$/), { timeout: 500_000 });
  const [ids = "", ...said] = readFileSync(path, "utf8").trim().split("\n");
  expect(ids.split(/\s+/)).toEqual([`${pid}`, `${pid}`]);
  expect(said).toEqual(["/", "a b c", ...(process.platform === "linux" ? ["/dev/null", "/dev/null"] : []), "end"]);
  rmSync(folder, { recursive: true });
  expect(startDetached({ file: "/missing", args: [], descriptor: 2 })).toBe(undefined);
});
