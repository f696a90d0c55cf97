import { expect, it } from "vitest";
import { indexTools } from "../../../src/server/lists/search-index.js";

const tool = (name: string, description: string, parameters: readonly string[] = []) => ({
  name,
  description,
  inputSchema: { type: "object" as const, properties: Object.fromEntries(parameters.map((parameter) => [parameter, {}])) },
});
const tools = [
  tool("git_log", "Show the commits that lead to a revision."),
  tool("git_blame", "Show for each line of a file the commit that changed it.", ["path"]),
  tool("listIssues", "List what people reported.", ["assignee"]),
  tool("http_get", "Request a page."),
];
const { search } = indexTools(tools, { toolsets: { web: ["http_get"] }, companions: {} });
const find = (query: string) => search(query, () => true);

it.each([
  { query: "git_log", first: "git_log" },
  { query: "who changed a line", first: "git_blame" },
  { query: "issue", first: "listIssues" },
  { query: "issues of an assignee", first: "listIssues" },
  { query: "comits", first: "git_log" },
  { query: "web", first: "http_get" },
])("finds $first by '$query'", ({ query, first }) => {
  expect(find(query)[0]).toBe(first);
});

it("finds nothing for words that no tool has, and only what is offered", () => {
  expect(find("zebra")).toEqual([]);
  expect(search("git", (name) => name === "git_blame")).toEqual(["git_blame"]);
});

it("returns tools that match equally in the order of the list", () => {
  const same = indexTools([tool("b", "Same."), tool("a", "Same.")], { toolsets: {}, companions: {} });
  expect(same.search("same", () => true)).toEqual(["b", "a"]);
});
