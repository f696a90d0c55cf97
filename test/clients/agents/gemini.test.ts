import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { edit, gemini } from "./programs.js";
import { called, expectPolicy, textsIn, world } from "./world.js";

const others = {
  ".gemini/settings.json":
    '{\n  // mine\n  "general": { "enableAutoUpdate": false },\n  "security": { "auth": { "selectedType": "gemini-api-key" } }\n}\n',
};
const ofTheProject = '{\n\t"ui": { "hideTips": true } // ours\n}';

it("lets Gemini CLI run what is allowed by the user's settings, refuse what it would ask about, and forget it after uninstall", async () => {
  const here = world(others);
  here.toolgen("install", "gemini", "--user", "--yes");
  const program = { ...gemini, prefix: "mcp_toolgen_" };
  expectPolicy(await called(program, here, here.below), here.below);
  here.toolgen("uninstall", "gemini", "--user", "--yes");
  expect(textsIn(here, others)).toEqual(others);
  expect(existsSync(join(here.home, ".gemini/policies"))).toBe(false);
});

/** `npm test` runs this file against the real program, and `npm run test:clients` those of the other clients. */
it("lets Gemini CLI run what is allowed, not see the rest, and forget it after uninstall", async () => {
  const here = world(others);
  const file = join(here.project, ".gemini/settings.json");
  edit(file, () => ofTheProject);
  here.toolgen("install", "gemini", "--yes");
  const { declared, answerOf, output } = await called(gemini, here, here.project);
  expect(declared, output).toEqual(["changes", "reads"]);
  for (const name of ["reads", "changes"]) expect(answerOf(name), output).toContain(`hello in ${here.project}`);
  for (const name of ["asked", "banned"]) expect(answerOf(name), output).not.toContain("hello in");
  here.toolgen("uninstall", "gemini", "--yes");
  edit(file, (text) => {
    expect(text).toBe(ofTheProject);
    return text;
  });
  expect(textsIn(here, others)).toEqual(others);
  expect(existsSync(join(here.home, ".gemini/policies"))).toBe(false);
});
