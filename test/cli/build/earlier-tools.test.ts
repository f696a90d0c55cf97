import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { builtProject } from "../../kit/project.js";
import { toolgen } from "../../kit/toolgen.js";

const spec = (name: string, command: string) =>
  `name: ${name}\ndescription: Do it.\nkind: read\nschema: { properties: { x: { type: string } }, required: [x] }\ncommand: ${command}\n`;
const files = {
  "tools.d/asked.yaml": spec("asked", "[acme, '--q={{x}}']"),
  "tools.d/allowed.yaml": spec("allowed", "[git, log, '--author={{x}}']"),
  "tools.d/same.yaml": spec("same", "[git, log, '--grep={{x}}']"),
};

const { version }: { readonly version: string } = JSON.parse(readFileSync(new URL("../../../package.json", import.meta.url), "utf8"));

const edit = (folder: string, path: string, change: (text: string) => string) =>
  writeFileSync(join(folder, path), change(readFileSync(join(folder, path), "utf8")));

/** A project that another version of the compiler built, which asked about other tools. */
function upgraded(): string {
  const folder = builtProject(files);
  edit(folder, "generated/.toolgen-manifest.json", (text) => text.replace(/"toolgen": "[^"]*"/, '"toolgen": "0.0.9"'));
  edit(folder, "generated/bin/tools.json", (text) =>
    text.replaceAll(/"requiresConfirmation":(true|false)(?=[^\n]*\n\{"name":"(\w+)")/g, (all, value: string, name: string) =>
      name === "same" ? all : `"requiresConfirmation":${value === "true" ? "false" : "true"}`,
    ),
  );
  return folder;
}

it("names once the tools about which an upgrade asks, and about which it no longer does", () => {
  const folder = upgraded();
  const { status, stdout } = toolgen(folder, ["build"]);
  expect(status).toBe(0);
  expect(stdout).toContain("Since the upgrade, users are asked about 1 more tool: asked.\n");
  expect(stdout).toContain("Since the upgrade, users are no longer asked about 1 tool: allowed.\n");
  expect(stdout).toContain("explain TOOL' shows why.");
  expect(toolgen(folder, ["build"]).stdout).not.toContain("Since the upgrade");
  writeFileSync(join(folder, "tools.d/more.yaml"), spec("more", "[acme, '{{x}}']"));
  expect(toolgen(folder, ["build"]).stdout).not.toContain("Since the upgrade");
});

it("names the tools that an upgrade refuses, and the command that adds their paths", () => {
  const folder = upgraded();
  writeFileSync(join(folder, "tools.d/same.yaml"), spec("same", "[curl, -o, '{{x}}', 'https://a.example/b']"));
  const refused = toolgen(folder, ["build"]);
  expect([refused.status, refused.stderr]).toEqual([
    1,
    expect.stringMatching(/Since the upgrade, 1 tool can't be built: same\. '.*toolgen migrate' writes the missing `paths`\.\n$/),
  ]);
  expect(toolgen(folder, ["build", "--format", "json"]).stdout).not.toContain("Since the upgrade");
  expect(toolgen(folder, ["migrate"]).status).toBe(0);
  expect(toolgen(folder, ["build"])).toMatchObject({
    status: 0,
    stdout: expect.stringContaining("asked about 2 more tools: asked, same."),
  });
});

it("knows another compiler of the same version by the stamp of its build", () => {
  const folder = upgraded();
  edit(folder, "generated/.toolgen-manifest.json", (text) => text.replace("0.0.9", version));
  const stamp = ["other folder", "", "", "0", "generated", "", "", "0", "end"];
  mkdirSync(join(folder, ".toolgen/cache"), { recursive: true });
  writeFileSync(join(folder, ".toolgen/cache/stamp"), stamp.join("\0"));
  expect(toolgen(folder, ["build"]).stdout).toContain("Since the upgrade");
  expect(toolgen(folder, ["build"]).stdout).not.toContain("Since the upgrade");
});

it("says nothing of an upgrade in a project that this version built, or none", () => {
  const folder = builtProject(files);
  writeFileSync(join(folder, "tools.d/same.yaml"), spec("same", "[acme, '{{x}}']"));
  expect(toolgen(folder, ["build"]).stdout).not.toContain("Since the upgrade");
});
