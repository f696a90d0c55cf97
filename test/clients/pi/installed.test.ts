import { existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { builtProject } from "../../kit/project.js";
import { temporaryFolder } from "../../kit/temporary-folder.js";
import { toolgen } from "../../kit/toolgen.js";
import { runPi } from "./run-pi.js";

const tool = (name: string, risk: string) => `name: ${name}
description: Print a text and the folder.
kind: read
risk: ${risk}
schema: { properties: { text: { type: string, description: What to print. } }, required: [text] }
command: [sh, -c, 'printf "%s in %s" "$1" "$PWD"', sh, "{{text}}"]
`;
const turns = ["reads", "asked", "banned"].map((name) => ({ tool: name, args: { text: "hello" } }));

function world() {
  const folder = builtProject({
    "toolgen.yaml": "version: 1\ntargets: { pi: {} }\nrisk: { banned: { decision: deny } }\n",
    "tools.d/reads.yaml": tool("reads", "safe"),
    "tools.d/asked.yaml": tool("asked", "dangerous"),
    "tools.d/banned.yaml": tool("banned", "safe"),
  });
  const home = temporaryFolder();
  const pi = join(home, ".pi/agent");
  mkdirSync(pi, { recursive: true });
  const env = { HOME: home, XDG_STATE_HOME: undefined, PI_CODING_AGENT_DIR: undefined };
  const run = (...args: readonly string[]) => expect(toolgen(folder, args, { env })).toMatchObject({ status: 0, stderr: "" });
  const said = (...args: readonly string[]) => toolgen(folder, args, { env }).stdout;
  return { folder, pi, run, said };
}

const versions = ["0.74.0", "1.6.0"] as const;

it.each(versions.flatMap((version) => (["project", "user"] as const).map((scope) => [version, scope] as const)))(
  "makes pi %s run what is allowed and refuse the rest after an installation for the %s",
  async (version, scope) => {
    const { folder, pi, run } = world();
    const flags = scope === "user" ? ["--user", "--yes"] : ["--yes"];
    const settings = join(scope === "user" ? pi : join(folder, ".pi"), "settings.json");
    const mine = '{\n  "theme": "dark"\n}\n';
    if (scope === "user") writeFileSync(settings, mine);
    if (scope === "project") writeFileSync(join(pi, "trust.json"), JSON.stringify({ [realpathSync(folder)]: true }));
    run("install", "pi", ...flags);
    const { offered, results, stderr } = await runPi({ version, folder, home: pi, turns, extension: [] });
    expect([...offered.keys()], stderr).toEqual(expect.arrayContaining(["reads", "asked"]));
    expect(results[0]).toContain(`hello in ${folder}`);
    // Without a user interface, pi can't ask the user.
    expect(results[1]).toContain("asked was not run");
    expect(results[2]).toContain("denied by toolgen.yaml");
    run("uninstall", "pi", ...flags);
    if (scope === "user") expect(readFileSync(settings, "utf8")).toBe(mine);
    else expect(existsSync(settings)).toBe(false);
  },
);

it("ignores the project's settings in pi 1 until the folder is trusted, as install and doctor say", async () => {
  const { folder, pi, said } = world();
  expect(said("install", "pi", "--yes")).toContain("trust it");
  const turn = { version: "1.6.0", folder, home: pi, turns: [], extension: [] } as const;
  expect([...(await runPi(turn)).offered.keys()]).not.toContain("reads");
  expect(said("doctor", "--json")).toContain("isn't trusted, so the project's settings are ignored");
  // pi asks about a folder above as well.
  writeFileSync(join(pi, "trust.json"), JSON.stringify({ [dirname(realpathSync(folder))]: true }));
  expect([...(await runPi(turn)).offered.keys()]).toContain("reads");
  expect(said("doctor", "--json")).not.toContain("isn't trusted");
  said("uninstall", "pi", "--yes");
  expect(said("install", "pi", "--yes")).not.toContain("trust it");
});
