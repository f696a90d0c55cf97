import { cpSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { expect, it } from "vitest";
import { agentClients } from "../../src/clients/agent-clients.js";
import { projectClientIds } from "../../src/clients/client-ids.js";
import { projectOf, sayTool } from "../kit/project.js";
import { sampled } from "../kit/repeat.js";
import { temporaryFolder } from "../kit/temporary-folder.js";
import { toolgen } from "../kit/toolgen.js";

const named = (name: string) => sayTool.replace("name: say", `name: ${name}`).replace("nameAliases: [speak]\n", "");
const built = { "generated/mcp/server.cjs": "", "generated/bin/hook": "", "generated/bin/opencode-hook.mjs": "" };
const before = {
  ...built,
  "toolgen.yaml": "version: 1\nserver: before\nrisk: { banned: { decision: deny } }\n",
  "tools.d/say.yaml": sayTool,
  "tools.d/other.yaml": named("other"),
  "tools.d/banned.yaml": named("banned"),
};
/** A tool is renamed, one is gone, and nothing is denied. */
const after = { ...built, "toolgen.yaml": "version: 1\nserver: before\n", "tools.d/say.yaml": named("speak_up") };

const commands = (home: string, project: string) => {
  const env = { HOME: home, XDG_STATE_HOME: undefined, XDG_CONFIG_HOME: undefined, CODEX_HOME: undefined, CLAUDE_CONFIG_DIR: undefined };
  return (...args: readonly string[]) => {
    const { status, stdout, stderr } = toolgen(project, args, { env });
    expect([status, stderr]).toEqual([0, ""]);
    return stdout;
  };
};

/** The files of clients below a folder, by path. */
function settingsIn(folder: string): Readonly<Record<string, string>> {
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) => statSync(join(folder, path)).isFile());
  const own = paths.filter((path) => !/^(?:toolgen\.yaml|tools\.d\/|generated\/|\.local\/)/.test(path));
  return Object.fromEntries(own.sort().map((path) => [relative(".", path), readFileSync(join(folder, path), "utf8")]));
}

function change(project: string, files: Readonly<Record<string, string>>) {
  rmSync(join(project, "tools.d"), { recursive: true });
  cpSync(projectOf(files), project, { recursive: true });
}

const hooksOf = (id: string) => (agentClients.find((one) => one.id === id)?.hook ? ["--hooks"] : []);

it.each(projectClientIds)("brings what another home installed for %s up to date, and takes all of it out", (client) => {
  const project = projectOf(before);
  const [first, second, fresh] = [temporaryFolder(), temporaryFolder(), temporaryFolder()];
  const [one, two] = [commands(first, project), commands(second, project)];
  one("install", client, "--yes", ...hooksOf(client));
  change(project, after);
  const state = () => JSON.parse(two("clients", "--json")).find((each: { client: string }) => each.client === client).project;
  const stale = state();
  const diff = two("install", client, "--dry-run");
  two("install", client, "--yes");
  expect(state()).toBe("installed");
  const alone = projectOf(after);
  commands(fresh, alone)("install", client, "--yes", ...hooksOf(client));
  expect(settingsIn(project)).toEqual(settingsIn(alone));
  if (["claude", "opencode", "qwen", "codex"].includes(client)) {
    expect(stale).toBe("stale");
    expect(diff).toMatch(/^ +-.*[_."]other\b/m);
    expect(diff).toMatch(/^ +\+.*speak_up/m);
  }
  // The first home finds the second's work, and the second takes all out.
  expect(one("install", client, "--yes")).toMatch(/Nothing to change\.\n$/);
  two("uninstall", client, "--yes");
  expect(settingsIn(project)).toEqual({});
  expect(state()).toBe("absent");
});

it.each(sampled(projectClientIds, { usual: 3 }))("replaces what %s has under an earlier name of the server, and takes it out", (client) => {
  for (const action of ["install", "uninstall"]) {
    const project = projectOf(before);
    commands(temporaryFolder(), project)("install", client, "--yes", ...hooksOf(client));
    const renamed = before["toolgen.yaml"].replace("server: before", "server: renamed");
    writeFileSync(join(project, "toolgen.yaml"), renamed);
    const run = commands(temporaryFolder(), project);
    run(action, client, "--yes");
    const alone = projectOf({ ...before, "toolgen.yaml": renamed });
    if (action === "install") commands(temporaryFolder(), alone)("install", client, "--yes", ...hooksOf(client));
    expect(settingsIn(project)).toEqual(settingsIn(alone));
  }
});

const userClients = agentClients
  .filter(({ user, id }) => user !== undefined && (id !== "claude-desktop" || process.platform === "darwin"))
  .map(({ id }) => id);

it.each(sampled(userClients, { usual: 3 }))(
  "takes what it writes into the user's own settings of %s out in a home that remembers nothing",
  (client) => {
    const project = projectOf(before);
    const home = temporaryFolder();
    const run = commands(home, project);
    run("install", client, "--user", "--yes", ...hooksOf(client));
    rmSync(join(home, ".local"), { recursive: true });
    run("uninstall", client, "--user", "--yes");
    // Copilot keeps the approvals of its user in the same file, in the same form.
    const { ".copilot/permissions-config.json": _approvals, ...others } = settingsIn(home);
    for (const text of Object.values(others)) expect(text).not.toMatch(/before|other|speak_up|generated/);
  },
);

it.each(sampled(userClients, { usual: 3, kind: (client) => (client === "gemini" ? client : "") }))(
  "takes what %s has of its user under an earlier name of the server out, with the file that has the name",
  (client) => {
    const project = projectOf(before);
    const home = temporaryFolder();
    const run = commands(home, project);
    run("install", client, "--user", "--yes", ...hooksOf(client));
    writeFileSync(join(project, "toolgen.yaml"), before["toolgen.yaml"].replace("server: before", "server: renamed"));
    const { user } = JSON.parse(run("clients", "--json")).find((one: { client: string }) => one.client === client);
    // pi reads the project's extension, and its user's settings have no name of a server.
    expect(user).toBe(client === "pi" ? "installed" : "stale");
    const about = (words: RegExp) => {
      // Copilot keeps the approvals of its user in the same file, in the same form.
      const { ".copilot/permissions-config.json": _approvals, ...others } = settingsIn(home);
      return Object.entries(others).filter(([path, text]) => words.test(path + text));
    };
    run("install", client, "--user", "--yes", ...hooksOf(client));
    expect(about(/\bbefore\b/)).toEqual([]);
    run("uninstall", client, "--user", "--yes");
    expect(about(/\bbefore\b|renamed|generated/)).toEqual([]);
  },
);
