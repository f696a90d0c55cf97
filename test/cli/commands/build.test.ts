import { appendFileSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { brokenTool, projectOf, sayTool } from "../../kit/project.js";
import { toolgen } from "../../kit/toolgen.js";

it("writes the output and says what changed and how long it took", () => {
  const folder = projectOf({ "tools.d/say.yaml": sayTool });
  const first = toolgen(folder, ["build"]);
  expect(first).toMatchObject({ status: 0, stderr: "" });
  expect(first.stdout).toMatch(/1 tool.*\d+ created.* in \d+(\.\d+)? (ms|s)/s);
  expect(statSync(join(folder, "generated/bin/call")).mode & 0o111).toBe(0o111);
  const second = toolgen(folder, ["build"]);
  expect(second.stdout).toMatch(/nothing changed/i);
  expect(second.stdout).not.toContain("created");
});

it("names what it updated and removed", () => {
  const folder = projectOf({
    "tools.d/say.yaml": sayTool,
    "tools.d/other.yaml": sayTool.replace("name: say", "name: other").replace("[speak]", "[talk]"),
  });
  toolgen(folder, ["build"]);
  rmSync(join(folder, "tools.d/other.yaml"));
  const { stdout, status } = toolgen(folder, ["build"]);
  expect(status).toBe(0);
  expect(stdout).toContain("generated/bin/tools/other.cjs");
  expect(stdout).toMatch(/\d removed/);
});

it("fails a check when the output is not what the specs give, lists the files and writes nothing", () => {
  const folder = projectOf({ "tools.d/say.yaml": sayTool });
  const missing = toolgen(folder, ["build", "--check"]);
  expect(missing.status).toBe(1);
  expect(missing.stderr).toContain("generated/gemini/discovery.json");
  expect(() => statSync(join(folder, "generated"))).toThrow("ENOENT");

  toolgen(folder, ["build"]);
  expect(toolgen(folder, ["build", "--check"])).toMatchObject({ status: 0, stderr: "" });
  const edited = join(folder, "generated/gemini/settings.json");
  appendFileSync(edited, "\n");
  const drifted = toolgen(folder, ["build", "--check"]);
  expect(drifted.status).toBe(1);
  expect(drifted.stderr).toContain("generated/gemini/settings.json");
  expect(drifted.stderr).not.toContain("discovery.json");
  expect(readFileSync(edited, "utf8")).toMatch(/\n\n$/);
});

it("names the other compiler's version before it speaks of drift", () => {
  const folder = projectOf({ "tools.d/say.yaml": sayTool });
  toolgen(folder, ["build"]);
  const manifest = join(folder, "generated/.toolgen-manifest.json");
  const { toolgen: version } = JSON.parse(readFileSync(manifest, "utf8"));
  writeFileSync(manifest, readFileSync(manifest, "utf8").replace(`"toolgen": "${version}"`, '"toolgen": "0.0.1"'));
  appendFileSync(join(folder, "generated/gemini/settings.json"), "\n");
  const { stderr, status } = toolgen(folder, ["build", "--check"]);
  expect(status).toBe(1);
  expect(stderr.indexOf("0.0.1")).toBeGreaterThanOrEqual(0);
  expect(stderr.indexOf("0.0.1")).toBeLessThan(stderr.indexOf("settings.json"));
});

it("writes nothing when there are errors, and shows them for people on standard error", () => {
  const folder = projectOf({ "tools.d/say.yaml": brokenTool });
  const { status, stdout, stderr } = toolgen(folder, ["build"]);
  expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
  expect(stderr).toContain("tools.d/say.yaml:3:7 - error unknown-kind:");
  expect(stderr).toContain("2 errors");
  expect(() => statSync(join(folder, "generated"))).toThrow("ENOENT");
});

it.each(["build", "check"])("prints nothing but a JSON array on standard output with %s --format json", (command) => {
  const broken = toolgen(projectOf({ "tools.d/say.yaml": brokenTool }), [command, "--format", "json"]);
  expect(broken).toMatchObject({ status: 1, stderr: "" });
  const diagnostics = JSON.parse(broken.stdout);
  expect(diagnostics).toHaveLength(2);
  for (const d of diagnostics) expect(Object.keys(d)).toEqual(["code", "severity", "message", "file", "line", "column", "help"]);
  expect(diagnostics[0]).toMatchObject({ code: "unknown-kind", severity: "error", file: "tools.d/say.yaml", line: 3, column: 7 });
  expect(toolgen(projectOf({ "tools.d/say.yaml": sayTool }), [command, "--format", "json"])).toEqual({
    status: 0,
    stdout: "[]\n",
    stderr: "",
  });
});

it("lists drift as JSON too", () => {
  const folder = projectOf({ "tools.d/say.yaml": sayTool });
  const { status, stdout } = toolgen(folder, ["build", "--check", "--format", "json"]);
  expect(status).toBe(1);
  expect(JSON.parse(stdout).map((d: { readonly file: string }) => d.file)).toContain("generated/gemini/discovery.json");
});

it("checks a project in another folder", () => {
  const folder = projectOf({ "tools.d/say.yaml": sayTool });
  expect(toolgen("/", ["check", "--project", folder])).toMatchObject({ status: 0, stdout: "1 tool, no errors.\n" });
});
