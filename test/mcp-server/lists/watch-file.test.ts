import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, expect, it, onTestFinished, vi } from "vitest";
import { watchFile } from "../../../src/mcp-server/lists/watch-file.js";
import { patience } from "../../eventually.js";
import { freshFolder, removeFolders } from "../../tools.d/repository.js";

afterAll(removeFolders);

it("notices a file in folders that are made one after the other, and its removal", async () => {
  const path = join(freshFolder(), "a", "b", "settings.json");
  const onChange = vi.fn();
  onTestFinished(watchFile(path, onChange));
  const changed = async (change: () => void) => {
    onChange.mockClear();
    change();
    await vi.waitFor(() => expect(onChange).toHaveBeenCalled(), patience);
  };
  await changed(() => mkdirSync(dirname(dirname(path))));
  await changed(() => mkdirSync(dirname(path)));
  await changed(() => writeFileSync(path, "1"));
  await changed(() => writeFileSync(path, "2"));
  writeFileSync(`${path}.new`, "3");
  await changed(() => renameSync(`${path}.new`, path));
  await changed(() => rmSync(path));
});
