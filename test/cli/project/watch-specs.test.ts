import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import { watchSpecs } from "../../../src/cli/project/watch-specs.js";
import { recordingHost, replaceMarks } from "../../../src/compiler/build-stamp.js";
import { load } from "../../../src/compiler/source.js";
import { nodeHost } from "../../../src/contract/node-host.js";
import { eventually } from "../../kit/eventually.js";
import { projectOf, sayTool } from "../../kit/project.js";
import { temporaryFolder } from "../../kit/temporary-folder.js";
import { program, uncoloured } from "../../kit/toolgen.js";

const globs = ["tools.d/**/*.yaml", "more/*.yaml"];

/** Reads the specs as a compiler does, again after each change. `texts` is what it read last. */
async function follow(root: string) {
  const host = nodeHost(root);
  const read = new Map<string, string>();
  const state = { texts: "", gone: false, problems: [] as string[] };
  const compile = async () => {
    const recorded = recordingHost(host);
    const [files] = await load(recorded.host, globs, { mayBeEmpty: true });
    replaceMarks(read, recorded.marks);
    state.texts = JSON.stringify(files.map(({ path, text }) => [path, text]));
  };
  await compile();
  const stop = watchSpecs({ root, host, read, compile, report: (line) => state.problems.push(line), onGone: () => (state.gone = true) });
  const onDisk = async () => JSON.stringify((await load(host, globs, { mayBeEmpty: true }))[0].map(({ path, text }) => [path, text]));
  return { state, stop, onDisk };
}

type Step = (root: string) => void;

function put(path: string, text: string): Step {
  return (root) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
}

const name = fc.constantFrom("tools.d/a.yaml", "tools.d/b.yaml", "tools.d/deep/c.yaml", "tools.d/deep/down/d.yaml", "more/e.yaml");
const folder = fc.constantFrom("tools.d", "tools.d/deep", "more", "elsewhere");
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.tuple(name, fc.string()).map(([path, text]) => put(path, text)),
  // As editors do: a file beside it, renamed.
  fc.tuple(name, fc.string()).map(
    ([path, text]): Step =>
      (root) => {
        put(`${path}~`, text)(root);
        renameSync(join(root, `${path}~`), join(root, path));
      },
  ),
  name.map(
    (path): Step =>
      (root) =>
        rmSync(join(root, path), { force: true }),
  ),
  folder.map(
    (path): Step =>
      (root) =>
        rmSync(join(root, path), { recursive: true, force: true }),
  ),
  fc.tuple(folder, folder).map(
    ([from, to]): Step =>
      (root) => {
        try {
          renameSync(join(root, from), join(root, to));
        } catch {
          // One is missing, inside the other, or not empty.
        }
      },
  ),
  folder.map(
    (path): Step =>
      (root) => {
        put(`linked/${path.length}.yaml`, path)(root);
        rmSync(join(root, "more"), { recursive: true, force: true });
        symlinkSync("linked", join(root, "more"));
      },
  ),
);

it("reads the specs again after any change of files, folders and links", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 3 }), async (rounds) => {
      const root = projectOf({ "tools.d/a.yaml": "a", "tools.d/deep/c.yaml": "c" });
      const { state, stop, onDisk } = await follow(root);
      for (const round of rounds) {
        for (const act of round) act(root);
        const now = await onDisk();
        await eventually(() => state.texts === now);
        expect(state.texts).toBe(now);
      }
      await stop();
      expect(state).toMatchObject({ gone: false, problems: [] });
    }),
    { numRuns: 15 },
  );
});

it("compiles once for a change that a failed compilation hasn't read", async () => {
  const root = projectOf({ "tools.d/a.yaml": "a" });
  const host = nodeHost(root);
  let compilations = 0;
  const read = new Map([["tools.d/a.yaml", "stale"]]);
  const stop = watchSpecs({ root, host, read, compile: async () => void compilations++, report: () => {} });
  await eventually(() => compilations > 0);
  await new Promise((resolve) => setTimeout(resolve, 2500));
  await stop();
  expect(compilations).toBe(1);
});

/** `toolgen build --watch`, which has finished its first build. */
async function watching(cwd: string, command: readonly string[] = [process.execPath]) {
  const [file = "", ...args] = [...command, program, "build", "--watch"];
  const child = spawn(file, args, { cwd, env: uncoloured() });
  const output = { text: "" };
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (output.text += chunk.toString()));
  await eventually(() => output.text.includes("Watching") || child.exitCode !== null);
  expect(output.text).toContain("Watching");
  return { child, output };
}

const ended = (child: ChildProcess) =>
  child.exitCode === null ? new Promise<number | null>((resolve) => child.once("exit", resolve)) : Promise.resolve(child.exitCode);

const watchesOf = (pid: number) =>
  readdirSync(`/proc/${pid}/fdinfo`)
    .flatMap((fd) => readFileSync(`/proc/${pid}/fdinfo/${fd}`, "utf8").split("\n"))
    .filter((line) => line.startsWith("inotify")).length;

it.skipIf(process.platform !== "linux")("watches only folders of the project that a build reads, whatever else is there", async () => {
  const others = Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`src/${i}/deep/file.json`, "{}"]));
  const root = projectOf({ "toolgen.yaml": "version: 1\n", "tools.d/say.yaml": sayTool, ...others });
  symlinkSync(".", join(root, "loop"));
  symlinkSync(temporaryFolder("outside"), join(root, "outside.d"));
  const { child, output } = await watching(root);
  // The project's folder and tools.d.
  expect(watchesOf(child.pid ?? 0)).toBeLessThanOrEqual(2);
  writeFileSync(join(root, "src/0/deep/file.json"), "[]");
  writeFileSync(join(root, "tools.d/say.yaml"), sayTool.replace("name: say", "name: tell"));
  await eventually(() => output.text.includes("tell"));
  expect(output.text).toContain("tell");
  child.kill("SIGTERM");
  expect(await ended(child)).toBe(0);
});

it("ends with a sentence when the project is removed", async () => {
  const root = projectOf({ "tools.d/say.yaml": sayTool });
  const { child, output } = await watching(root);
  rmSync(root, { recursive: true });
  expect(await ended(child)).toBe(2);
  expect(output.text).toContain(`The project's folder is gone: ${root}`);
  expect(output.text).not.toContain("node:internal");
});

/** A user namespace in which a process may have few watches. */
const few = ["unshare", "-Ur", "sh", "-c", 'echo 1 > /proc/sys/user/max_inotify_watches && exec "$@"', "sh", process.execPath];
const canLimit = (() => {
  try {
    execFileSync(few[0] ?? "", [...few.slice(1), "-e", "0"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
})();

it.skipIf(!canLimit)("names the limit of watches once, and still notices changes", async () => {
  const root = projectOf({
    "tools.d/say.yaml": sayTool,
    "tools.d/a/b.yaml": sayTool.replace("name: say", "name: other").replace("[speak]", "[]"),
  });
  const { child, output } = await watching(root, few);
  expect(output.text.match(/fs\.inotify\.max_user_watches/g)).toHaveLength(1);
  writeFileSync(join(root, "tools.d/a/b.yaml"), sayTool.replace("name: say", "name: tell").replace("[speak]", "[]"));
  await eventually(() => output.text.includes("tell"));
  expect(output.text).toContain("tell");
  child.kill("SIGTERM");
  expect(await ended(child)).toBe(0);
});
