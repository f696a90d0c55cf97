import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { Finding } from "../../../src/cli/doctor/finding.js";
import { noSandbox } from "../../call/process/sandbox/sandboxed.js";
import { builtProject, projectOf } from "../../kit/project.js";
import { toolgen } from "../../kit/toolgen.js";

const finder = `name: find_it
description: Find it.
kind: read
command: [finder]
requires:
  finder: { range: ">=13", install: apt install finder }
  teller: { range: ">=1.5", args: [version] }
`;
const asker = "name: ask_it\ndescription: Ask it.\nkind: execute\ncommand: [printf, x]\n";

/** A project with fake programs, a home of its own, and a client that is set up and trusted. */
function healthy(): { readonly folder: string; readonly doctor: (env?: NodeJS.ProcessEnv) => ReturnType<typeof check> } {
  const folder = builtProject({ "tools.d/find.yaml": finder, "tools.d/ask.yaml": asker, "home/.gemini/trustedFolders.json": "{}" });
  write(folder, "home/.gemini/trustedFolders.json", JSON.stringify({ [folder]: "TRUST_FOLDER" }));
  fake(folder, "finder", 'echo "finder 13.0.0"');
  fake(folder, "teller", '[ "$1" = version ] && echo "Teller v1.6.0" >&2; exit 3');
  fake(folder, "gemini", 'echo "0.61.0"');
  write(folder, ".gemini/settings.json", readFileSync(join(folder, "generated/gemini/settings.json"), "utf8"));
  return { folder, doctor: (env = {}) => check(folder, env) };
}

function write(folder: string, path: string, text: string): void {
  mkdirSync(join(folder, path, ".."), { recursive: true });
  writeFileSync(join(folder, path), text);
}

function fake(folder: string, name: string, script: string): void {
  write(folder, `fakes/${name}`, `#!/bin/sh\n${script}\n`);
  chmodSync(join(folder, "fakes", name), 0o755);
}

function environment(folder: string): NodeJS.ProcessEnv {
  return {
    PATH: `${join(folder, "fakes")}:${process.env.PATH}`,
    GEMINI_CLI_HOME: join(folder, "home"),
    GEMINI_CLI_TRUST_WORKSPACE: "",
    GEMINI_RESTRICTED_MODE: "",
    GEMINI_CLI_TRUSTED_FOLDERS_PATH: "",
  };
}

function check(folder: string, env: NodeJS.ProcessEnv) {
  const { status, stdout, stderr } = toolgen(folder, ["doctor", "--json"], { env: { ...environment(folder), ...env } });
  expect(stderr).toBe("");
  const findings: readonly Finding[] = JSON.parse(stdout);
  return { status, findings, wrong: findings.filter((finding) => finding.status !== "ok") };
}

it("names the secrets that neither the environment nor a manager has", () => {
  const { folder, doctor } = healthy();
  const secret = (name: string, names: string) => `${asker.replaceAll("ask_it", name)}secrets: [${names}]\n`;
  write(folder, "tools.d/one.yaml", secret("one", "HERE_TOKEN, GONE_TOKEN"));
  write(folder, "tools.d/two.yaml", secret("two", "GONE_TOKEN, KEPT_TOKEN"));
  write(folder, "home/.config/toolgen/settings.json", '{ "secrets": { "KEPT_TOKEN": ["false"] } }');
  const { findings, status } = doctor({ HERE_TOKEN: "x", HOME: join(folder, "home"), XDG_CONFIG_HOME: "" });
  expect(findings.filter(({ check: name }) => name.startsWith("secret"))).toEqual([
    {
      check: "secret GONE_TOKEN",
      status: "warning",
      message: "GONE_TOKEN is not set here (one, two need it).",
      help: expect.stringContaining("Set it where the client is started"),
    },
  ]);
  // The outputs aren't those of the new specs.
  expect(status).toBe(1);
});

it("finds nothing wrong where nothing is, and says what an unattended client hides", () => {
  const { folder, doctor } = healthy();
  const { status, findings, wrong } = doctor();
  expect({ status, wrong }).toEqual({ status: 0, wrong: [] });
  expect(findings.map((finding) => finding.check)).toEqual([
    ...["node", "compiler", "specs", "outputs", "executable", "program finder", "program printf", "program teller"],
    ...["gemini program", "gemini settings", "gemini trust", "gemini unattended"],
  ]);
  expect(findings.at(-1)?.message).toContain("hides 1 of 2 tools, which ask first: ask_it (dangerous)");
  expect(findings.every(({ help }) => help === null)).toBe(true);
  const { stdout } = toolgen(folder, ["doctor"], { env: environment(folder) });
  expect(stdout).toMatch(/^ok +node +Node /);
  expect(stdout).toMatch(/\n0 errors, 0 warnings\n$/);
});

it("reports programs that are missing, too old or silent, and starts none without need", () => {
  const { folder, doctor } = healthy();
  fake(folder, "finder", "echo 12.9");
  fake(folder, "printf", "touch started");
  fake(folder, "teller", "echo what?");
  expect(doctor()).toMatchObject({
    status: 1,
    wrong: [
      {
        check: "program finder",
        status: "error",
        message: expect.stringContaining("is 12.9.0, and >=13 is needed"),
        help: "apt install finder",
      },
      { check: "program teller", status: "warning", message: expect.stringContaining("doesn't print its version") },
    ],
  });
  expect(() => readFileSync(join(folder, "started"))).toThrow();
  rmSync(join(folder, "fakes/finder"));
  expect(doctor().wrong[0]).toMatchObject({
    status: "error",
    message: expect.stringContaining("not found on PATH"),
    help: "apt install finder",
  });
});

it("ends a program that doesn't answer, and goes on", () => {
  const { folder, doctor } = healthy();
  fake(folder, "teller", "exec sleep 60");
  expect(doctor()).toMatchObject({
    status: 0,
    wrong: [{ check: "program teller", status: "warning", message: expect.stringContaining("within 5 s") }],
  });
});

it("reports stale outputs and programs that may not be executed", () => {
  const { folder, doctor } = healthy();
  write(folder, "tools.d/ask.yaml", asker.replace("Ask it", "Ask them"));
  chmodSync(join(folder, "generated/bin/call"), 0o644);
  expect(doctor()).toMatchObject({
    status: 1,
    wrong: [
      {
        check: "outputs",
        status: "error",
        message: expect.stringContaining("generated/gemini/discovery.json"),
        help: expect.stringContaining("toolgen build"),
      },
      { check: "executable", status: "error", help: "Run `chmod +x generated/bin/call`." },
    ],
  });
});

it("goes on behind specs that are wrong", () => {
  const { folder, doctor } = healthy();
  write(folder, "tools.d/ask.yaml", asker.replace("execute", "exceute"));
  const { status, findings, wrong } = doctor();
  expect({ status, wrong }).toMatchObject({ status: 1, wrong: [{ check: "specs", message: "1 error in tools.d/ask.yaml." }] });
  expect(findings.map((finding) => finding.check)).toContain("program finder");
});

it("tells why the client would see nothing: settings, trust, policy", () => {
  const { folder, doctor } = healthy();
  expect(doctor({ GEMINI_CLI_TRUST_WORKSPACE: "false" })).toMatchObject({ status: 1, wrong: [{ check: "gemini trust", status: "error" }] });
  write(folder, "home/.gemini/trustedFolders.json", "{}");
  expect(doctor()).toMatchObject({
    status: 0,
    wrong: [{ check: "gemini trust", status: "warning", message: expect.stringContaining("55") }],
  });
  expect(doctor({ GEMINI_CLI_TRUST_WORKSPACE: "true" }).wrong).toEqual([]);
  write(folder, ".gemini/settings.json", JSON.stringify({ toolDiscoveryCommand: "generated/bin/discover" }));
  expect(doctor({ GEMINI_CLI_TRUST_WORKSPACE: "true" })).toMatchObject({
    status: 1,
    wrong: [{ check: "gemini settings", status: "error" }],
  });
  rmSync(join(folder, ".gemini"), { recursive: true });
  fake(folder, "gemini", "echo 0.40.1");
  expect(doctor()).toMatchObject({
    status: 0,
    wrong: [
      { check: "gemini program", status: "warning", message: expect.stringContaining("0.40.1") },
      { check: "gemini settings", status: "warning" },
    ],
  });
});

it("says whether tools get the sandbox that they need, where one needs it", () => {
  const { folder, doctor } = healthy();
  write(folder, "tools.d/ask.yaml", `${asker}sandbox: { network: true }\n`);
  expect(toolgen(folder, ["build"]).status).toBe(0);
  const finding = doctor().findings.find(({ check }) => check === "sandbox");
  const had = { status: "ok", message: "A sandbox is available (ask_it needs it).", help: null };
  const lacking = {
    status: "error",
    message: expect.stringContaining("ask_it needs it"),
    help: expect.stringMatching(/bubblewrap|namespaces/),
  };
  expect(finding).toMatchObject(noSandbox === undefined ? had : lacking);
  const { stdout } = toolgen(folder, ["explain", "ask_it"]);
  expect(stdout).toContain("in a sandbox: writes nothing, reads the workspace, reaches the network");
});

it("looks for the programs that resources start", () => {
  const tool = "name: t\ndescription: d\nkind: read\ncommand: [wc]\n";
  const resource = "---\nresource: words\nuri: notes://words\ndescription: Words.\ncommand: [no_such_program_of_words]\n";
  const { stdout } = toolgen(projectOf({ "tools.d/t.yaml": `${tool}${resource}` }), ["doctor"]);
  expect(stdout).toMatch(/error +program no_such_program_of_words .*words needs it/);
});

it("starts a client where its user has installed the project, not where the checkout says so, and trusts no folder", () => {
  const folder = builtProject({ "tools.d/ask.yaml": asker });
  for (const name of ["claude", "codex", "opencode", "copilot"]) fake(folder, name, `echo "${name} $*" >> '${join(folder, "started")}'`);
  const home = (name: string) => ({
    ...environment(folder),
    HOME: join(folder, name),
    ...{
      XDG_STATE_HOME: undefined,
      XDG_CONFIG_HOME: undefined,
      CODEX_HOME: undefined,
      COPILOT_HOME: undefined,
      CLAUDE_CONFIG_DIR: undefined,
    },
  });
  for (const name of ["mine", "other"]) mkdirSync(join(folder, name));
  const installed = ["install", "claude", "codex", "opencode", "--headless", "--yes"];
  expect(toolgen(folder, installed, { env: home("mine") }).status).toBe(0);
  const listings = (name: string) => check(folder, home(name)).findings.filter(({ check: one }) => one.endsWith("without a user"));
  expect(listings("other")).toEqual([]);
  expect([existsSync(join(folder, "started")), existsSync(join(folder, "other/.local"))]).toEqual([false, false]);
  expect(listings("mine")).toHaveLength(3);
  expect(readFileSync(join(folder, "started"), "utf8")).toBe("claude mcp list\ncodex mcp list\nopencode mcp list\n");
});
