import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { projectOf, sayTool } from "../kit/project.js";
import { sampled } from "../kit/repeat.js";
import { toolgen } from "../kit/toolgen.js";
import { toolgenProcess } from "../kit/toolgen-process.js";

/** Specs that take longer to compile than the limit, on any machine. */
const many = Array.from({ length: 150 }, (_, i) => sayTool.replace("name: say", `name: say${i}`).replace("[speak]", "[]")).join("---\n");

const commands = [["build"], ["build", "--check"], ["check"], ["doctor"]];

it.each(sampled(commands, { usual: 2 }))("ends %s %s at its time limit, with words, and writes nothing", (...args) => {
  const folder = projectOf({ "tools.d/say.yaml": many });
  const { status, stderr } = toolgenProcess(folder, ["--limit", "time=50ms", ...args]);
  // Another thread ends the process by SIGKILL: its own is busy.
  expect(status).toBeNull();
  expect(stderr).toContain("ended after 0.05 s, the time limit for compiling a project. Nothing was written.");
  expect(stderr).toContain("--limit time=20m");
  expect(existsSync(join(folder, "generated"))).toBe(false);
});

it("leaves what was built as it was, and nothing that stops the next build", () => {
  const folder = projectOf({ "tools.d/say.yaml": sayTool });
  expect(toolgen(folder, ["build"]).status).toBe(0);
  writeFileSync(join(folder, "tools.d/say.yaml"), many);
  const manifest = join(folder, "generated/.toolgen-manifest.json");
  const before = readFileSync(manifest, "utf8");
  expect(toolgenProcess(folder, ["build", "--limit", "time=50ms"]).status).toBeNull();
  expect(readFileSync(manifest, "utf8")).toBe(before);
  writeFileSync(join(folder, "tools.d/say.yaml"), sayTool.replace("out loud", "aloud"));
  expect(toolgen(folder, ["build", "--limit", "time=10m"])).toMatchObject({ status: 0 });
  expect(toolgen(folder, ["build", "--check"])).toMatchObject({ status: 0 });
});
