import { beforeAll, expect, it } from "vitest";
import { temporaryFolder } from "../../kit/temporary-folder.js";
import { calls } from "../../tools.d/calls.js";
import { askCore } from "./client.js";
import { makeProject, ownTools } from "./project.js";

/** The answer of `core.mjs`: how the real client sees the server in `mcpServers`. */
interface Report {
  readonly tools: readonly { readonly name: string; readonly readOnly: boolean }[];
  readonly results: readonly { readonly llmContent: unknown; readonly error?: { readonly type: string } }[];
  readonly complaints: readonly string[];
}

const own = Object.entries(calls).map(([name, { params }]) => ({ name, params }));
const more = [
  { name: "echo_edits", params: { file_path: "a", edits: [{ old_string: "x", newText: "y" }], force: "true", wait_for_previous: true } },
  { name: "leave_child", params: { pidFile: "../outside", afterwards: "exit" } },
  { name: "fail", params: {} },
];
let project: string;
let report: Report;

beforeAll(() => {
  project = makeProject();
  const requested = [...own, ...more].map(({ name, params }) => ({ name: `mcp_toolgen_${name}`, params }));
  report = askCore("mcp", { calls: requested }, { cwd: project, env: { GEMINI_CLI_HOME: temporaryFolder(), TMPDIR: project } });
});

const result = (name: string) => report.results[[...own, ...more].findIndex((call) => call.name === name)];

it("connects to the server and registers every tool", () => {
  const names = report.tools.map((tool) => tool.name);
  expect(names).toEqual(expect.arrayContaining(ownTools(project).map((name) => `mcp_toolgen_${name}`)));
  // It looks for another program of its own.
  expect(report.complaints.filter((complaint) => !complaint.includes("Ripgrep"))).toEqual([]);
});

it("believes the hints: what reads is read-only, what runs programs is not", () => {
  const readOnly = Object.fromEntries(report.tools.map((tool) => [tool.name, tool.readOnly]));
  expect(readOnly).toMatchObject({ mcp_toolgen_git_log: true, mcp_toolgen_echo_edits: true, mcp_toolgen_fail: false });
});

it("executes every tool of tools.d on a real repository", () => {
  for (const [name, { prints }] of Object.entries(calls)) {
    expect(result(name)?.error, name).toBeUndefined();
    const text = unmarked(result(name)?.llmContent);
    if (typeof prints === "string") expect(text, name).toBe(prints.trimEnd());
    else expect(`${text}\n`, name).toMatch(prints);
  }
});

it("lets aliases, texts for booleans and its own keys through to us", () => {
  expect(JSON.parse(unmarked(result("echo_edits")?.llmContent))).toEqual({
    path: "a",
    edits: [{ oldText: "x", newText: "y", count: 1 }],
    force: true,
  });
});

it("hands our refusals and failures to the model", () => {
  expect(result("leave_child")?.error?.type).toBe("mcp_tool_error");
  expect(textOf(result("leave_child")?.llmContent)).toContain("leave_child was not run: its arguments are wrong.");
  expect(textOf(result("fail")?.llmContent)).toMatch(/fail\.sh exited with code 3\.[\s\S]*disk on fire[\s\S]*halfway there/);
});

/** The client hands on text or parts of text. */
function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  return Array.isArray(content) ? content.map((part: { readonly text?: string }) => part.text ?? "").join("") : JSON.stringify(content);
}

/** The text within what the client marks as coming from outside. */
function unmarked(content: unknown): string {
  const [, text = ""] = /^<untrusted_context>\n([\s\S]*)\n<\/untrusted_context>$/.exec(textOf(content)) ?? [];
  return text;
}
