import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { noSandbox } from "../call/process/sandbox/sandboxed.js";
import { compiled } from "../kit/compiled.js";
import { projectOf } from "../kit/project.js";
import { toolgen } from "../kit/toolgen.js";
import { callTool } from "./cases.js";

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
  expect(await said("  - std/write_file: { sandbox: {} }\n")).toEqual([["sandbox-without-folders", 3, 32]]);
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

const named = readdirSync(new URL("../../library/", import.meta.url)).flatMap((file) =>
  file.endsWith(".yaml") ? [file.replace(".yaml", "").replaceAll("-", "_")] : [],
);
const writers = ["delete_file", "move_file", "replace", "save_memory", "write_file"];

it("takes a sandbox that opens the workspace for every tool, and one that opens files for those alone that don't write", async () => {
  const all = (sandbox: string) => compiled(config(named.map((name) => `  - std/${name}: { sandbox: ${sandbox} }\n`).join("")), []);
  expect((await all("{ write: workspace, network: true }")).diagnostics).toEqual([]);
  const { diagnostics } = await all("{ network: true }");
  expect(diagnostics.map(({ code, message }) => [code, /std\/(\w+)/.exec(message)?.[1]])).toEqual(
    writers.map((name) => ["sandbox-without-folders", name]),
  );
  const narrow = await compiled(config("  - std/replace: { sandbox: { write: paths } }\n"), []);
  expect(narrow.diagnostics.map(({ code, line, column }) => [code, line, column])).toEqual([["sandbox-without-folders", 3, 38]]);
});

it.skipIf(noSandbox)("calls, tests and changes files in a sandbox, also before anything was built", () => {
  const folder = projectOf({
    ...config(["read_file", ...writers].map((name) => `  - std/${name}: { sandbox: { write: workspace } }\n`).join("")),
    "a.txt": "one\n",
    "tools.d/count.ts": "export const count = ({ text }: { text: string }) => `${text.length} characters`;\n",
    "tools.d/count.yaml":
      "name: count\ndescription: Count.\nkind: read\nschema: { properties: { text: { type: string } }, required: [text] }\nhandler: ./count.ts#count\nsandbox: {}\nexamples: [{ params: { text: abc }, expect: { equals: 3 characters } }]\n",
  });
  const call = (name: string, params: object) => {
    const { status, stdout, stderr } = toolgen(folder, ["call", name, JSON.stringify(params)]);
    return [status, stdout + stderr];
  };
  expect(call("read_file", { file_path: "a.txt" })).toEqual([0, "one\n"]);
  expect(call("replace", { file_path: "a.txt", old_string: "one", new_string: "two" })).toEqual([0, expect.stringContaining("two")]);
  expect(call("move_file", { source: "a.txt", destination: "new/b.txt" })).toEqual([0, expect.stringContaining("Moved")]);
  expect(readFileSync(join(folder, "new/b.txt"), "utf8")).toBe("two\n");
  expect(call("delete_file", { path: "new/b.txt" })).toEqual([0, expect.stringContaining("Deleted new/b.txt")]);
  expect(toolgen(folder, ["test", "count"])).toMatchObject({ status: 0 });
});
