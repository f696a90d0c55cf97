import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { LanguageModel } from "ai";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { modelOf } from "../../agent/loop/model.js";
import { remove } from "../../agent/tool/specs.js";
import { builtProject } from "../../kit/project.js";

type Work = (model: LanguageModel, prompt: string, confirm: (...about: readonly unknown[]) => Promise<boolean>) => Promise<string>;

const root = fileURLToPath(new URL("../../..", import.meta.url));
const launched = process.cwd();
let work: Work;

/** The program in docs/agent.md, in a project that has this package installed. */
beforeAll(async () => {
  const folder = builtProject({ "tools.d/remove.yaml": remove, "a.txt": "", "b.txt": "" });
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(root, join(folder, "node_modules", "toolgen"));
  const [, program] = /```js\n(import .*?)```/s.exec(readFileSync(join(root, "docs/agent.md"), "utf8")) ?? [];
  if (program === undefined) throw new Error("docs/agent.md has no program");
  writeFileSync(join(folder, "work.mjs"), program);
  process.chdir(folder);
  ({ work } = await import(pathToFileURL(join(folder, "work.mjs")).href));
});
afterAll(() => {
  process.chdir(launched);
});

it("asks before a tool runs that must be confirmed, and returns the model's last answer", async () => {
  const printed = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  const { model, results } = modelOf(
    {
      calls: [
        ["remove_file", { file: "a.txt" }],
        ["remove_file", { file: "b.txt" }],
      ],
    },
    { text: "One is gone." },
  );
  const confirm = vi.fn(async (_title: unknown, _name: unknown, args: unknown) => (args as { readonly file: string }).file === "b.txt");
  expect(await work(model, "Tidy up.", confirm)).toBe("One is gone.");
  const [first] = confirm.mock.calls;
  expect(first).toEqual([expect.any(String), "remove_file", { file: "a.txt" }, "dangerous"]);
  expect(confirm).toHaveBeenCalledTimes(2);
  expect(Object.values(results())).toEqual(["Tool execution denied by user.", expect.not.stringContaining("denied")]);
  expect(printed).toHaveBeenCalledWith("One is gone.");
  printed.mockRestore();
});
