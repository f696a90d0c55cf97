import { basename } from "node:path";
import { expect, it } from "vitest";
import { compiled } from "../../kit/compiled.js";
import { builtProject } from "../../kit/project.js";
import { toolgen } from "../../kit/toolgen.js";

const devices = ["con", "PRN", "Aux", "nul", "com1", "LPT9"];
const tests = ["test", "Spec"];

const command = "description: Prints its own name, and nothing else.\nkind: read\nrisk: safe\ncommand: [printf, done]\n";

it("names no file as a device of Windows, or as a test of Jest", async () => {
  const names = [...devices, ...tests];
  const specs = names.map((name) => [`tools.d/${name}_spec.yaml`, `name: ${name}\n${command}`]);
  const prompts = names.map((name) => [`tools.d/${name}_prompt.yaml`, `prompt: ${name}\ndescription: Ask.\ntext: Hello.\n`]);
  const { files, diagnostics } = await compiled({
    "toolgen.yaml": "version: 1\ntargets: { classes: {}, docs: {}, pi: {}, skills: {} }\n",
    ...Object.fromEntries([...specs, ...prompts]),
  });
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  // A prompt's name is that of its file of a command, which clients show.
  const paths = files.map(({ path }) => path).filter((path) => !path.includes("commands/"));
  expect(paths.filter((path) => path.split("/").some((part) => /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i.test(part)))).toEqual([]);
  expect(paths.filter((path) => /(?:^|\.)(?:test|spec)\.[cm]?[jt]sx?$/i.test(basename(path)))).toEqual([]);
  const readme = files.find(({ path }) => path === "docs/README.md")?.text ?? "";
  const linked = [...readme.matchAll(/\]\((tools\/[^)]+)\)/g)].map(([, path]) => `docs/${path}`);
  expect(linked).toHaveLength(names.length);
  expect(paths).toEqual(expect.arrayContaining(linked));
});

it("calls a tool whose file has another name", () => {
  const folder = builtProject({ "toolgen.yaml": "version: 1\n", "tools.d/con.yaml": `name: con\n${command}` });
  expect(toolgen(folder, ["call", "con"])).toMatchObject({ status: 0, stdout: expect.stringContaining("done") });
});

it("refuses prompts whose files would have the same name", async () => {
  const prompt = (name: string) => `prompt: ${name}\ndescription: Ask.\ntext: Hello.\n`;
  const { diagnostics } = await compiled({ "a.yaml": prompt("con"), "b.yaml": prompt("con_") });
  expect(diagnostics.map(({ code }) => code)).toContain("duplicate-prompt");
});
