import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { builtProject, sayTool } from "../kit/project.js";

it.each(["bin/call", "bin/discover", "bin/hook", "mcp/server.cjs"])("says in %s which Node it needs, before anything else", (path) => {
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
