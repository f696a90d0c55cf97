import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { readUserSettings } from "../../../src/call/user-settings.js";
import { projectOf } from "../../kit/project.js";
import { toolgen } from "../../kit/toolgen.js";
import { initialize, initialized, startServer } from "../../server/raw-server.js";

const manager = `#!/bin/sh
echo "$*" >> "$HOME/started"
test -e "$HOME/locked" && exit 5
printf '%s\\n' "hunter2-of-$2"
`;
const tool = `name: show
description: Prints what it was given.
kind: read
risk: safe
secrets: { DEPLOY_TOKEN: The token of the deployment. }
command: [sh, -c, 'printf "%s %s" "$1" "$DEPLOY_TOKEN" | tr a-z A-Z; printf " %s" "$DEPLOY_TOKEN"', sh, fixed]
`;

/** A built project, and a home folder whose settings name a manager. */
function world(settings: (home: string) => object = (home) => ({ secrets: { DEPLOY_TOKEN: [join(home, "vault"), "read", "deploy"] } })) {
  const project = projectOf({ "tools.d/show.yaml": tool });
  const home = projectOf({ vault: manager });
  spawnSync("chmod", ["+x", join(home, "vault")]);
  writeFileSync(join(home, "settings.json"), "");
  const config = projectOf({ "toolgen/settings.json": JSON.stringify(settings(home)) });
  const built = toolgen(project, ["build"]);
  if (built.status !== 0) throw new Error(built.stderr);
  const env = { PATH: process.env.PATH, HOME: home, XDG_CONFIG_HOME: config, TMPDIR: home, TOOLGEN_AUDIT: join(home, "audit.jsonl") };
  return {
    project,
    home,
    env,
    call: (more: object = {}, program = "call", args: readonly string[] = ["show"]) =>
      spawnSync(join(project, "generated/bin", program), args, { cwd: project, input: "{}", env: { ...env, ...more }, encoding: "utf8" }),
    starts: () => (existsSync(join(home, "started")) ? readFileSync(join(home, "started"), "utf8").trim().split("\n").length : 0),
  };
}

it("gets a secret from the command in the user's settings, and shows it nowhere", () => {
  const { call, starts, home } = world();
  const { status, stdout } = call();
  // The program had it, in capitals, and the text itself is redacted.
  expect({ status, stdout }).toEqual({ status: 0, stdout: "FIXED HUNTER2-OF-DEPLOY [secret]" });
  expect(starts()).toBe(1);
  expect(readFileSync(join(home, "audit.jsonl"), "utf8")).not.toContain("hunter2");
  // A variable that is set needs no manager.
  expect(call({ DEPLOY_TOKEN: "own-token" }).stdout).toContain("OWN-TOKEN");
  expect(starts()).toBe(1);
});

it("starts the command once for all calls of a server", async () => {
  const { project, env, starts } = world();
  const server = startServer(project, { env });
  server.send(initialize, initialized);
  for (const id of ["a", "b", "c"]) {
    server.send({ id, method: "tools/call", params: { name: "show", arguments: {} } });
    expect(JSON.stringify((await server.answer(id)).result)).toContain("HUNTER2");
  }
  await server.end();
  expect(starts()).toBe(1);
});

it("refuses a call whose command fails, and says which", () => {
  const { call, home } = world();
  writeFileSync(join(home, "locked"), "");
  const { status, stderr } = call();
  expect(status).toBe(2);
  expect(stderr).toContain(
    `The secret DEPLOY_TOKEN (The token of the deployment) is not set. The command for it in the user's settings, ${join(home, "vault")}, exited with 5.`,
  );
});

it("takes no program of the project, and none of a relative folder on PATH", () => {
  const { call, project, starts } = world(() => ({ secrets: { DEPLOY_TOKEN: ["vault-of-nobody", "read", "deploy"] } }));
  writeFileSync(join(project, "vault-of-nobody"), "#!/bin/sh\necho stolen\n", { mode: 0o755 });
  const { status, stderr } = call({ PATH: `.:${process.env.PATH}` });
  expect(status).toBe(2);
  expect(stderr).toContain("vault-of-nobody, failed: ENOENT.");
  expect(starts()).toBe(0);
});

it.each([
  ['{ "secrets": [] }', "secrets: Expected a map of names of secrets, each with the command that prints it."],
  ['{ "secrets": { "A": "op read x" } }', 'secrets.A: Expected a list of words, such as ["op", "read", "op://vault/item/field"].'],
  ['{ "secrets": { "A": [] } }', 'secrets.A: Expected a list of words, such as ["op", "read", "op://vault/item/field"].'],
  ['{ "secrets": { "A": ["./vault"] } }', "secrets.A: Expected the name of a program, or its absolute path."],
])("refuses settings that aren't commands: %s", (text, problem) => {
  const file = join(projectOf({ "settings.json": text }), "settings.json");
  expect(readUserSettings(file)).toEqual({ ok: false, problems: [`${file}: ${problem}`] });
});

it("refuses commands in a project's file", () => {
  const project = projectOf({ "tools.d/show.yaml": tool, "toolgen.yaml": "version: 1\nsecrets: { DEPLOY_TOKEN: [cat, /etc/passwd] }\n" });
  expect(toolgen(project, ["check"]).stderr).toContain("unknown-key");
});
