import { rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { compile } from "../../../src/compiler/compile.js";
import { formatDiagnostics, formatDiagnosticsAsJson } from "../../../src/contract/format-diagnostics.js";
import { nodeHost, readAssets } from "../../../src/contract/node-host.js";
import { projectOf, sayTool } from "../../kit/project.js";
import { toolgen } from "../../kit/toolgen.js";
import { differing, lookAtAll } from "../written.js";

const named = (name: string) => sayTool.replace("name: say", `name: ${name}`).replace("[speak]", "[]");
const specsOf = (tools: readonly string[]) => Object.fromEntries(tools.map((text, i) => [`tools.d/${i}.yaml`, text]));

/** Tools, among them mistakes of many kinds: in one file, between two, in a fragment, and what is worth a warning alone. */
function mistaken(): readonly string[] {
  const tools = Array.from({ length: 60 }, (_, i) => named(`say_${i}`));
  const change = (i: number, from: string, to: string) => tools.splice(i, 1, (tools[i] ?? "").replace(from, to));
  change(7, "kind: read", "kind: reed");
  change(31, "{{text}}", "{{txt}}");
  change(50, "style:", "unused: { type: string }\n    style:");
  change(20, "name: say_20", "name: say_19");
  change(21, "nameAliases: []", "nameAliases: [say_5]");
  change(55, "kind: read", "kind: [");
  tools[46] = "fragment: quick\ntimeout: 5s\n";
  tools[47] += "extends: [quick]\n";
  tools[48] += "extends: [quikc]\n";
  tools[49] = "fragment: wrong\ntimeuot: 5s\n";
  change(59, "minimum: 1", "minimum: one");
  return tools;
}

async function alone(folder: string) {
  const [, diagnostics] = await compile(nodeHost(folder), await readAssets(), { targets: [] });
  return { pretty: formatDiagnostics(diagnostics, { color: false }), json: formatDiagnosticsAsJson(diagnostics) };
}

const both = (folder: string) => ({
  pretty: toolgen(folder, ["check"]).stderr,
  json: toolgen(folder, ["check", "--format", "json"]).stdout,
});

it("says the same of a project with mistakes with nothing remembered, of what it remembers, and file by file", async () => {
  const tools = mistaken();
  const folder = projectOf(specsOf(tools));
  const expected = await alone(folder);
  expect(JSON.parse(expected.json).length).toBeGreaterThan(8);
  // The first without anything to remember, the second with what is right remembered.
  expect(both(folder)).toEqual(expected);
  rmSync(join(folder, ".toolgen"), { recursive: true });
  expect(toolgen(folder, ["build"]).stderr).toBe(expected.pretty);
  expect(both(folder)).toEqual(expected);

  for (const [i, text] of tools.entries()) if (i % 10 === 0) writeFileSync(join(folder, `tools.d/${i}.yaml`), `# moved\n${text}`);
  const moved = await alone(folder);
  expect(moved).not.toEqual(expected);
  expect(both(folder)).toEqual(moved);
});

it("counts the tools that are built, and says which only describe a client's own, as build and doctor do", () => {
  const own = "name: c\ndescription: d\nkind: read\nhost: pi\n";
  const folder = projectOf(specsOf([named("a"), named("b"), own]));
  const words = "2 tools, and 1 that describes pi's own";
  expect(toolgen(folder, ["check"]).stdout).toBe(`${words}, no errors.\n`);
  expect(toolgen(folder, ["build"]).stdout).toContain(`${words}: `);
  expect(toolgen(folder, ["build"]).stdout).toContain(`${words}, nothing changed: `);
  expect(toolgen(folder, ["check"]).stdout).toBe(`${words}, no errors.\n`);
  expect(toolgen(folder, ["doctor"]).stdout).toContain(`${words}, no errors.`);
  expect(toolgen(folder, ["list"]).stdout).toMatch(/^c .*\(pi's own\)/m);
});

it("tells warnings of a build each time", async () => {
  const folder = projectOf({ "tools.d/a.yaml": named("a").replace("style:", "unused: { type: string }\n    style:") });
  const expected = await alone(folder);
  expect(expected.pretty).toContain("warning unused-parameter");
  expect(toolgen(folder, ["build"]).status).toBe(0);
  for (const _ of [1, 2]) expect(both(folder)).toEqual(expected);
});

it("sees a mistake that was made after a build without any, and changes nothing of what builds remember", () => {
  const folder = projectOf(specsOf([named("a"), named("b")]));
  for (const i of [0, 1]) utimesSync(join(folder, `tools.d/${i}.yaml`), 1, 1);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);
  toolgen(folder, ["build"]);
  const before = lookAtAll(folder);
  expect(toolgen(folder, ["check"])).toEqual({ status: 0, stdout: "2 tools, no errors.\n", stderr: "" });
  expect(toolgen(folder, ["check", "--format", "json"])).toEqual({ status: 0, stdout: "[]\n", stderr: "" });
  rmSync(join(folder, "generated/bin/call"));
  expect(toolgen(folder, ["check"])).toEqual({ status: 0, stdout: "2 tools, no errors.\n", stderr: "" });
  writeFileSync(join(folder, "tools.d/1.yaml"), named("b").replace("{{text}}", "{{txt}}"));
  expect(toolgen(folder, ["check"])).toMatchObject({ status: 1, stdout: "", stderr: expect.stringContaining("unknown-name") });
  // While it works, a lock is in the folder.
  const changed = differing(before, lookAtAll(folder)).filter((path) => path !== ".toolgen/cache");
  expect(changed).toEqual(["generated/bin", "generated/bin/call", "tools.d/1.yaml"]);
});

it("prints with --suggest the changes after which calls don't ask, also as JSON, and after errors none", () => {
  const asking = (command: string) =>
    `name: t\ndescription: d\nkind: read\nschema:\n  properties:\n    x: { type: string }\n  required: [x]\n${command}\n`;
  const folder = projectOf({ "tools.d/t.yaml": asking('command: [acme, orders, --label, "{{x}}"]') });
  const { status, stdout } = toolgen(folder, ["check", "--suggest"]);
  expect({ status, lines: stdout.split("\n") }).toEqual({
    status: 0,
    lines: [
      "t: x in `acme orders --label` (unknown): asked, because nothing is known about this place",
      "  tools.d/t.yaml:1: `data: [x]`, if the program only looks at the value",
      '  tools.d/t.yaml:6 in schema.properties.x: `pattern: "^[A-Za-z0-9_][A-Za-z0-9_.-]*$"`, if a plain word is enough',
      '  toolgen.yaml:1: `programs: { acme orders: { data: ["--label"] } }`, if the program only looks at such values, in each tool',
      "",
    ],
  });
  const suggestions: unknown = JSON.parse(toolgen(folder, ["check", "--suggest", "--json"]).stdout);
  expect(suggestions).toMatchObject([{ yaml: "data: [x]" }, { path: ["schema", "properties", "x", "pattern"] }, { file: "toolgen.yaml" }]);
  writeFileSync(join(folder, "tools.d/t.yaml"), asking('data: [x]\ncommand: [acme, orders, --label, "{{x}}"]'));
  expect(toolgen(folder, ["check", "--suggest"])).toMatchObject({ status: 0, stdout: "Calls of no tool ask about a value.\n" });
  writeFileSync(join(folder, "tools.d/t.yaml"), asking('risk: dangerous\ncommand: [ping, "{{x}}"]'));
  expect(toolgen(folder, ["check", "--suggest"]).stdout).toBe(
    "t: x in `ping` (place): asked, because it names a host, an address or an image\n" +
      "  Calls ask because of the tool's level, whatever the value.\n",
  );
  writeFileSync(join(folder, "toolgen.yaml"), "version: 1\nrisk: { t: safe }\n");
  expect(toolgen(folder, ["check", "--suggest"]).stdout).toBe("Calls of no tool ask about a value.\n");
  writeFileSync(join(folder, "tools.d/t.yaml"), asking('command: [sh, -c, "{{x}}"]'));
  expect(toolgen(folder, ["check", "--suggest", "--json"])).toMatchObject({
    status: 1,
    stdout: expect.stringContaining("evaluated-argument"),
  });
});
