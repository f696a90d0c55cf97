import fc from "fast-check";
import { expect, it } from "vitest";
import { NameIndex } from "../../../src/call/tool-index.js";
import { BaseDeclarativeTool, Kind, type RegistryProblem, ToolRegistry, type ToolResult } from "../../../src/runtime/index.js";

const result: ToolResult = { llmContent: "", returnDisplay: "" };

class NamedTool extends BaseDeclarativeTool<object, ToolResult> {
  constructor(name: string, description = "") {
    super({
      name,
      displayName: name,
      description,
      kind: Kind.Other,
      risk: { level: "safe", requiresConfirmation: false },
      parameterSchema: { type: "object" },
      isOutputMarkdown: false,
      canUpdateOutput: false,
      definition: { params: [], aliases: [], ignore: [], mutuallyExclusive: [], defaults: {} },
      validate: () => true,
    });
  }

  protected override createInvocation(params: object) {
    return {
      params,
      getDescription: () => "",
      toolLocations: () => [],
      shouldConfirmExecute: async () => false as const,
      execute: async () => result,
    };
  }
}

const index = new NameIndex([
  { name: "search_text", aliases: ["grep"] },
  { name: "list_files", aliases: ["ls"] },
  { name: "readFile", aliases: [] },
  { name: "read_files", aliases: [] },
  { name: "github__create_issue", aliases: [], server: { name: "github", toolName: "create_issue" } },
  { name: "gitlab__create_issue", aliases: [], server: { name: "gitlab", toolName: "create_issue" } },
  { name: "gitlab__merge", aliases: [], server: { name: "gitlab", toolName: "merge" } },
]);

it.each<[string, string | undefined]>([
  ["search_text", "search_text"],
  ["searchText", "search_text"],
  ["SEARCH-TEXT", "search_text"],
  ["search.text ", "search_text"],
  ["grep", "search_text"],
  ["Grep", "search_text"],
  ["discovered_tool_search_text", "search_text"],
  ["discovered_tool_grep", "search_text"],
  ["mcp__toolgen__search_text", "search_text"],
  ["mcp_toolgen_search_text", "search_text"],
  ["mcp_toolgen_SearchText", "search_text"],
  ["toolgen__ls", "list_files"],
  ["functions.search_text", "search_text"],
  ["default_api:search_text", "search_text"],
  ["functions.search_text:0", "search_text"],
  ["functions::toolgen::search_text", "search_text"],
  ["to=functions.search_text", "search_text"],
  ["<|tool|>search_text<|message|>{}", "search_text"],
  ["search_text()", "search_text"],
  ["read_file", "readFile"],
  ["mcp_github_create_issue", "github__create_issue"],
  ["mcp__gitlab__create_issue", "gitlab__create_issue"],
  ["GitLab__createIssue", "gitlab__create_issue"],
  ["merge", "gitlab__merge"],
  ["create_issue", undefined],
  ["github__merge", undefined],
  ["github__search_text", undefined],
  ["search", undefined],
  ["", undefined],
  ["__proto__", undefined],
  ["mcp__", undefined],
])("looks up %o as %o", (name, found) => {
  expect(index.find(name)).toBe(found);
});

it("finds a name in what hosts and models put around it, or says which was meant", () => {
  const before = fc.constantFrom(
    "",
    "functions.",
    "functions::",
    "to=functions.",
    "default_api:",
    "toolgen.",
    "mcp__toolgen__",
    "discovered_tool_",
  );
  const behind = fc.constantFrom("", ":0", ":12", "()", "<|channel|>json", "<|im_end|>", "\n", " ");
  const quote = fc.constantFrom("", '"', "`", "'");
  const style = fc.constantFrom<(name: string) => string>(
    (name) => name,
    (name) => name.toUpperCase(),
    (name) => name.replace("_", "-"),
    (name) => name.replace("_", " "),
    (name) => name.replace(/[a-z]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0)),
    (name) => `\u200B${name}`,
  );
  fc.assert(
    fc.property(before, behind, quote, style, (prefix, suffix, mark, styled) => {
      expect(index.find(`${mark}${prefix}${styled("search_text")}${suffix}${mark}`)).toBe("search_text");
    }),
  );
  const more = fc.constantFrom(
    (name: string) => `${name}_tool`,
    (name: string) => `tool_${name}`,
    (name: string) => `${name}Tool`,
  );
  fc.assert(
    fc.property(fc.constantFrom("search_text", "text_search", "searchText"), more, (name, other) => {
      expect(index.find(other(name))).toBeUndefined();
      expect(index.near(other(name))).toEqual(["search_text"]);
    }),
  );
});

it.each<[string, readonly string[]]>([
  ["serch_text", ["search_text"]],
  ["discovered_tool_list_file", ["list_files"]],
  ["create_issue", ["github__create_issue", "gitlab__create_issue"]],
  ["create_isue", ["gitlab__create_issue"]],
  ["nothing_like_it", []],
])("is nearest to %o with %o", (name, near) => {
  expect(index.near(name)).toEqual(near);
});

it("answers a name that no tool has in words for the model", () => {
  const registry = new ToolRegistry();
  registry.registerTool(new NamedTool("search_text"), { aliases: ["grep"] });
  expect(registry.lookUpTool("serch_text")).toEqual({
    ok: false,
    message: `There is no tool named 'serch_text'. Did you mean 'search_text'?`,
    closest: ["search_text"],
  });
  expect(registry.getTool("GREP")?.name).toBe("search_text");
  expect(registry.getTool("x".repeat(100_000))).toBeUndefined();
});

it("replaces a tool of the same name, and says so", () => {
  const problems: RegistryProblem[] = [];
  const registry = new ToolRegistry({ onProblem: (problem) => problems.push(problem) });
  registry.registerTool(new NamedTool("a", "old"));
  registry.registerTool(new NamedTool("a", "new"));
  expect(registry.getAllTools().map(({ description }) => description)).toEqual(["new"]);
  expect(problems).toEqual([{ source: "a", message: "A tool named 'a' was registered before; the new one replaces it." }]);
});

it("takes tools away", () => {
  const registry = new ToolRegistry();
  registry.registerTool(new NamedTool("a"), { aliases: ["b"] });
  expect([registry.unregisterTool("a"), registry.unregisterTool("a")]).toEqual([true, false]);
  expect([registry.getTool("a"), registry.getTool("b"), registry.getAllTools()]).toEqual([undefined, undefined, []]);
});

it("declares all tools, or some by any of their names, each once", () => {
  const registry = new ToolRegistry();
  for (const name of ["a_b", "c", "d"]) registry.registerTool(new NamedTool(name));
  expect(registry.getFunctionDeclarations().map(({ name }) => name)).toEqual(["a_b", "c", "d"]);
  expect(registry.getFunctionDeclarationsFiltered(["d", "aB", "none", "d"]).map(({ name }) => name)).toEqual(["d", "a_b"]);
});

it("offers what is included and not excluded, and says of the rest that it is excluded", () => {
  const registry = new ToolRegistry({ include: ["git_*", "a"], exclude: ["git_push", "x"] });
  for (const name of ["a", "b", "git_log", "git_push"]) registry.registerTool(new NamedTool(name));
  expect(registry.getAllToolNames()).toEqual(["a", "git_log"]);
  expect(registry.getFunctionDeclarationsFiltered(["a", "b"]).map(({ name }) => name)).toEqual(["a"]);
  expect(registry.lookUpTool("git_push")).toMatchObject({ ok: false, message: expect.stringContaining("excluded by settings") });
  expect(registry.lookUpTool("git_push")).toMatchObject({ ok: false, closest: [] });
});
