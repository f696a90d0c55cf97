import { spawnSync } from "node:child_process";
import { readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildSync } from "esbuild";
import { beforeAll, expect, it } from "vitest";
import { repeat } from "../../../kit/repeat.js";
import { temporaryFolder } from "../../../kit/temporary-folder.js";
import { leftProcesses, newMarker } from "../marked-processes.js";

/** A file system of its own, which is gone with the process, can be mounted in a namespace: on Linux, where that is allowed. */
const inNamespace = (...command: readonly string[]) => ["unshare", "-rm", ...command] as const;
const run = ([program, ...args]: ReturnType<typeof inNamespace>, env: NodeJS.ProcessEnv) =>
  spawnSync(program, args, { env, encoding: "utf8" });
const canMount = run(inNamespace("mount", "-t", "tmpfs", "tmpfs", tmpdir()), process.env).status === 0;

const bundle = join(temporaryFolder(), "start.mjs");

beforeAll(() => {
  // A program that starts a background tool with its state on the disk at its first argument, and prints the result.
  const contents = `
    import { backgroundTool } from "./test/call/process/background/tasks.js";
    const [folder, script, stop] = process.argv.slice(2);
    const tool = backgroundTool(script, { folder });
    const { exitCode, stderr } = await tool.start();
    if (stop === "stop") await tool.stop();
    console.log(JSON.stringify({ exitCode, stderr }));`;
  buildSync({
    stdin: { contents, resolveDir: process.cwd(), loader: "ts" },
    bundle: true,
    platform: "node",
    format: "esm",
    outfile: bundle,
    banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
  });
});

/** Starts a program on a small disk, and again after there is room. `ran` is true if the first program was executed. */
function startOn(options: string, { fill }: { readonly fill: string }) {
  const folder = temporaryFolder();
  const marker = newMarker();
  const disk = `${folder}/disk`;
  const tool = `: > ${folder}/ran; while :; do sleep 1; done # ${marker}`;
  const script = `set -e
    mkdir "$disk"
    mount -t tmpfs -o "$options" tmpfs "$disk"
    ${fill}
    "$node" "$bundle" "$disk" "$tool"
    mv "$folder/ran" "$folder/ran-at-first" 2>/dev/null || :
    mount -o remount,size=1m,nr_inodes=100 "$disk"
    rm -f "$disk/filling"
    "$node" "$bundle" "$disk" "$tool" stop
    find "$disk" -name '*.lock' -o -name state.new`;
  const env = { PATH: process.env.PATH, node: process.execPath, bundle, disk, folder, options, tool };
  const { stdout, stderr, status } = run(inNamespace("sh", "-c", script), env);
  expect([status, stderr], options).toEqual([0, ""]);
  const [first = "", second = "", ...left] = stdout.trimEnd().split("\n");
  const ran = readdirSync(folder).includes("ran-at-first");
  rmSync(folder, { recursive: true });
  return { first: JSON.parse(first) as { exitCode: number; stderr: string }, second: JSON.parse(second), left, ran, marker };
}

it.skipIf(!canMount)("says whether the program was started if its state can't be stored", async () => {
  const said = { started: 0, nothing: 0, running: 0 };
  const every = repeat({ usual: 2, soak: 1 });
  const disks = [
    ...Array.from({ length: 12 }, (_, i) => ({ options: `nr_inodes=${i + 2}`, fill: "" })).filter((_, i) => i % every === 0),
    // No room for a byte, but for files without any.
    { options: "size=4k", fill: 'printf x > "$disk/filling"' },
    { options: "size=8k", fill: 'printf x > "$disk/filling"' },
  ];
  for (const { options, fill } of disks) {
    const { first, second, left, ran, marker } = startOn(options, { fill });
    if (first.exitCode === 0) said.running++;
    else if (first.stderr.includes("Nothing was run")) {
      said.nothing++;
      expect(ran, `${options} ${first.stderr}`).toBe(false);
    } else {
      said.started++;
      expect(first.stderr, options).toMatch(
        /The state of background programs can't be stored: ENOSPC.*a_tool had been started, and was ended at once\. What it did until then is unknown\./,
      );
    }
    // Neither leaves anything that keeps the tool from starting later.
    expect([second.exitCode, left], options).toEqual([0, []]);
    expect(await leftProcesses(marker), options).toEqual([]);
  }
  expect(said.started, JSON.stringify(said)).toBeGreaterThan(1);
  expect(said.nothing, JSON.stringify(said)).toBeGreaterThan(1);
  expect(said.running, JSON.stringify(said)).toBeGreaterThan(0);
});
