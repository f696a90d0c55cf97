import { expect, it } from "vitest";
import { cline } from "./programs.js";
import { called, textsIn, world } from "./world.js";

const others = {
  ".cline/data/settings/cline_mcp_settings.json": '{\n  "mcpServers": { "git": { "command": "git-mcp", "disabled": true } }\n}\n',
};

it.runIf(cline.isInstalled)("lets Cline CLI run what is allowed: the server refuses the rest, because Cline never asks", async () => {
  const here = world(others);
  here.toolgen("install", "cline", "--user", "--yes");
  const { answerOf, output } = await called(cline, here, here.below);
  for (const name of ["reads", "changes"]) expect(answerOf(name), output).toContain(`hello in ${here.below}`);
  expect(answerOf("asked"), output).toContain("can't ask its user through the server");
  expect(answerOf("banned"), output).toContain("denied by toolgen.yaml");
  here.toolgen("uninstall", "cline", "--user", "--yes");
  expect(textsIn(here, others)).toEqual(others);
});
