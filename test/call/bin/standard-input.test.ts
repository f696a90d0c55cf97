import { spawn, spawnSync } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { beforeAll, expect, it } from "vitest";
import { eventually } from "../../kit/eventually.js";
import { repeat } from "../../kit/repeat.js";
import { type BinFolder, binFolder } from "../bin-folder.js";
import { leftProcesses, newMarker } from "../process/marked-processes.js";

const isLinux = process.platform === "linux";

let folder: BinFolder;
let observed: string;
beforeAll(async () => {
  folder = await binFolder([
    { name: "hello", argv: ["echo", "hello"] },
    { name: "trace", argv: ["touch", "ran"] },
  ]);
  // Says on standard error each time that the process only waits, and at its end whether it has loaded Node's sockets.
  observed = join(folder.project, "observed.cjs");
  writeFileSync(
    observed,
    `const { writeSync } = require("node:fs");
Atomics.wait = () => { writeSync(2, "waited "); return "timed-out"; };
process.on("exit", () => { if (process.moduleLoadList.includes("NativeModule net")) writeSync(2, "net "); });
require(${JSON.stringify(folder.call)});`,
  );
  writeFileSync(join(folder.project, "empty"), "");
});

it.runIf(isLinux).each([
  ["a pipe that closes at once", ': | "$0" "$1" "$2"; :'],
  ["a pipe with arguments", 'echo "{}" | "$0" "$1" "$2"; :'],
  ["/dev/null", '"$0" "$1" "$2" </dev/null; :'],
  ["an empty file", '"$0" "$1" "$2" <empty; :'],
])("neither waits nor loads sockets for %s", (_, line) => {
  // The shell is the client, and lives as long as the call.
  const { stdout, stderr } = spawnSync("sh", ["-c", line, process.execPath, observed, "hello"], { cwd: folder.project, encoding: "utf8" });
  expect([stdout, stderr]).toEqual(["hello\n", ""]);
});

it.runIf(isLinux)("doesn't wait for a socket that closes at once, as Node's programs give it", async () => {
  const child = spawn(process.execPath, [observed, "hello"], { stdio: "pipe" });
  child.stdin.end();
  expect(await Promise.all([text(child.stdout), text(child.stderr)])).toEqual(["hello\n", ""]);
});

it.runIf(isLinux)("says to a terminal what to write there, and reads nothing", () => {
  const { stdout } = spawnSync("script", ["-qec", `${process.execPath} ${observed} hello`, "/dev/null"], { encoding: "utf8" });
  expect(stdout).toContain("standard input");
});

// Only the client has the other end, and never writes. When it dies, the end of an empty input is the first that the call sees.
const clients = {
  pipe: ["sh", "-c", 'mkfifo "$1.fifo"; "$0" "$1" trace <"$1.fifo" & exec 3>"$1.fifo"; wait', process.execPath],
  socket: [process.execPath, "-e", 'require("node:child_process").spawn(process.execPath, [process.argv[1], "trace"])'],
} as const;

it.runIf(isLinux).each(["pipe", "socket"] as const)("runs nothing if its client dies before it has written: a %s", async (kind) => {
  for (let round = 0; round < repeat({ usual: 4, soak: 15 }); round++) {
    const marker = newMarker();
    const program = join(folder.project, `${marker}.cjs`);
    // Until it reads, a call can't know its client.
    const begins = `fs.readvSync = (...given) => { fs.writeFileSync(${JSON.stringify(`${program}.reads`)}, ""); return read(...given); };`;
    writeFileSync(program, `const fs = require("node:fs"); const read = fs.readvSync; ${begins} require(${JSON.stringify(folder.call)});`);
    const [shell, ...args] = clients[kind];
    const client = spawn(shell, [...args, program], { cwd: folder.project, stdio: "ignore" });
    expect(await eventually(() => existsSync(`${program}.reads`))).toBe(true);
    await delay(Math.random() * 20);
    client.kill("SIGKILL");
    expect(await leftProcesses(marker)).toEqual([]);
    expect(existsSync(join(folder.project, "ran"))).toBe(false);
  }
});
