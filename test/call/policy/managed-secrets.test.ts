import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, it, vi } from "vitest";
import { readUserSettings } from "../../../src/call/user-settings.js";
import { readManagedSecret } from "../../../src/call/user-settings.late.js";
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
schema: { properties: { note: { type: string } } }
command: [sh, -c, 'printf "%s %s" "$1" "$DEPLOY_TOKEN" | tr a-z A-Z; printf " %s" "$DEPLOY_TOKEN"', sh, fixed]
`;

const vault = (home: string) => ({ secrets: { DEPLOY_TOKEN: [join(home, "vault"), "read", "deploy"] } });

/** A built project, and a home folder whose settings name a manager. */
function world(settings: (home: string) => object = vault, spec = tool) {
  const project = projectOf({ "tools.d/show.yaml": spec });
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
    call: (more: object = {}, program = "call", args: readonly string[] = ["show"], input = "{}") =>
      spawnSync(join(project, "generated/bin", program), args, { cwd: project, input, env: { ...env, ...more }, encoding: "utf8" }),
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
  expect(stderr).toContain("vault-of-nobody, was not found. Folders of the project aren't searched: give its absolute path.");
  expect(starts()).toBe(0);
});

/** Asks a manager with this script in this process. `settings` are instead of those that name it. */
function asked(script: string, settings?: string) {
  const home = projectOf({ vault: `#!/bin/sh\n${script}\n` });
  spawnSync("chmod", ["+x", join(home, "vault")]);
  const config = projectOf({ "toolgen/settings.json": settings ?? JSON.stringify({ secrets: { TOKEN: [join(home, "vault")] } }) });
  const env = { PATH: process.env.PATH, HOME: home, XDG_CONFIG_HOME: config };
  return { home, ask: () => readManagedSecret("TOKEN", { env, workspace: "/nowhere", projectDir: "/nowhere" }) };
}

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

it.each([
  ["of its packages", "node_modules/.bin", (folder: string) => folder],
  ["of its own", "bin", (folder: string) => folder],
  ["that isn't normal", "bin", (folder: string) => `${folder}/../bin/.`],
  ["behind a link", "bin", linkTo],
  ["of the packages above it", "../node_modules/.bin", (folder: string) => folder],
])("takes no program from a folder %s", (_, folder, onPath) => {
  const project = join(projectOf({ "project/toolgen.yaml": "" }), "project");
  mkdirSync(join(project, folder), { recursive: true });
  const program = `vault-${project.replaceAll(/\W/g, "")}`;
  writeFileSync(join(project, folder, program), "#!/bin/sh\necho stolen\n", { mode: 0o755 });
  const config = projectOf({ "toolgen/settings.json": JSON.stringify({ secrets: { TOKEN: [program] } }) });
  const env = { PATH: `${onPath(join(project, folder))}:/usr/bin:/bin`, HOME: config, XDG_CONFIG_HOME: config };
  for (const [workspace, projectDir] of [
    [project, "/"],
    ["/", project],
  ] as const)
    expect(readManagedSecret("TOKEN", { env, workspace, projectDir })).toMatchObject({ ok: false });
});

function linkTo(folder: string): string {
  const link = join(projectOf({ "file.txt": "" }), "link");
  symlinkSync(folder, link);
  return link;
}

it("finds a program in other folders on PATH", () => {
  const { home } = asked("echo hunter2");
  const config = projectOf({ "toolgen/settings.json": JSON.stringify({ secrets: { TOKEN: ["vault"] } }) });
  const env = { PATH: `/usr/bin:/bin:${home}`, HOME: config, XDG_CONFIG_HOME: config };
  expect(readManagedSecret("TOKEN", { env, workspace: "/", projectDir: "/nowhere" })).toEqual({
    ok: true,
    value: "hunter2",
  });
});

it("takes what a manager has printed when it exits, though its daemon keeps the output open", () => {
  const { ask, home } = asked('sleep 60 & echo $! > "$HOME/daemon"; echo hunter2');
  expect(ask()).toEqual({ ok: true, value: "hunter2" });
  // It still runs.
  process.kill(Number(readFileSync(join(home, "daemon"), "utf8")), "SIGKILL");
});

it("ends a manager that ignores TERM", () => {
  const child = process.getBuiltinModule("node:child_process");
  const { spawnSync: start } = child;
  const short = (program: string, args: string[], options: object) => start(program, args, { ...options, timeout: 200 });
  const { ask } = asked("trap '' TERM; while :; do :; done");
  vi.spyOn(child, "spawnSync").mockImplementation(short as typeof start);
  expect(ask()).toMatchObject({ ok: false, reason: expect.stringContaining("took longer than 10 s.") });
});

it("doesn't start a failing manager again for some seconds", () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const { ask, home } = asked('echo >> "$HOME/started"; exit 5');
  const starts = () => readFileSync(join(home, "started"), "utf8").length;
  for (const _ of "abc") expect(ask()).toMatchObject({ ok: false, reason: expect.stringContaining("exited with 5.") });
  expect(starts()).toBe(1);
  vi.setSystemTime(Date.now() + 10_000);
  ask();
  expect(starts()).toBe(2);
});

it("says what is wrong with the settings that could name a command", () => {
  const { ask } = asked("exit", '{ "secrets": [] }');
  expect(ask()).toMatchObject({ ok: false, reason: expect.stringContaining("settings are invalid: ") });
});

it("starts nothing for a call that settings deny", () => {
  const { call, starts } = world((home) => ({ ...vault(home), risk: { show: { decision: "deny" } } }));
  expect(call().stderr).toContain("denied by");
  expect(starts()).toBe(0);
});

it("starts nothing for a call that needs an answer that no user can give", async () => {
  const { project, env, starts } = world(vault, tool.replace("risk: safe", "risk: dangerous"));
  const server = startServer(project, { env: { ...env, TOOLGEN_AUDIT: undefined } });
  server.send(initialize, initialized, { id: "a", method: "tools/call", params: { name: "show", arguments: {} } });
  expect(JSON.stringify((await server.answer("a")).result)).toContain("can't ask its user");
  await server.end();
  expect(starts()).toBe(0);
});

it("masks the secret in the arguments of the first call that is logged", () => {
  const { call, home } = world((home) => ({ ...vault(home), audit: { arguments: true } }));
  expect(call({}, "call", ["show"], '{"note":"has hunter2-of-deploy"}').status).toBe(0);
  const log = readFileSync(join(home, "audit.jsonl"), "utf8");
  expect(log).toContain("has [secret]");
  expect(log).not.toContain("hunter2");
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
