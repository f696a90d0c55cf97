import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { opencode } from "./programs.js";
import { called, expectPolicy, textsIn, world } from "./world.js";

const others = { ".config/opencode/opencode.json": '// mine\n{\n  "permission": { "bash": "ask" }, // keep\n}\n' };

it.runIf(opencode.isInstalled)(
  "lets opencode run what is allowed, refuse what it would ask about, and not see what is denied, from a subfolder too",
  async () => {
    const here = world();
    here.toolgen("install", "opencode", "--yes");
    for (const folder of [here.project, here.below]) expectPolicy(await called(opencode, here, folder), here.project);
  },
);

it.runIf(opencode.isInstalled)("lets opencode do so by the user's settings, and forget it after uninstall", async () => {
  const here = world(others);
  here.toolgen("install", "opencode", "--user", "--yes");
  expectPolicy(await called(opencode, here, here.below), here.below);
  here.toolgen("uninstall", "opencode", "--user", "--yes");
  expect(textsIn(here, others)).toEqual(others);
});

it.runIf(opencode.isInstalled)("lets opencode ask about a tool that a later build adds, though its own default is to allow", async () => {
  const here = world();
  here.toolgen("install", "opencode", "--yes");
  const spec = readFileSync(join(here.project, "tools.d/changes.yaml"), "utf8");
  writeFileSync(join(here.project, "tools.d/later.yaml"), spec.replace("name: changes", "name: later"));
  here.toolgen("build");
  const { declared, answerOf, output } = await called(opencode, here, here.project, { tools: ["later"] });
  expect(declared, output).toContain("later");
  expect(answerOf("later"), output).not.toContain("hello in");
  expect(output).toContain("permission requested: toolgen_later");
});
