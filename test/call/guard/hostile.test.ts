import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { projectOf } from "../../kit/project.js";
import { temporaryFolder } from "../../kit/temporary-folder.js";
import { toolgen } from "../../kit/toolgen.js";
import { toolgenProcess } from "../../kit/toolgen-process.js";

// Guarded commands by generated/bin/call, in folders whose names a shell would take for much else.

const spec = (rules: string, timeout = "") => `name: bash
description: Run a command.
kind: execute
schema: { properties: { command: { type: string } }, required: [command] }
code: { command: bash }
command: [bash, -c, "{{command}}"]
guard: ${rules}
output: { maxLines: 200, maxBytes: 20kB }
${timeout}`;
const awkward = 'it\'s "a" $(touch canary) `touch canary`\n; touch canary #';
const mostBytes = 64 * 1024 * 1024;

let fast: string;
let slow: string;
let tmp: string;
let peak: string;
beforeAll(() => {
  tmp = join(temporaryFolder(), awkward);
  mkdirSync(tmp);
  fast = join(temporaryFolder(), awkward);
  renameSync(projectOf({ "tools.d/bash.yaml": spec("command") }), fast);
  slow = projectOf({ "tools.d/bash.yaml": spec("{ param: command, slow: 1s }", "timeout: 3s\n") });
  for (const project of [fast, slow]) expect(toolgen(project, ["build"])).toMatchObject({ status: 0, stderr: "" });
  peak = join(temporaryFolder(), "peak.cjs");
  writeFileSync(
    peak,
    `process.on("exit", () => require("fs").writeFileSync(__dirname + "/peak", String(process.resourceUsage().maxRSS)));\n`,
  );
});

interface Ran {
  readonly status: number | null;
  readonly text: string;
  /** The file that the answer names, and what is in it. */
  readonly file: string;
}

function call(command: string, { project = fast, env = {}, shell = 'exec "$@"' } = {}): Ran {
  const { status, stdout, stderr } = spawnSync("bash", ["-c", shell, "call", join(project, "generated/bin/call"), "bash"], {
    cwd: project,
    env: { ...process.env, TMPDIR: tmp, ...env },
    input: JSON.stringify({ command }),
    encoding: "utf8",
  });
  const text = stdout + stderr;
  return { status, text, file: /(\/[^[\]]*guard-[0-9a-f]{16}\.txt)/s.exec(text)?.[1]?.replace(/^.* in (?=\/)/s, "") ?? "" };
}

const isUntouched = () => !existsSync(join(fast, "canary")) && !existsSync(join(slow, "canary")) && !existsSync("canary");

describe("a hostile output", () => {
  it.each([
    ["substitutions", "printf '%s\\n' '$(touch canary)' '${x:=$(touch canary)}'", "$(touch canary)"],
    ["backquotes", "printf '%s\\n' '`touch canary`' a b", "`touch canary`"],
    ["the end of a quoted text", "printf '%s\\n' \"'; touch canary; '\" '\"; touch canary; \"'", "'; touch canary; '"],
    ["the words that the guard uses", "printf '%s\\n' 'toolgen_code=9; exit 9' '} | touch canary' a b", "toolgen_code=9; exit 9"],
    ["a terminator of a here-document", "printf '%s\\n' EOF 'touch canary' b", "EOF"],
  ])("is text and nothing else: %s", (_, producer, line) => {
    const { status, text, file } = call(`${producer} | grep -v nosuch | head -1`);
    expect(status).toBe(0);
    expect(text.split("\n")[0]).toBe(line);
    expect(file).toContain(awkward);
    expect(readFileSync(file, "utf8").split("\n").length).toBeGreaterThan(2);
    expect(isUntouched()).toBe(true);
  });

  it("may hold NUL bytes, which the file keeps", () => {
    const { text, file } = call("printf 'a\\0b\\nc\\0d\\n' | tail -1");
    expect(text).toMatch(/^c.?d\n/s);
    expect(readFileSync(file, "latin1")).toBe("a\0b\nc\0d\n");
  });

  it("may end inside a character, and is cut between two", () => {
    expect(call("printf 'a\\n\\xe2\\x82' | tail -1").text).toMatch(/^\uFFFD\n\[Some of these bytes are not UTF-8 text/);
    const { text, file } = call("for i in {1..9000}; do printf '€€€€€€€€\\n'; done | tail -n +2");
    expect(text).not.toContain("\uFFFD");
    expect(text).toContain("bytes left out here");
    expect(readFileSync(file, "utf8").split("\n")).toHaveLength(9001);
  });

  it("of 100 MB takes little memory, reaches the filters to the last line, and says how much of it was kept", () => {
    const env = { NODE_OPTIONS: `--require ${peak}` };
    for (const [filter, answer] of [
      ["tail -1", /^12000000\n\[The first 67108864 bytes of the output of `seq 1 12000000` are in /],
      ["grep nosuch", /^bash exited with code 1\.\n\[`grep nosuch` left none of more than 8527496 lines\.\]\n\[The first 67108864 bytes/],
    ] as const) {
      const { text, file } = call(`seq 1 12000000 | ${filter}`, { env });
      expect(text).toMatch(answer);
      expect(text.length).toBeLessThan(2000);
      expect(statSync(file).size).toBe(mostBytes);
      expect(Number(readFileSync(join(peak, "../peak"), "utf8"))).toBeLessThan(250_000);
    }
  });

  it("is cut by the tool's limits where the command is slow, and kept once", () => {
    const { text, file } = call("(seq 1 30000; sleep 1.1) | tail -1", { project: slow });
    expect(text).toMatch(/^1\n2\n.*\n\[[\d,]+ lines, [\d,]+ bytes left out here\.\]\n\[This is a slow command\. Avoid re-running it/s);
    expect(text.split("\n").length).toBeLessThan(220);
    expect(text).not.toContain("The full output is in");
    expect(readFileSync(file, "utf8").split("\n")).toHaveLength(30_001);
  });
});

describe("a producer that doesn't end by itself", () => {
  it("is told to the model where a signal ended it", () => {
    const { text, status } = call("(seq 1 30; kill -9 $BASHPID; echo never) | tail -1");
    expect(status).toBe(0);
    expect(text).toMatch(/^30\n/);
    expect(text).toContain("exited with code 137.]");
  });

  it("has done its work where an early filter stopped reading, and didn't fail", () => {
    const { text, status } = call("(seq 1 100000; echo done > done.txt) | head -1");
    expect([status, text.split("\n")[0]]).toEqual([0, "1"]);
    expect(text).not.toContain("exited with code");
    expect(readFileSync(join(fast, "done.txt"), "utf8")).toBe("done\n");
  });

  it("leaves what it printed where the tool's time limit ended it", () => {
    const { text, status, file } = call("(seq 1 10; sleep 600) | tail -1", { project: slow });
    expect(status).toBe(124);
    expect(text).toMatch(/^1\n2\n/);
    expect(text).toContain("bash was ended: it took longer than 3 s.\n[This is a slow command.");
    expect(readFileSync(file, "utf8")).toBe("1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n");
  });

  it("leaves what it printed where the shell itself was killed", () => {
    const { text, status } = call("(seq 1 30; kill -9 $$; sleep 600) | tail -1");
    expect(status).toBe(137);
    expect(text).toContain("bash was ended by SIGKILL.");
  });

  it("ends with a call that is killed", async () => {
    const child = spawn(join(fast, "generated/bin/call"), ["bash"], { cwd: fast, env: { ...process.env, TMPDIR: tmp } });
    child.stdin.end(JSON.stringify({ command: "(echo $BASHPID > pid; exec sleep 600) | tail -1" }));
    const closed = once(child, "close");
    const pid = await written(join(fast, "pid"));
    child.kill("SIGKILL");
    await closed;
    await expect.poll(() => isRunning(pid), { timeout: 30_000 }).toBe(false);
  });
});

async function written(file: string): Promise<number> {
  const read = () => (existsSync(file) ? Number(readFileSync(file, "utf8")) : 0);
  await expect.poll(read, { timeout: 30_000 }).toBeGreaterThan(0);
  return read();
}

function isRunning(pid: number): boolean {
  return existsSync(`/proc/${pid}/stat`) ? !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, "utf8")) : false;
}

/** A disk of 128 KiB for temporary files, which only the call sees. Some systems let no user mount one. */
const smallDisk = 'mount -t tmpfs -o size=128k tmpfs "$TMPDIR" && exec "$@"';
const canMount = spawnSync("unshare", ["-rm", "mount", "-t", "tmpfs", "tmpfs", "/mnt"]).status === 0;

describe("surroundings in which nothing can be kept", () => {
  it.skipIf(!canMount)("answers the filters and the exit code, where the disk is full (needs `unshare -rm mount -t tmpfs`)", () => {
    const shell = `exec unshare -rm sh -c '${smallDisk}' sh "$@"`;
    const disk = temporaryFolder();
    const { text, status } = call("(seq 1 100000; exit 3) | tail -1", { shell, env: { TMPDIR: disk } });
    expect([status, text.split("\n").length]).toEqual([0, 4]);
    expect(text).toMatch(
      /^100000\n\[`\(seq 1 100000; exit 3\)` exited with code 3\.\]\n\[The first \d+ bytes of .* could not be kept\.\]\n$/,
    );
    const full = shell.replace("&& exec", '&& head -c 1M /dev/zero >"$TMPDIR/full" 2>/dev/null; exec');
    expect(call("seq 1 9 | tail -1", { shell: full, env: { TMPDIR: disk } })).toMatchObject({ status: 0, text: "9\n" });
  });

  it("print what they do without guard, where the disk takes only some of the copy", () => {
    const { text, status } = call("seq 1 100000 | tail -1", { shell: 'ulimit -f 64; exec "$@"' });
    expect(status).toBe(0);
    expect(text).toMatch(/^100000\n\[The first \d+ bytes of the output of `seq 1 100000` are in .*; the rest could not be kept\.\]\n$/s);
  });

  it("run the command as it is, where there is no folder for the copy", () => {
    const file = join(temporaryFolder(), "file");
    writeFileSync(file, "");
    expect(call("seq 1 9 | tail -1", { env: { TMPDIR: file } })).toEqual({ status: 0, text: "9\n", file: "" });
  });

  it("find their own programs, whatever PATH and functions a command has", () => {
    const tools = temporaryFolder();
    for (const name of ["tee", "head"]) writeFileSync(join(tools, name), "#!/bin/sh\ntouch canary\n", { mode: 0o755 });
    const { text } = call(`export PATH="${tools}" && /usr/bin/seq 1 9 | /usr/bin/tail -1`);
    expect(text).toMatch(/^9\n\[The full output/);
    expect(isUntouched()).toBe(true);
  });
});

it("shows nothing of a command's that acts on a terminal", () => {
  const { stderr, stdout } = toolgenProcess(fast, ["guard", "--run", "printf 'a\\nb\\n' | grep -v '\u001b]0;x\u0007' | head -1"], {
    env: { TMPDIR: tmp },
  });
  expect(stderr).toContain("Removed trailing pipeline commands: `grep -v '␛]0;x␇' | head -1` from");
  expect(stdout + stderr).not.toContain("\u001b");
});
