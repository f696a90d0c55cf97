import { expect, it } from "vitest";
import { qwen } from "./programs.js";
import { called, expectPolicy, textsIn, world } from "./world.js";

const others = { ".qwen/settings.json": '{\n    // mine\n    "ui": { "hideTips": true },\n    "$version": 4\n}' };

it.runIf(qwen.isInstalled)("lets Qwen Code run what is allowed, in a subfolder too, and forget it after uninstall", async () => {
  const here = world(others);
  here.toolgen("install", "qwen", "--user", "--yes");
  expectPolicy(await called(qwen, here, here.below), here.below);
  here.toolgen("uninstall", "qwen", "--user", "--yes");
  expect(textsIn(here, others)).toEqual(others);
});

it.runIf(qwen.isInstalled)("makes Qwen Code wait for an approval before it loads a project's server", async () => {
  const here = world();
  here.toolgen("install", "qwen", "--yes");
  const { answerOf, output } = await called(qwen, here, here.project, { tools: ["reads"] });
  expect(answerOf("reads"), output).toContain("awaiting approval");
});
