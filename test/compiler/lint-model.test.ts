import { expect, it } from "vitest";
import { compile } from "../../src/compiler/compile.js";
import { lintModel } from "../../src/compiler/lint.js";
import { parse } from "../../src/compiler/source.js";
import { lintCodes } from "../../src/contract/diagnostics/lint-codes.js";
import { nodeHost, readAssets } from "../../src/contract/node-host.js";
import { memoryHost } from "../kit/memory-host.js";

const lintText = async (text: string, files: Readonly<Record<string, string>> = {}) => {
  const host = memoryHost({ "tools.d/a.yaml": text, ...files });
  const [{ model }, problems] = await compile(host, { version: "0.1.0" }, { targets: [], handlers: "leave" });
  expect(problems.filter(({ severity }) => severity === "error")).toEqual([]);
  const config = files["toolgen.yaml"];
  return lintModel(model, { config: config === undefined ? undefined : parse({ path: "toolgen.yaml", text: config })[0][0] });
};
const codesOf = async (...args: Parameters<typeof lintText>) => (await lintText(...args)).map(({ code }) => code);

const spec = (more: string, { name = "show_log", description = "Show commits. Use it to see changes, not files." } = {}) =>
  `name: ${name}\ndescription: ${JSON.stringify(description)}\nkind: read\n${more}`;
const bounded = "command: [git, log]\noutput: { maxLines: 50 }\n";

it.each(Object.entries(lintCodes).filter(([code]) => !["too-many-tools", "client-tool-limit"].includes(code)))(
  "finds %s in the catalogue's example and nothing else, and a spec can turn it off",
  async (code, { example }) => {
    const found = await lintText(example);
    expect(found.map((one) => one.code)).toEqual([code]);
    expect(found[0]?.span).toBeDefined();
    const off = example
      .split("---\n")
      .map((document) => `${document}lint: { ${code}: off }\n`)
      .join("---\n");
    expect(await codesOf(off)).toEqual([]);
    expect(await codesOf(example, { "toolgen.yaml": `version: 1\nlint: { ${code}: off }\n` })).toEqual([]);
  },
);

it.each(Object.entries(lintCodes))("says for %s why, and where that is known from", (_code, { explanation, severity }) => {
  expect(severity).toBe("note");
  expect(explanation).toMatch(
    /https:\/\/(?:platform\.claude\.com|www\.anthropic\.com|developers\.openai\.com|ai\.google\.dev|code\.visualstudio\.com)\//,
  );
});

it("accepts a description that names the tool which is better for something", async () => {
  expect(await codesOf(spec(bounded, { description: "Show commits. Use it to see changes; to look into a file use read_file." }))).toEqual(
    [],
  );
  expect(await codesOf(spec(bounded, { description: "Shows the useful log." }))).toEqual([
    "description-without-limits",
    "description-without-use",
  ]);
});

it("takes a parameter for a part, a selection or a limit for a bound", async () => {
  const parameter = (name: string) =>
    spec(
      `schema: { properties: { ${name}: { type: integer, minimum: 1, description: How many. } } }\ncommand: [git, log, "-n{{${name}}}"]\n`,
    );
  for (const name of ["max", "maxResults", "page", "line_count"]) expect(await codesOf(parameter(name))).toEqual([]);
  expect(await codesOf(parameter("image"))).toEqual(["unbounded-result"]);
  expect(await codesOf(spec("command: [git, log]\noutput: { maxLines: 2000 }\n"))).toEqual([]);
  expect(await codesOf(spec("command: [git, gc]\n").replace("kind: read", "kind: edit"))).toEqual([]);
});

it("compares names by meaning, within a target", async () => {
  const both = (first: string, second: string, files = {}) =>
    codesOf(
      `${spec(bounded, { name: first })}---\n${spec(bounded, { name: second, description: "List commits. Use it to see changes, not files." })}`,
      files,
    );
  expect(await both("get_user", "fetch_users")).toEqual(["similar-tools"]);
  expect(await both("user_delete", "remove_user")).toEqual(["similar-tools"]);
  expect(await both("get_user", "get_group")).toEqual([]);
  expect(await both("get_user", "delete_user")).toEqual([]);
  expect(await both("convert_yaml_to_json", "convert_json_to_yaml")).toEqual([]);
  expect(await both("list_view", "list_load")).toEqual([]);
  const apart = { "toolgen.yaml": "version: 1\ntargets: { mcp: { exclude: [get_user] }, gemini: { exclude: [get_user] } }\n" };
  expect(await both("get_user", "fetch_users", apart)).toEqual([]);
});

it("counts the tools of a target, and not those that it leaves out", async () => {
  const many = (count: number) =>
    Array.from({ length: count }, (_, i) => {
      const name = `show_${String.fromCharCode(97 + i)}x`;
      return spec(bounded, { name, description: `Show ${name}. Use it to see changes, not files.` });
    }).join("---\n");
  expect(await codesOf(many(19))).toEqual([]);
  expect(await codesOf(many(20))).toEqual(["too-many-tools", "too-many-tools"]);
  expect(
    await codesOf(many(20), { "toolgen.yaml": "version: 1\ntargets: { mcp: { exclude: [show_ax] }, gemini: { exclude: [show_ax] } }\n" }),
  ).toEqual([]);
});

it("wants explanations of properties in objects and lists, unless the parameter's description names them", async () => {
  const edits = (description: string, property = "{ type: string }") =>
    spec(
      `schema: { properties: { edits: { type: array, description: ${description}, items: { type: object, properties: { old: ${property} } } } } }\ncommand: [cat]\nstdin: "{{json edits}}"\noutput: { maxLines: 50 }\n`,
    );
  expect((await lintText(edits("The edits."))).map(({ code, message }) => [code, message])).toEqual([
    ["undescribed-parameter", "The parameter 'edits[].old' has no description."],
  ]);
  expect(await codesOf(edits("The edits.", "{ type: string, description: What is replaced. }"))).toEqual([]);
  expect(await codesOf(edits('"The edits: old is replaced."'))).toEqual([]);
  expect(await codesOf(edits('"The edits: older is replaced."'))).toEqual(["undescribed-parameter"]);
});

it("wants the meaning of short values, and not of words or numbers", async () => {
  const choice = (values: string, description: string) =>
    spec(
      `schema: { properties: { state: { enum: [${values}], description: ${JSON.stringify(description)} } } }\ncommand: [git, log, "-{{state}}"]\noutput: { maxLines: 50 }\n`,
    );
  expect(await codesOf(choice("A, M", "Which changes."))).toEqual(["unexplained-value"]);
  expect(await codesOf(choice("A, M", "A: added, M: modified."))).toEqual([]);
  expect(await codesOf(choice("A, M", "A: added. More."))).toEqual(["unexplained-value"]);
  expect(await codesOf(choice("added, modified", "Which changes."))).toEqual([]);
  expect(await codesOf(choice("1, 2", "How many."))).toEqual([]);
});

it("compares first sentences within a target, whatever their case", async () => {
  const both = (first: string, second: string, files = {}) =>
    codesOf(`${spec(bounded, { description: first })}---\n${spec(bounded, { name: "graph_branches", description: second })}`, files);
  const one = "Show commits. Use it to see changes, not files.";
  expect(await both(one, "SHOW commits! Use it when you like, but never twice.")).toEqual(["same-description"]);
  expect(await both(one, "Show commits of a branch. Use it to see changes, not files.")).toEqual([]);
  const apart = { "toolgen.yaml": "version: 1\ntargets: { mcp: { exclude: [show_log] }, gemini: { exclude: [show_log] } }\n" };
  expect(await both(one, one, apart)).toEqual([]);
});

it("compares the number of tools of the MCP server with what clients take", async () => {
  const [{ model }] = await compile(
    memoryHost({ "tools.d/a.yaml": spec(bounded) }),
    { version: "0.1.0" },
    { targets: [], handlers: "leave" },
  );
  const messages = (count: number, off = "") => {
    const tools = model.tools.flatMap((tool) => Array.from({ length: count }, (_, i) => ({ ...tool, name: `${i}` })));
    const [config] = parse({
      path: "toolgen.yaml",
      text: `version: 1\nlint: { too-many-tools: off, similar-tools: off, same-description: off${off} }\n`,
    })[0];
    return lintModel({ ...model, tools }, { config }).map(({ message }) => message);
  };
  expect(messages(40)).toEqual([]);
  expect(messages(41)).toEqual(["The MCP server has 41 tools, and Cursor takes at most 40 of all servers together."]);
  expect(messages(128)).toHaveLength(1);
  expect(messages(129)).toEqual([expect.stringContaining("Cursor"), expect.stringContaining("VS Code takes at most 128")]);
  expect(messages(129, ", client-tool-limit: off")).toEqual([]);
});

it("finds nothing in this repository's own tools, those that come with toolgen included", async () => {
  const root = new URL("../../", import.meta.url);
  const [{ model }] = await compile(nodeHost(root.pathname), await readAssets(root), { targets: [], handlers: "leave" });
  expect(model.tools.length).toBeGreaterThan(15);
  expect(lintModel(model, { config: undefined, withLibrary: true }).map(({ code, path, message }) => `${path} ${code} ${message}`)).toEqual(
    [],
  );
});
