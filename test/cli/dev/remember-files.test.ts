import { rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { rememberFiles } from "../../../src/cli/dev/live-compiler.js";
import { nodeHost } from "../../../src/contract/node-host.js";
import { temporaryFolder } from "../../kit/temporary-folder.js";

/** Reads a file in one compilation after another. Says how often it was read from the disk. */
function reader() {
  const folder = temporaryFolder("files");
  const host = nodeHost(folder);
  let reads = 0;
  const counting = {
    ...host,
    read: (path: string) => {
      reads += 1;
      return host.read(path);
    },
  };
  const hostNow = rememberFiles(counting);
  const text = async (path: string) => {
    const bytes = await hostNow().read(path);
    return bytes === undefined ? undefined : new TextDecoder().decode(bytes);
  };
  return { folder, text, hostNow, reads: () => reads };
}

/** A change within a tick of the file system's clock doesn't show, so such a file is read again. */
const settle = () => new Promise((resolve) => setTimeout(resolve, 60));

it("reads a file again only if it has changed, also if its size and its time are the same", async () => {
  const { folder, text, reads } = reader();
  const file = join(folder, "a.yaml");
  writeFileSync(file, "one");
  await settle();
  for (let i = 0; i < 3; i++) expect(await text("a.yaml")).toBe("one");
  expect(reads()).toBe(1);
  writeFileSync(file, "two");
  utimesSync(file, 0, 0);
  expect(await text("a.yaml")).toBe("two");
  await settle();
  rmSync(file);
  expect(await text("a.yaml")).toBeUndefined();
  writeFileSync(file, "new");
  expect(await text("a.yaml")).toBe("new");
});

it("reads a file that has just changed again, because a second change might not show", async () => {
  const { folder, text, reads } = reader();
  writeFileSync(join(folder, "a.yaml"), "one");
  await text("a.yaml");
  await text("a.yaml");
  expect(reads()).toBe(2);
});

it("refuses a file that became a link out of the project", async () => {
  const { folder, text } = reader();
  const [file, outside] = [join(folder, "a.yaml"), join(temporaryFolder("outside"), "b.yaml")];
  writeFileSync(file, "one");
  writeFileSync(outside, "one");
  await settle();
  expect(await text("a.yaml")).toBe("one");
  rmSync(file);
  symlinkSync(outside, file);
  await expect(text("a.yaml")).rejects.toThrow("outside");
});
