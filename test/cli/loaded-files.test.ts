import { writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, it } from "vitest";
import { projectOf, sayTool } from "../kit/project.js";
import { temporaryFolder } from "../kit/temporary-folder.js";
import { toolgenProcess } from "../kit/toolgen-process.js";

/** Prints, as the last line of standard error, the CommonJS files that a process has loaded. */
const report = `process.on("exit", () => process.stderr.write("\\n" + JSON.stringify(Object.keys(require.cache))));`;

function loadedFiles(...args: readonly string[]): readonly string[] {
  const project = projectOf({ "tools.d/say.yaml": sayTool });
  const reporter = join(temporaryFolder(), "report.cjs");
  writeFileSync(reporter, report);
  const env = { HOME: project, XDG_STATE_HOME: "", NODE_OPTIONS: `--require=${reporter}` };
  const { stderr } = toolgenProcess(project, args, { env });
  const files: readonly string[] = JSON.parse(stderr.split("\n").at(-1) ?? "");
  return files.map((file) => basename(file)).filter((name) => ["base.cjs", "runtime.cjs", "compiler.cjs"].includes(name));
}

it.each([
  ["guard", ["guard", "echo hello"]],
  ["audit", ["audit"]],
])("loads no compiler for %s", (_name, args) => {
  expect(loadedFiles(...args)).toEqual(["base.cjs", "runtime.cjs"]);
});

it("loads the compiler for a build", () => {
  expect(loadedFiles("build")).toEqual(expect.arrayContaining(["base.cjs", "compiler.cjs"]));
});
