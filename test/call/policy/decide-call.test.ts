import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { decideCall, unattendedBy } from "../../../src/call/decide-risk.js";
import { compiledTool } from "../../kit/compiled.js";
import { temporaryFolder } from "../../kit/temporary-folder.js";

it.each([
  [undefined, undefined, undefined],
  ["allow", undefined, "allow"],
  [undefined, "allow", "allow"],
  ["allow", "deny", "deny"],
  ["deny", "allow", "deny"],
  [undefined, "perhaps", "deny"],
] as const)("takes the stricter of what the project (%s) and the user (%s) say: %s", async (project, user, said) => {
  const XDG_CONFIG_HOME = temporaryFolder();
  mkdirSync(join(XDG_CONFIG_HOME, "toolgen"));
  if (user !== undefined) writeFileSync(join(XDG_CONFIG_HOME, "toolgen/settings.json"), JSON.stringify({ confirm: { unattended: user } }));
  const { tool } = await compiledTool(JSON.stringify({ name: "push", description: "d", kind: "other", schema: {}, command: ["true"] }));
  if (tool?.definition === undefined) throw new Error("no tool");
  const settled = { ...tool.definition, ...(project && { riskSettings: { unattended: project } }) };
  const context = { workspace: XDG_CONFIG_HOME, projectDir: XDG_CONFIG_HOME, env: { XDG_CONFIG_HOME } };
  expect(unattendedBy(decideCall(settled, {}, context))).toBe(said);
});
