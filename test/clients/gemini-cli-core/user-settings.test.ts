import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder } from "../../kit/temporary-folder.js";
import { toolgen } from "../../kit/toolgen.js";
import { askPolicy, startClient } from "./client.js";
import { makeProject } from "./project.js";

it("doesn't run a call unasked that the user's own settings require confirmation for", async () => {
  const project = makeProject();
  writeFileSync(
    join(project, "tools.d/count_lines.yaml"),
    "name: count_lines\ndescription: Count.\nkind: read\nschema: { properties: {} }\ncommand: [touch, counted]\nrisk: safe\n",
  );
  expect(toolgen(project, ["build"])).toMatchObject({ status: 0 });
  const XDG_CONFIG_HOME = temporaryFolder();
  mkdirSync(join(XDG_CONFIG_HOME, "toolgen"));
  const set = (settings: object) => writeFileSync(join(XDG_CONFIG_HOME, "toolgen/settings.json"), JSON.stringify(settings));

  const { surroundings } = askPolicy(project, { calls: [{ id: "count", tool: "count_lines", args: {} }], alwaysAllowed: [] });
  const decisions = surroundings.map(({ decisions: made }) => made.count);
  expect(decisions, "the client asks by its policy, which doesn't know the user's settings").toContain("allow");
  const client = await startClient(project, { ...process.env, XDG_CONFIG_HOME });
  try {
    await client.discover();
    set({});
    expect(await client.call("count_lines", {})).not.toHaveProperty("error");
    for (const settings of [{ risk: { count_lines: "dangerous" } }, { risk: { "*": { decision: "ask" } } }, { confirm: { safe: "ask" } }]) {
      set(settings);
      const { llmContent } = await client.call("count_lines", {});
      expect(llmContent, JSON.stringify(settings)).toContain("count_lines was not run: this");
      expect(llmContent).toContain("requires confirmation because of the user's settings");
    }
    set({ risk: { count_lines: "dangerous" }, confirm: { unattended: "allow" } });
    expect(await client.call("count_lines", {})).not.toHaveProperty("error");
  } finally {
    client.stop();
  }
});
