import { tmpdir } from "node:os";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { startAndWait, startByBinding, type WaitedProgram, type WaitedResult } from "../../../src/call/process/start-by-binding.js";

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

const shell = (script: string, more: Partial<WaitedProgram> = {}): WaitedProgram => ({
  file: "/bin/sh",
  args: ["-c", script, "sh", "a b", "", "é\u{1f600}", "\ud800"],
  env: { PATH: "/usr/bin:/bin", "A B": "=x\ny", EMPTY: "" },
  cwd: tmpdir(),
  input: undefined,
  maxBuffer: 1 << 20,
  timeout: 20_000,
  ...more,
});

const programs: Readonly<Record<string, WaitedProgram>> = {
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

it.each(Object.keys(programs))("gives the result that node:child_process gives, for %s", (what) => {
  const program = programs[what] as WaitedProgram;
  const [direct, usual] = [startByBinding(program), startAndWait(program)];
  const { pid, ...result } = direct ?? { pid: -1 };
  const { pid: usualPid, ...expected } = usual;
  expect(pid > 0).toBe(usualPid > 0);
  if (usual.status === null && usual.signal === null)
    expect([direct?.status, direct?.signal, direct?.code]).toEqual([null, null, usual.code]);
  else expect(texts(result)).toEqual(texts(expected));
});

it("makes the program the leader of a group of its own", () => {
  const result = startByBinding(shell('ps -o pgid= -p $$; echo "$$"'));
  const [group, pid] = `${result?.stdout}`.trim().split(/\s+/);
  expect([group, pid]).toEqual([`${result?.pid}`, `${result?.pid}`]);
});

it("starts nothing for a text with a NUL, which it would cut", () => {
  const withNul = "x\0--flag";
  const refused = [{ args: ["-c", withNul] }, { file: withNul }, { cwd: withNul }, { env: { X: withNul } }, { env: { [withNul]: "x" } }];
  for (const more of refused) {
    expect(startByBinding(shell("echo started", more))).toBe(undefined);
    expect(() => startAndWait(shell("echo started", more))).toThrow("without null bytes");
  }
});

it("leaves the start to node:child_process where Node has options, is another version or doesn't give its binding", () => {
  const program = shell("echo started");
  expect(startByBinding(program)?.status).toBe(0);
  process.execArgv = ["--pending-deprecation"];
  expect(startByBinding(program)).toBe(undefined);
  process.execArgv = [];
  for (const name of ["NODE_OPTIONS", "NODE_PENDING_DEPRECATION"]) {
    vi.stubEnv(name, "1");
    expect(startByBinding(program)).toBe(undefined);
    vi.stubEnv(name, "");
  }
  const { version } = process;
  Object.defineProperty(process, "version", { value: "v26.0.0", configurable: true, enumerable: true });
  expect(startByBinding(program)).toBe(undefined);
  Object.defineProperty(process, "version", { value: version, configurable: true, enumerable: true });
  const binding = vi.spyOn(process as unknown as { binding(name: string): unknown }, "binding");
  binding.mockImplementation(() => {
    throw new Error("no access");
  });
  expect(startByBinding(program)).toBe(undefined);
  binding.mockImplementation(() => ({}));
  expect(startByBinding(program)).toBe(undefined);
  binding.mockRestore();
  expect(startByBinding(program)?.status).toBe(0);
});
