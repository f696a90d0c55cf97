import { afterAll, expect, it } from "vitest";
import { removeFolders } from "../../tools.d/repository.js";
import { opencode } from "./programs/opencode.js";
import { called, expectPolicy, textsIn, world } from "./world.js";

afterAll(removeFolders);

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
