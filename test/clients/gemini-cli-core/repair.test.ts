import { beforeAll, expect, it } from "vitest";
import { type Client, sharedClient } from "./client.js";

let client: Client;

beforeAll(async () => {
  ({ client } = await sharedClient());
});

async function echoed(tool: string, params: object): Promise<unknown> {
  const { llmContent, error } = await client.call(tool, params);
  expect([llmContent, error]).toEqual([llmContent, undefined]);
  return JSON.parse(llmContent);
}

it("takes whole numbers for texts with other forms, which the client lets through", async () => {
  const params = { path: "f", edits: [{ oldText: 1, newText: 2 }] };
  expect(await echoed("echo_edit_file", params)).toEqual({ path: "f", edits: [{ oldText: "1", newText: "2" }] });
});

const ab = { oldText: "a", newText: "b" };

it.each([
  ["keys of an element at the top, as Claude Code sends them", { file_path: "f", old_string: "a", new_string: "b", replace_all: false }],
  ["as the Anthropic text editor does", { command: "str_replace", path: "f", old_str: "a", new_str: "b" }],
  ["as Gemini CLI does", { absolute_path: "f", old_string: "a", new_string: "b", instruction: "Rename it." }],
  ["as Cline does", { path: "f", diff: "------- SEARCH\na\n=======\nb\n+++++++ REPLACE" }],
  ["a list as a JSON text", { path: "f", edits: JSON.stringify([ab]) }],
  ["an element in place of the list", { path: "f", edits: ab }],
  ["other names in elements, and the path beside them", { edits: [{ old: "a", new: "b", path: "f" }] }],
  ["keys of an element beside an empty list", { path: "f", edits: [], old_string: "a", new_string: "b" }],
  ["another name for a path", { pathname: "f", edits: [ab] }],
  ["a list and the same at the top", { path: "f", edits: [ab], old_string: "a", new_string: "b" }],
])("takes an edit with %s", async (_, params) => {
  expect(await echoed("echo_edit_file", params)).toEqual({ path: "f", edits: [ab] });
});

it.each([
  ["a first and a last line", { file_path: "f", start_line: 10, end_line: 20 }],
  ["numbers as texts", { path: "f", offset: "10", limit: "11" }],
  ["a range", { path: "f", lines: "10-20" }],
  ["a range in a list", { path: "f", view_range: [10, 20] }],
  [
    "the names of Cursor",
    { target_file: "f", start_line_one_indexed: 10, end_line_one_indexed_inclusive: 20, should_read_entire_file: false },
  ],
  ["lines after the path of the file", { path: "f:10-20" }],
  ["a number with a plus sign", { path: "f", offset: "+10", limit: "+11" }],
  ["a path in Markdown", { path: "`f`", offset: 10, limit: 11 }],
])("takes lines to read by %s", async (_, params) => {
  expect(await echoed("echo_read_lines", params)).toEqual({ path: "f", offset: 10, limit: 11 });
});

it.each([
  [
    "two values",
    { path: "f", old_string: "a", old_str: "x", new_string: "b" },
    /`old_str` is "x" but `old_string` is "a", and both mean `oldText`/,
  ],
  [
    "what it can't do",
    { path: "f", edits: [ab], replace_all: true },
    /`replace_all` is true, which this tool can't do\. Leave it out, or give false/,
  ],
  ["half of an element", { path: "f", old_string: "a" }, /`edits\[0\]\.newText` is required, but missing/],
  [
    "two files",
    {
      edits: [
        { ...ab, path: "f" },
        { ...ab, path: "g" },
      ],
    },
    /`edits\[0\]\.path` is "f" but `edits\[1\]\.path` is "g"/,
  ],
])("refuses %s with words that the call can be corrected by", async (_, params, problem) => {
  const { llmContent, error } = await client.call("echo_edit_file", params);
  expect(error?.type).toBe("discovered_tool_execution_error");
  expect(llmContent).toMatch(problem);
  expect(llmContent).toContain("call echo_edit_file again");
});
