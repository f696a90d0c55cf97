import { appendFileSync, existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { git } from "../../kit/git.js";
import { repeat } from "../../kit/repeat.js";
import { temporaryFolder } from "../../kit/temporary-folder.js";
import { type CacheServer, runTurbo, startCacheServer, writeMonorepo } from "./monorepo.js";

const few = 5;
/** In the usual run as many, so that the other tests begin with what the first has stored. */
const many = repeat({ usual: few, soak: 30, long: 200 });
let cache: CacheServer;

beforeAll(async () => {
  cache = await startCacheServer();
});
afterAll(() => cache.close());

/** The monorepo as another machine checks it out: a folder of another name, without outputs and caches. */
function checkout(packages: number, change: (root: string) => void = () => undefined): string {
  const root = temporaryFolder();
  writeMonorepo(root, packages);
  change(root);
  git(root, "init", "--quiet");
  git(root, "add", "--all");
  return root;
}

// The lockfile of this folder has Turborepo for Linux alone.
const onLinux = it.skipIf(process.platform !== "linux");

onLinux("gives an empty checkout all outputs from a shared cache, and they are those of a build", async () => {
  const first = await runTurbo(checkout(many), ["build"], cache);
  expect(first.output).toMatch(new RegExp(`Cached: +0 cached, ${many} total`));
  expect([first.status, cache.stored.size, cache.returned.size]).toEqual([0, many, 0]);

  const clone = checkout(many);
  const second = await runTurbo(clone, ["build"], cache);
  expect(second.output).toMatch(new RegExp(`Cached: +${many} cached, ${many} total`));
  expect([second.status, cache.returned.size]).toEqual([0, many]);
  // Nothing was built there: the outputs are the cache's, with names that begin with a dot and rights to execute.
  const output = join(clone, "packages/tools-0");
  expect(existsSync(join(output, ".toolgen"))).toBe(false);
  expect(existsSync(join(output, "generated/.toolgen-manifest.json"))).toBe(true);
  expect(statSync(join(output, "generated/bin/call")).mode & 0o111).toBe(0o111);

  const checked = await runTurbo(clone, ["check"], cache);
  expect(checked.output).toMatch(new RegExp(`Tasks: +${2 * many} successful`));
  expect(checked.status).toBe(0);
});

onLinux("builds only the package whose spec changed, and then finds that too", async () => {
  await runTurbo(checkout(few), ["build"], cache);
  const change = (root: string) => appendFileSync(join(root, "packages/tools-3/tools.d/count.ts"), "// changed\n");
  const changed = await runTurbo(checkout(few, change), ["build"], cache);
  expect(changed.output).toMatch(new RegExp(`Cached: +${few - 1} cached, ${few} total`));
  const again = await runTurbo(checkout(few, change), ["build", "check"], cache);
  expect(again.output).toMatch(new RegExp(`Cached: +${few} cached, ${2 * few} total`));
  expect(again.status, again.output).toBe(0);
});

onLinux("reports a cached output that is not that of the specs", async () => {
  await runTurbo(checkout(few), ["build"], cache);
  const clone = checkout(few);
  await runTurbo(clone, ["build"], cache);
  appendFileSync(join(clone, "packages/tools-1/generated/tools/count-1.ts"), "// by hand\n");
  // As a task of its own: a build would come first, and write the file again.
  const { status, output } = await runTurbo(clone, ["check", "--only"], cache);
  expect([status === 0, output.includes("count-1.ts")]).toEqual([false, true]);
});
