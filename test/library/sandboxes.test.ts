import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { projectOf, toolgen } from "../cli/toolgen.js";
import { compiled } from "../compiled.js";
import { noSandbox } from "../runtime/sandbox/sandboxed.js";
import { removeFolders } from "../tools.d/repository.js";
import { callTool } from "./cases.js";

afterAll(removeFolders);

const config = (library: string) => ({ "toolgen.yaml": `version: 1\nlibrary:\n${library}` });

it("puts a tool of the library into the sandbox that the project says", async () => {
  const { model, diagnostics } = await compiled(
    config("  - std/read_file\n  - std/run_shell_command: { sandbox: { write: workspace } }\n"),
  );
  expect(diagnostics).toEqual([]);
  expect(model.tools.map(({ name, definition }) => [name, definition.sandbox])).toEqual([
    ["read_file", undefined],
    ["run_shell_command", expect.objectContaining({ write: "workspace", read: "workspace", network: false })],
  ]);
});

it("reports names, keys and values that are wrong, and a sandbox that the tool can't do its work in", async () => {
  const said = async (library: string) =>
    (await compiled(config(library))).diagnostics.map(({ code, line, column }) => [code, line, column]);
  expect(await said("  - std/raed_file: { sandbox: {} }\n")).toContainEqual(["unknown-library-tool", 3, 5]);
  expect(await said("  - std/read_file: { sandbx: {} }\n")).toContainEqual(["unknown-key", 3, 22]);
  expect(await said("  - std/read_file: { sandbox: { write: everything } }\n")).toContainEqual(["unknown-value", 3, 40]);
  expect((await said("  - std/write_file: { sandbox: {} }\n")).map(([code]) => code)).toEqual(["sandbox-forbids-writing"]);
});

it.skipIf(noSandbox)("holds the command of a model to the workspace, and away from the network", () => {
  const folder = projectOf({ ...config("  - std/run_shell_command: { sandbox: { write: workspace } }\n"), "a.txt": "one\n" });
  expect(toolgen(folder, ["build"])).toMatchObject({ status: 0, stderr: "" });
  const outside = projectOf({ "secret.txt": "hidden\n" });
  const workspace = join(folder, "work");
  mkdirSync(workspace);
  writeFileSync(join(workspace, "in.txt"), "inside\n");
  const command = `cat in.txt; cat ${outside}/secret.txt; echo x > ${outside}/made; echo y > made; ls /sys/class/net 2>/dev/null; true`;
  const { text, error } = callTool(folder, "run_shell_command", { command }, { workspace });
  expect(error ?? text).toContain("inside");
  expect(error ?? text).not.toContain("hidden");
  expect([existsSync(join(outside, "made")), existsSync(join(workspace, "made"))]).toEqual([false, true]);
});
