import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { lookMs, watchFile } from "../../../src/server/watch-file.js";
import { patience } from "../../kit/eventually.js";
import { temporaryFolder } from "../../kit/temporary-folder.js";

const watched = (path: string) => {
  const onChange = vi.fn();
  onTestFinished(watchFile(path, onChange, 20));
  return async (change: () => void) => {
    onChange.mockClear();
    change();
    await vi.waitFor(() => expect(onChange).toHaveBeenCalled(), { ...patience, interval: 10 });
  };
};

it("notices a file in folders that are made one after the other, and its removal", async () => {
  const path = join(temporaryFolder(), "a", "b", "settings.json");
  const changed = watched(path);
  mkdirSync(dirname(dirname(path)));
  mkdirSync(dirname(path));
  await changed(() => writeFileSync(path, "1"));
  await changed(() => writeFileSync(path, "2"));
  writeFileSync(`${path}.new`, "3");
  await changed(() => renameSync(`${path}.new`, path));
  await changed(() => rmSync(path));
});

it("notices changes of the file that a link leads to, and of the link", async () => {
  const [folder, other] = [temporaryFolder(), temporaryFolder()];
  const path = join(folder, "settings.json");
  writeFileSync(join(other, "1"), "1");
  writeFileSync(join(other, "2"), "2");
  symlinkSync(join(other, "1"), path);
  const changed = watched(path);
  await changed(() => writeFileSync(join(other, "1"), "changed"));
  symlinkSync(join(other, "2"), `${path}.new`);
  await changed(() => renameSync(`${path}.new`, path));
  await changed(() => rmSync(join(other, "2")));
});

it("notices that a folder above the file is renamed away, and another one comes", async () => {
  const folder = temporaryFolder();
  const path = join(folder, "config", "toolgen", "settings.json");
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, "1");
  const changed = watched(path);
  await changed(() => renameSync(join(folder, "config"), join(folder, "old")));
  await changed(() => renameSync(join(folder, "old"), join(folder, "config")));
  await changed(() => writeFileSync(path, "changed"));
});

it("notices a file that is made in the same moment", async () => {
  const path = join(temporaryFolder(), "settings.json");
  await watched(path)(() => writeFileSync(path, "1"));
});

it("looks once a second", () => {
  expect(lookMs).toBe(1000);
});
