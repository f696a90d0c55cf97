import { mkdirSync, readdirSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { removeTemporaryFolders, temporaryFolder } from "./temporary-folder.js";

it("removes the folders of a file of tests, and reports what toolgen left beside them", () => {
  const folder = temporaryFolder("folder");
  const make = (...names: readonly string[]) => {
    for (const name of names) mkdirSync(join(folder, name, "deep"), { recursive: true });
  };
  const running = [1, 2, 3, 4].map((thread) => `toolgen-handlers-a1B2c${thread}`);
  make("test-project-a1B2c3", "toolgen-preview-a1B2c3", `toolgen-${userInfo().uid}`, ...running);
  writeFileSync(join(folder, "log.txt"), "");
  expect(removeTemporaryFolders(folder)).toEqual(["toolgen-preview-a1B2c3"]);
  expect(readdirSync(folder)).toEqual(running);
  make("toolgen-handlers-a1B2c5");
  expect(removeTemporaryFolders(folder)).toEqual([...running, "toolgen-handlers-a1B2c5"]);
});

it("makes each folder below the folder of this run", () => {
  const [one, other] = [temporaryFolder("same"), temporaryFolder("same")];
  expect(one).not.toBe(other);
  expect(dirname(dirname(one))).toBe(realpathSync(tmpdir()));
  expect(dirname(tmpdir())).toBe(process.env.TOOLGEN_TEST_FOLDER);
});
