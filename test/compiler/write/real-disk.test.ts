import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildSync } from "esbuild";
import { afterAll, beforeAll, expect, it } from "vitest";

/** A file system of its own, which is gone with the process, can be mounted in a namespace: on Linux, where that is allowed. */
const inNamespace = (...command: readonly string[]) => ["unshare", "-rm", ...command] as const;
const run = ([program, ...args]: ReturnType<typeof inNamespace>, env: NodeJS.ProcessEnv) =>
  spawnSync(program, args, { env, encoding: "utf8" });
const canMount = run(inNamespace("mount", "-t", "tmpfs", "tmpfs", tmpdir()), process.env).status === 0;

const folder = mkdtempSync(join(tmpdir(), "toolgen-disk-"));
afterAll(() => rmSync(folder, { recursive: true }));

beforeAll(() => {
  // A program that builds below its first argument the outputs in its second, and prints what went wrong.
  const contents = `
    import { nodeHost } from "./src/contract/node-host.js";
    import { applyPlan } from "./src/compiler/write-plan.js";
    import { planWrites } from "./src/compiler/write-plan.js";
    const [root, outputs] = process.argv.slice(2);
    const files = Object.entries(JSON.parse(outputs)).map(([path, size]) => ({ path, text: "x".repeat(size), executable: false }));
    const [planned, problems] = await planWrites(nodeHost(root), { output: "generated", files, compiler: "1.0.0" });
    const [, failures] = problems.length > 0 ? [] : await applyPlan(nodeHost(root), planned);
    for (const { code, message } of [...problems, ...(failures ?? [])]) console.log(code + " " + message);`;
  buildSync({
    stdin: { contents, resolveDir: process.cwd(), loader: "ts" },
    bundle: true,
    platform: "node",
    format: "esm",
    outfile: join(folder, "build.mjs"),
  });
});

/** Runs a script with a small disk at `$disk` and `build` for the program; what it prints. */
function onSmallDisk(script: string): readonly string[] {
  const prelude =
    'set -e; mkdir -p "$disk"; mount -t tmpfs -o size=256k tmpfs "$disk"; build() { "$node" "$folder/build.mjs" "$disk" "$1"; }\n';
  const env = { PATH: process.env.PATH, node: process.execPath, folder, disk: join(folder, "disk") };
  const { stdout, stderr, status } = run(inNamespace("sh", "-c", prelude + script), env);
  expect([status, stderr]).toEqual([0, ""]);
  return stdout.trimEnd().split("\n");
}

it.skipIf(!canMount)("keeps every file whole on a disk that is full, and completes the build once there is room", () => {
  const lines = onSmallDisk(`
    build '{"a": 1000, "b": 2000}'
    build '{"a": 1500, "c": 50000, "d": 900000, "e": 10}'
    wc -c < "$disk/generated/b"
    ls -A "$disk/generated" | tr '\\n' ' '; echo
    build '{"a": 1600, "e": 20}'
    wc -c < "$disk/generated/a"
    ls -A "$disk/generated" | tr '\\n' ' '
  `);
  expect(lines.map((line) => line.trim())).toEqual([
    "cannot-write Can't write 'generated/d': no space is left on the disk.",
    "2000",
    ".toolgen-journal.json .toolgen-manifest.json a b c",
    "1600",
    ".toolgen-manifest.json a e",
  ]);
});

it.skipIf(!canMount)("says that a file system is read-only, and needs no writing where nothing changes", () => {
  const lines = onSmallDisk(`
    build '{"a": 1000}'
    mount -o remount,ro "$disk"
    build '{"a": 1000}'
    build '{"a": 1001}'
    wc -c < "$disk/generated/a"
  `);
  expect(lines.map((line) => line.trim())).toEqual(["cannot-write Can't write 'generated/a': the file system is read-only.", "1000"]);
});
