import { cpSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, it } from "vitest";
import { projectOf } from "../../kit/project.js";
import { temporaryFolder } from "../../kit/temporary-folder.js";
import { toolgen } from "../../kit/toolgen.js";

const files = {
  "toolgen.yaml": "version: 1\nserver: box\nrisk: { push: { when: { to: main }, decision: deny } }\n",
  "tools.d/push.yaml": `name: push
description: Push.
kind: edit
risk: safe
schema: { properties: { to: { type: string }, path: { type: string } } }
paths: { path: write }
command: [echo, "{{to}}", "{{path}}"]
`,
};

/** A built project, which is built once and copied. */
let built: string | undefined;
function project(): string {
  if (built === undefined) {
    built = projectOf(files);
    const answer = toolgen(built, ["build"]);
    expect(answer.status, answer.stderr).toBe(0);
  }
  const folder = temporaryFolder();
  cpSync(built, folder, { recursive: true });
  return folder;
}

interface Plugin {
  config(settings: object): Promise<void>;
  "tool.execute.before"(call: { tool: string }, values: { args: unknown }): Promise<void>;
}

/** Loads the plugin as opencode does, which calls each export of the file with a folder and the options. */
async function pluginOf(folder: string, options: object, directory = folder): Promise<Plugin> {
  const exported: Record<string, (input: object, options: object) => Promise<Plugin>> = await import(
    pathToFileURL(join(folder, "generated/bin/opencode-hook.mjs")).href
  );
  const [load, ...others] = Object.values(exported);
  expect(others).toEqual([]);
  if (load === undefined) throw new Error("the file exports nothing");
  return load({ directory }, options);
}

/** The error that a call is answered with; `undefined` if it is sent. */
const refusal = (plugin: Plugin, tool: string, args: unknown) =>
  plugin["tool.execute.before"]({ tool }, { args }).then(
    () => undefined,
    (error: Error) => error.message,
  );

const command = (path: string) => ({ mcp: { box: { type: "local", command: ["node", path] } } });

it("refuses a call that the hook denies, in its words, and is silent about others", async () => {
  const folder = project();
  const plugin = await pluginOf(folder, { prefix: "box_", scope: "project" });
  expect(await refusal(plugin, "box_push", { to: "dev" })).toBeUndefined();
  expect(await refusal(plugin, "box_push", { to: "main" })).toMatch(/denied by toolgen\.yaml: risk\.push.*[^\n]$/s);
  expect(await refusal(plugin, "box_push", { two: "dev" })).toContain("push was not run");
  for (const tool of ["box_unknown", "boxes_push", "push", "bash"]) expect(await refusal(plugin, tool, { to: "main" })).toBeUndefined();
});

it("refuses every call in one line while the program is damaged or gone", async () => {
  const folder = project();
  const plugin = await pluginOf(folder, { prefix: "box_", scope: "project" });
  const hook = join(folder, "generated/bin/hook");
  for (const [text, reason] of [
    ["{", "exit code 1"],
    ["process.exit(2)", "exit code 2"],
    ["process.kill(process.pid, 'SIGTERM'); setInterval(() => {}, 1e6)", "SIGTERM"],
    [undefined, "exit code 1"],
  ] as const) {
    if (text === undefined) rmSync(hook);
    else writeFileSync(hook, text);
    expect(await refusal(plugin, "box_push", {})).toBe(
      `The call was not sent: the hook's program failed (${reason}). Tell the user, who can run 'toolgen doctor'.`,
    );
    expect(await refusal(plugin, "bash", {})).toBeUndefined();
  }
});

it("decides by the user's settings in the folder that opencode was started in, and leaves another project's server to it", async () => {
  const [folder, workspace, other] = [project(), temporaryFolder(), project()];
  const options = { prefix: "box_", scope: "user" };
  const outside = { path: join(folder, "notes.txt") };
  const users = await pluginOf(folder, options, workspace);
  await users.config(command(join(folder, "generated/mcp/server.cjs")));
  expect(await refusal(users, "box_push", outside)).toContain("outside its root");
  expect(await refusal(users, "box_push", { path: "a.txt" })).toBeUndefined();
  const replaced = await pluginOf(folder, options, other);
  await replaced.config(command("generated/mcp/server.cjs"));
  expect(await refusal(replaced, "box_push", { to: "main" })).toBeUndefined();
  // The project's own settings start the same project's server in its root.
  const own = await pluginOf(folder, options);
  await own.config(command("generated/mcp/server.cjs"));
  expect(await refusal(own, "box_push", outside)).toBeUndefined();
  expect(await refusal(own, "box_push", { to: "main" })).toContain("denied by");
});

it("isn't loaded without the names of its server's tools", async () => {
  await expect(pluginOf(project(), {})).rejects.toThrow("run 'toolgen install opencode --hooks' again");
});
