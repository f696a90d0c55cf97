import { mkdirSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, it } from "vitest";
import { findLocalCommand } from "../../../src/cli/import/local-command.js";
import { temporaryFolder } from "../../kit/temporary-folder.js";

const main = 'package main\n\nimport (\n\t"flag"\n)\n\nfunc main() { flag.Parse() }\n';

function goProject(): string {
  const root = temporaryFolder();
  mkdirSync(join(root, "cmd/report"), { recursive: true });
  writeFileSync(join(root, "go.mod"), "module example.com/report\n");
  for (const file of ["main.go", "cmd/report/main.go"]) writeFileSync(join(root, file), main);
  return root;
}

const found = async (root: string, words: readonly string[], cwd = root) => {
  const local = await findLocalCommand(words, { cwd, root });
  const folder = "tools.d/report";
  return (
    local && {
      words: local.words,
      name: local.nameWords,
      start: local.start(folder).map(({ text, isBesideSpec }) => `${isBesideSpec ? "@" : ""}${text}`),
      cwd: local.cwd(folder),
    }
  );
};

it("runs Go's packages and files in their module, whose root is above the spec", async () => {
  const root = goProject();
  const cwd = "{{@specDir}}/../..";
  expect(await found(root, ["go", "run", "./cmd/report"])).toEqual({
    words: ["go", "run", join(root, "cmd/report")],
    name: ["report"],
    start: ["go", "run", "./cmd/report"],
    cwd,
  });
  expect(await found(root, ["go", "run", "."])).toEqual({
    words: ["go", "run", root],
    name: [basename(root)],
    start: ["go", "run", "."],
    cwd,
  });
  expect(await found(root, ["go", "run", "main.go", "show"])).toMatchObject({ start: ["go", "run", "@../../main.go", "show"], cwd });
  // The spec runs in the root, wherever the command was typed.
  expect(await found(root, ["go", "run", "./report"], join(root, "cmd"))).toMatchObject({ start: ["go", "run", "./cmd/report"], cwd });
});

it("takes a program on PATH for one, also with words that are no files", async () => {
  expect(await found(goProject(), ["git", "log"])).toBeUndefined();
  expect(await found(goProject(), ["git", "log", "."])).toBeUndefined();
});
