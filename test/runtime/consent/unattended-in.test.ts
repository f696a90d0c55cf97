import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { unattendedIn } from "../../../src/runtime/consent/unattended-in.js";
import { freshFolder, removeFolders } from "../../tools.d/repository.js";

afterAll(removeFolders);

it.each([
  [undefined, undefined, undefined],
  ["allow", undefined, "allow"],
  [undefined, "allow", "allow"],
  ["allow", "deny", "deny"],
  ["deny", "allow", "deny"],
  [undefined, "perhaps", "deny"],
] as const)("takes the stricter of what the project (%s) and the user (%s) say: %s", (project, user, said) => {
  const XDG_CONFIG_HOME = freshFolder();
  mkdirSync(join(XDG_CONFIG_HOME, "toolgen"));
  if (user !== undefined) writeFileSync(join(XDG_CONFIG_HOME, "toolgen/settings.json"), JSON.stringify({ confirm: { unattended: user } }));
  const tool = { name: "push", ...(project && { consent: { unattended: project } }) };
  expect(unattendedIn(tool, { XDG_CONFIG_HOME })).toBe(said);
});
