import { spawnSync } from "node:child_process";
import { existsSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { builtProject, sayTool } from "../kit/project.js";

const programs = ["bin/call", "bin/discover", "bin/hook", "mcp/server.cjs"];

it.each(programs)("says in %s which Node it needs, before anything else", (path) => {
  const folder = builtProject({ "tools.d/say.yaml": sayTool });
  const preload = join(folder, "preload.cjs");
  // The later functions are missing, too.
  writeFileSync(
    preload,
    'Object.defineProperty(process, "versions", { value: { ...process.versions, node: "18.20.4" } });\nprocess.getBuiltinModule = undefined;\n',
  );
  const run = (...options: readonly string[]) =>
    spawnSync(process.execPath, [...options, join(folder, "generated", path), "say"], { input: '{"text": "a"}', encoding: "utf8" });
  const { status, stdout, stderr } = run("--require", preload);
  expect({ status, stdout, stderr }).toEqual({
    status: 126,
    stdout: "",
    stderr: "toolgen: This program needs Node 20.19 or later, and this is Node 18.20.4.\n",
  });
  expect(run().stderr).not.toContain("needs Node");
});

/** Where it is installed for the tests of clients. */
const node18 = join(fileURLToPath(new URL("../clients/node-versions/node_modules", import.meta.url)), "node-18", "bin", "node");

it.runIf(existsSync(node18))("says so on a real Node 18", () => {
  const folder = builtProject({ "tools.d/say.yaml": sayTool });
  for (const path of programs) {
    const { status, stdout, stderr } = spawnSync(node18, [join(folder, "generated", path), "say"], { input: "{}", encoding: "utf8" });
    expect([status, stdout, stderr], path).toEqual([
      126,
      "",
      expect.stringMatching(/^toolgen: This program needs Node 20\.19 or later, and this is Node 18\.\d+\.\d+\.\n$/),
    ]);
  }
});

it("says in programs that read call.cjs that it is damaged, and refuses the call in the hook", () => {
  const folder = builtProject({ "tools.d/say.yaml": sayTool });
  const file = join(folder, "generated/bin/call.cjs");
  const problem = "generated/bin is incomplete or damaged. Run 'toolgen build' to regenerate it.\n";
  for (const damage of [() => truncateSync(file, 5000), () => rmSync(file)]) {
    damage();
    for (const [path, ...expected] of [
      ["bin/hook", 2, "", `The call was not sent: ${problem}`],
      ["mcp/server.cjs", 70, "", problem.replace("generated/bin", "generated/")],
    ] as const) {
      const args = [join(folder, "generated", path), "claude", "mcp__say__"];
      const { status, stdout, stderr } = spawnSync(process.execPath, args, { input: "{}", encoding: "utf8" });
      expect([status, stdout, stderr], path).toEqual(expected);
    }
  }
});

it("says in the MCP server that its own part is missing", () => {
  const folder = builtProject({ "tools.d/say.yaml": sayTool });
  rmSync(join(folder, "generated/mcp/serve.cjs"));
  const { status, stderr } = spawnSync(process.execPath, [join(folder, "generated/mcp/server.cjs")], { input: "", encoding: "utf8" });
  expect([status, stderr]).toEqual([70, "generated/ is incomplete or damaged. Run 'toolgen build' to regenerate it.\n"]);
});
