import { expect, it } from "vitest";
import { compiled } from "../../../kit/compiled.js";

const tool = (name: string, rest = "") => `name: ${name}\ndescription: d\nkind: read\ncommand: [wc]\n${rest}`;

async function generated(config: string, ...specs: readonly string[]) {
  const files = Object.fromEntries(specs.map((spec, i) => [`${i}.yaml`, spec]));
  const result = await compiled({ "toolgen.yaml": `version: 1\n${config}`, ...files });
  expect(result.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  return new Map(result.files.map(({ path, text }) => [path, text]));
}

const on = "targets: { gemini: { classes: true } }\n";

it("makes nothing, and changes nothing, unless a project asks for it", async () => {
  const without = await generated("", tool("plain"));
  expect(await generated("targets: { gemini: { classes: false } }\n", tool("plain"))).toEqual(without);
  expect(await generated("targets: { gemini: {} }\n", tool("plain"))).toEqual(without);
  const added = new Map(await generated(on, tool("plain")));
  for (const [path, text] of without) {
    expect(added.get(path)).toBe(text);
    added.delete(path);
  }
  expect([...added.keys()]).toEqual([
    "gemini/classes/index.ts",
    "gemini/classes/plain.ts",
    "gemini/classes/policies.toml",
    "gemini/core-tool-base.ts",
  ]);
});

it("has files and names of its own for tools that are called as what is beside them", async () => {
  const files = await generated(on, tool("index"), tool("core_tool_base"), tool("message_bus"), tool("policies"));
  expect([...files.keys()].filter((path) => path.startsWith("gemini/classes/"))).toEqual([
    "gemini/classes/core-tool-base.ts",
    "gemini/classes/index.ts",
    "gemini/classes/index_.ts",
    "gemini/classes/message-bus.ts",
    "gemini/classes/policies.toml",
    "gemini/classes/policies.ts",
  ]);
  expect(files.get("gemini/classes/core-tool-base.ts")).toContain("class CoreToolBaseTool extends CoreToolBase<CoreToolBaseParams>");
});

it("lets no text of a spec end its comment", async () => {
  const files = await generated(on, tool("plain", 'displayName: "a */ b"\n'));
  expect(files.get("gemini/classes/plain.ts")).toContain("/** a *\\/ b (read, safe),");
});

it("has rules for the names that the classes register", async () => {
  const files = await generated(on, tool("plain"));
  expect(files.get("gemini/classes/policies.toml")).toContain('\n  "plain", # read, safe: tools.d/0.yaml\n');
  expect(files.get("gemini/policies.toml")).toContain('"discovered_tool_plain"');
});
