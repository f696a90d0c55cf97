import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { escapedMs, runProgramAsync } from "../../../src/call/run-program.js";
import { eventually } from "../../kit/eventually.js";
import { temporaryFolder } from "../../kit/temporary-folder.js";

const nothing = new Int32Array(new SharedArrayBuffer(4));

/** Keeps this process from doing anything else. */
function block(until: () => boolean): void {
  while (!until()) Atomics.wait(nothing, 0, 0, 5);
}

const hasExited = (pid: number) => /^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));

it.skipIf(process.platform !== "linux")("keeps what a program prints while this process is too busy to read it", async () => {
  const folder = temporaryFolder("busy");
  const [pidFile, go] = [join(folder, "pid"), join(folder, "go")];
  const prepared = {
    program: "sh",
    args: ["-c", `echo $$ > ${pidFile}.new; mv ${pidFile}.new ${pidFile}; until [ -e ${go} ]; do sleep 0.01; done; echo out`],
    cwd: folder,
    stdin: undefined,
    env: { PATH: process.env.PATH ?? "/usr/bin:/bin" },
    params: {},
    summary: undefined,
  };
  const outcome = runProgramAsync(prepared, { timeoutMs: 3_600_000, signal: new AbortController().signal });
  expect(await eventually(() => existsSync(pidFile))).toBe(true);
  const pid = Number(readFileSync(pidFile, "utf8"));
  // Another program ends. While its output is read, the first one prints and ends too, which is seen before its output
  // is: exits of processes are all taken at once, and after the output that is known to be there.
  const other = spawn("echo");
  other.stdout.once("data", () => {
    writeFileSync(go, "");
    block(() => hasExited(pid));
  });
  const late = performance.now() + escapedMs + 100;
  other.once("exit", () => block(() => performance.now() > late));
  block(() => hasExited(other.pid ?? 0));
  await once(other, "close");
  expect(await outcome).toMatchObject({ kind: "exited", code: 0, stdout: Buffer.from("out\n") });
});
