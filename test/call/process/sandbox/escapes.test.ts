import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it as test } from "vitest";
import type { ToolDefinition } from "../../../../src/contract/definition.js";
import { callToolAsync } from "../../../kit/printed.js";
import { leftProcesses, newMarker, startedProcesses } from "../marked-processes.js";
import { attempt, contextOf, ground, noSandbox, sandboxedTool } from "./sandboxed.js";

// Each script tries to get out of its sandbox, with the real bubblewrap. Where that doesn't work, the reason is printed.
const it = test.skipIf(noSandbox);

const written = (access: "read" | "write", root = "workspace"): Partial<ToolDefinition> => ({
  paths: [{ target: ["path"], access, root, type: "any", mustExist: false }],
});

it("lets a program read the workspace, write temporary files, and end by itself", () => {
  const on = ground();
  expect(attempt("cat in.txt; echo t > $TMPDIR/t && cat /tmp/t; echo h > ~/h && cat ~/h", { on })).toMatchObject({
    exitCode: 0,
    stdout: "inside\nt\nh\n",
  });
  expect(attempt("exit 7", { on }).stderr).toContain("exited with code 7");
  expect(existsSync(join(on.home, "h"))).toBe(false);
});

it.each(["paths", "workspace", "any"] as const)("lets nothing be written outside, read: %s", (read) => {
  const on = ground();
  const attempts = [
    `echo x > ${on.outside}/new.txt`,
    `echo x >> ${on.outside}/beside.txt`,
    "echo x > ../new.txt",
    "echo x > in.txt",
    `echo x > /proc/self/root${on.outside}/new.txt`,
    `echo x > /proc/1/root${on.outside}/new.txt`,
    `echo x > /proc/$PPID/cwd/../new.txt`,
    "echo x > /usr/new-file",
    "echo x > /new-file",
    "echo x > /etc/new-file",
  ].map((one) => `(${one}) 2>/dev/null && echo "written by: ${one.replaceAll("$", "\\$")}"`);
  const rules = { write: "none", read } as const;
  const outcome = attempt(`${attempts.join("\n")}\ntrue`, { on, rules, parts: written("read"), params: { path: "in.txt" } });
  // Beside the workspace there may be a folder of the sandbox's own, of which nothing is left.
  const really = outcome.stdout.split("\n").filter((line) => line !== "" && !/test-sandbox-|\.\.\//.test(line));
  expect({ ...outcome, stdout: really }).toMatchObject({ exitCode: 0, stdout: [] });
  expect(readdirSync(on.outside).sort()).toEqual(["beside.txt", "home", "workspace"]);
  expect(readFileSync(join(on.outside, "beside.txt"), "utf8")).toBe("BESIDE\n");
  expect(readFileSync(join(on.workspace, "in.txt"), "utf8")).toBe("inside\n");
  expect(["/usr/new-file", "/new-file", "/etc/new-file"].filter((path) => existsSync(path))).toEqual([]);
});

it("lets nothing be written through a link that leads outside", () => {
  const on = ground();
  symlinkSync("../beside.txt", join(on.workspace, "relative"));
  symlinkSync(on.outside, join(on.workspace, "absolute"));
  const script = `echo x > relative; echo x > absolute/beside.txt; ln -s ${on.outside} own; echo x > own/beside.txt; ln ${on.outside}/beside.txt hard`;
  expect(attempt(`(${script}) 2>/dev/null; true`, { on, rules: { write: "workspace" } }).exitCode).toBe(0);
  expect(readFileSync(join(on.outside, "beside.txt"), "utf8")).toBe("BESIDE\n");
});

it("writes the path that was checked, though the path leads elsewhere by the time it is written", () => {
  const on = ground();
  writeFileSync(join(on.workspace, "target"), "");
  // The program has the whole workspace here, so it can swap the path as any other program could.
  const swap = `rm target; ln -s ${on.outside}/beside.txt target; echo evil > target; true`;
  attempt(swap, { on, rules: { write: "workspace" }, parts: written("write"), params: { path: "target" } });
  expect(readFileSync(join(on.outside, "beside.txt"), "utf8")).toBe("BESIDE\n");
});

it("holds on to the file of a path that another program swaps during the call", async () => {
  const on = ground();
  const target = join(on.workspace, "target");
  writeFileSync(target, "");
  const definition = sandboxedTool(
    'echo ready; n=0; while [ -e in.txt ] && [ $n -lt 200 ]; do n=$((n+1)); sleep 0.05; done; echo written > "$1"',
    { write: "paths" },
    written("write"),
  );
  let swapped = false;
  const outcome = await callToolAsync(
    { definition, validate: () => true },
    { path: "target" },
    {
      ...contextOf(on),
      signal: new AbortController().signal,
      updateOutput: () => {
        if (swapped) return;
        swapped = true;
        mkdirSync(join(on.workspace, "old"));
        // A mount of the sandbox doesn't exist out here: the file can be moved, and another put in its place.
        renameSync(target, join(on.workspace, "old", "target"));
        symlinkSync(join(on.outside, "beside.txt"), target);
        renameSync(join(on.workspace, "in.txt"), join(on.workspace, "old", "in.txt"));
      },
    },
  );
  expect(swapped, JSON.stringify(outcome)).toBe(true);
  expect(readFileSync(join(on.outside, "beside.txt"), "utf8")).toBe("BESIDE\n");
});

it("shows no file of the home or beside the workspace", () => {
  const on = ground();
  const script = `cat ~/.ssh/id_rsa; cat ${on.home}/.ssh/id_rsa; cat ../home/.ssh/id_rsa; cat /proc/1/root${on.home}/.ssh/id_rsa; cat ../beside.txt; cat /etc/shadow; true`;
  const outcome = attempt(script, { on });
  expect(outcome.exitCode).toBe(0);
  expect(outcome.stdout).not.toMatch(/PRIVATE KEY|BESIDE|root:/);
});

it("shows what `paths` names and nothing beside it, where only that may be read", () => {
  const on = ground();
  const outcome = attempt('cat "$1"; ls; cat toolgen.yaml', {
    on,
    rules: { read: "paths" },
    parts: written("read"),
    params: { path: "in.txt" },
  });
  expect(outcome.stdout).toContain("inside\nin.txt\n");
  expect(outcome.stdout).not.toContain("version: 1");
});

it("opens the files that `paths` lets be written, and no other", () => {
  const on = ground();
  const both = { on, rules: { write: "paths" }, parts: written("write") } as const;
  expect(attempt('echo new > "$1"', { ...both, params: { path: "src/new.txt" } }).exitCode).toBe(0);
  expect(readFileSync(join(on.workspace, "src/new.txt"), "utf8")).toBe("new\n");
  expect(attempt('echo x > "$1.beside"', { ...both, params: { path: "src/other.txt" } }).exitCode).toBe(1);
  // It was made to be opened, and the program has left it alone.
  expect(readdirSync(join(on.workspace, "src"))).toEqual(["new.txt"]);
  expect(attempt('touch "$1"', { ...both, params: { path: "src/touched.txt" } }).exitCode).toBe(0);
  expect(existsSync(join(on.workspace, "src/touched.txt"))).toBe(true);
});

it("says that the folder is missing in which a file would be made", () => {
  const on = ground();
  const outcome = (path: string) => attempt("true", { on, rules: { write: "paths" }, parts: written("write"), params: { path } });
  expect(outcome("no/such/new.txt")).toMatchObject({ exitCode: 1, stderr: expect.stringContaining("create it first") });
  expect(outcome("in.txt/new.txt")).toMatchObject({ exitCode: 2, stderr: expect.stringMatching(/in\.txt.*file/) });
});

it("keeps .git, generated files and specs as they are in a workspace that may be written", () => {
  const on = ground();
  const script = `
    echo x > .git/hooks/pre-commit; mkdir .git/new; mv .git git; rm -rf .git generated; ln -sf /tmp .git
    echo x > .toolgen/cache/stamp; mv .toolgen t; echo x > generated/call; mv generated g; echo x > toolgen.yaml; mv in.txt toolgen.yaml; rm -f toolgen.yaml
    echo x > deep/tools.d/a.yaml; echo x > deep/tools.d/b.yaml; mv deep/tools.d deep/t; mv deep d; umount .git; mount -o remount,rw,bind .git
    unshare -Urm sh -c 'umount -l .git; mount -o remount,rw,bind .git; echo x > .git/hooks/pre-push'
    echo fine > src/fine.txt`;
  const outcome = attempt(`(${script}) 2>/dev/null`, { on, rules: { write: "workspace" } });
  expect(outcome).toMatchObject({ exitCode: 0 });
  const text = (path: string) => readFileSync(join(on.workspace, path), "utf8");
  expect(readdirSync(join(on.workspace, ".git"), { recursive: true })).toEqual(["hooks"]);
  const files = ["toolgen.yaml", "deep/tools.d/a.yaml", "generated/call", ".toolgen/cache/stamp", "src/fine.txt"];
  expect(files.map(text)).toEqual(["version: 1\n", "name: a\n", "generated\n", "stamp\n", "fine\n"]);
  expect(readdirSync(join(on.workspace, "deep"), { recursive: true }).sort()).toEqual(["tools.d", "tools.d/a.yaml"]);
});

it("hands over no file that the program has linked its result to", () => {
  const on = ground();
  const output = { format: "text", stderr: "ignore", maxLines: 10, maxBytes: 1000, keep: "head", file: ["result"] } as const;
  const rules = { write: "workspace" } as const;
  const linked = attempt(`ln -s ${on.home}/.ssh/id_rsa result`, { on, rules, parts: { output } });
  expect(linked).toMatchObject({ exitCode: 1, stderr: expect.stringContaining("is a link") });
  const inFolder = { ...output, file: ["sub/id_rsa"] };
  const folder = attempt(`ln -s ${on.home}/.ssh sub`, { on, rules, parts: { output: inFolder } });
  expect(folder).toMatchObject({ exitCode: 1, stderr: expect.stringContaining("was moved or replaced") });
  expect(linked.stdout + folder.stdout).not.toContain("PRIVATE KEY");
});

const node = JSON.stringify(process.execPath);
const server = createServer((socket) => socket.end("reached\n"));
beforeAll(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve)));
afterAll(() => new Promise((resolve) => server.close(resolve)));

/** Connects to the listener of this test, which runs outside of the sandbox: this process must not be blocked meanwhile. */
async function connect(network: boolean) {
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  const source = `require("node:net").connect(${port}, "127.0.0.1").on("error", (e) => console.log(e.code)).pipe(process.stdout)`;
  const definition = sandboxedTool(`${node} -e '${source}'`, { network });
  return callToolAsync({ definition, validate: () => true }, {}, { ...contextOf(ground()), signal: new AbortController().signal });
}

it("reaches no listener of this machine without `network`, and one with it", async () => {
  expect((await connect(false)).stdout).toBe("ECONNREFUSED\n");
  expect((await connect(true)).stdout).toBe("reached\n");
});

it("sees, signals and traces no process outside", async () => {
  const marker = newMarker();
  const other = spawn("/bin/sh", ["-c", "while :; do sleep 1; done", marker], { stdio: "ignore" });
  try {
    const script = `
      kill -9 ${other.pid} && echo killed; kill -9 ${process.pid} && echo killed; kill -9 -${other.pid} && echo killed
      ls /proc/${process.pid}/environ && echo seen; ls -d /proc/${other.pid} && echo seen
      command -v gdb >/dev/null && gdb -p ${process.ppid} -batch 2>&1 | grep -qi 'attaching to process' && echo traced
      command -v strace >/dev/null && timeout 2 strace -p ${process.pid} 2>&1 | grep -q 'attached' && echo traced
      kill -9 -1; true`;
    const outcome = attempt(`(${script}) 2>/dev/null`, { on: ground() });
    expect(outcome.stdout).not.toMatch(/killed|traced|seen/);
    // -1 is everything it may signal: itself alone.
    expect(other.exitCode ?? other.signalCode).toBe(null);
  } finally {
    other.kill("SIGKILL");
  }
});

it("ends a child that has moved to a session of its own, with the program and at the time limit", async () => {
  const on = ground();
  const [left, late] = [newMarker(), newMarker()];
  const escapes = (marker: string) => `setsid sh -c 'trap "" TERM HUP; while :; do sleep 1; done' ${marker} </dev/null >/dev/null 2>&1 &`;
  expect(attempt(`${escapes(left)} sleep 0.3; echo out`, { on })).toMatchObject({ exitCode: 0, stdout: "out\n" });
  expect(attempt(`${escapes(late)} sleep 60`, { on, parts: { timeoutMs: 1000 } }).exitCode).toBe(124);
  expect(await leftProcesses(left)).toEqual([]);
  expect(await leftProcesses(late)).toEqual([]);
});

it("ends everything, sessions of its own included, when a call is aborted", async () => {
  const marker = newMarker();
  const script = `setsid sh -c 'trap "" TERM HUP; while :; do sleep 1; done' ${marker} & sleep 60`;
  const aborting = new AbortController();
  const tool = { definition: sandboxedTool(script, {}), validate: () => true };
  const call = callToolAsync(tool, {}, { ...contextOf(ground()), signal: aborting.signal });
  await startedProcesses(marker, 2);
  aborting.abort();
  await expect(call).rejects.toThrow();
  expect(await leftProcesses(marker)).toEqual([]);
});

it("ends a child in a session of its own though the program kills its whole group, guard included", async () => {
  const marker = newMarker();
  const script = `setsid sh -c 'trap "" TERM HUP; while :; do sleep 1; done' ${marker} </dev/null >/dev/null 2>&1 & sleep 0.3; kill -9 0`;
  attempt(script, { on: ground(), parts: { timeoutMs: 20_000 } });
  expect(await leftProcesses(marker)).toEqual([]);
});

it("gives a program no capabilities", () => {
  const outcome = attempt("grep -E 'Cap(Prm|Eff|Bnd|Amb)' /proc/self/status | grep -v 0000000000000000; true", { on: ground() });
  expect(outcome).toMatchObject({ exitCode: 0, stdout: "(no output)\n" });
});
