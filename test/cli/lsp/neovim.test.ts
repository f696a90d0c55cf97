import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { missing } from "../../kit/needs.js";
import { projectOf } from "../../kit/project.js";
import { temporaryFolder } from "../../kit/temporary-folder.js";
import { program } from "../../kit/toolgen.js";

const spec = `name: say
description: Says a text.
kind: rd
schema: { properties: { text: { type: string } }, required: [text] }
command: [echo, "{{text}}"]
`;

it.skipIf(missing("nvim"))("serves Neovim's own client: diagnostics of unsaved text, completion, hover and rename", () => {
  const folder = projectOf({ "toolgen.yaml": "version: 1\n", "tools.d/say.yaml": spec });
  const home = temporaryFolder("home");
  const env = { PATH: process.env.PATH, HOME: home, XDG_STATE_HOME: join(home, "state"), NODE: process.execPath, TOOLGEN: program };
  const script = fileURLToPath(new URL("neovim.lua", import.meta.url));
  const args = ["--headless", "-u", "NONE", "-i", "NONE", "-n", "-c", `luafile ${script}`];
  const { status, stdout, stderr } = spawnSync("nvim", args, { cwd: folder, env, encoding: "utf8" });
  expect(status, stderr).toBe(0);
  expect(JSON.parse(stdout)).toEqual({
    reported: expect.stringContaining("Unknown kind 'rd'"),
    completions: expect.arrayContaining(["read", "execute"]),
    corrected: true,
    hover: expect.stringContaining("The category that clients decide permissions by"),
    text: spec
      .replaceAll("text: {", "words: {")
      .replace("[text]", "[words]")
      .replace("{{text}}", "{{words}}")
      .replace("kind: rd", "kind: read")
      .trimEnd()
      .split("\n"),
    stopped: true,
  });
});
