import { beforeAll, expect, it } from "vitest";
import { type Client, sharedClient } from "./client.js";

let client: Client;

beforeAll(async () => {
  ({ client } = await sharedClient());
});

const edits = [{ oldText: "a", newText: "b" }];

async function echoed(params: object): Promise<unknown> {
  const { llmContent, error } = await client.call("echo_edits", params);
  expect(error).toBeUndefined();
  return JSON.parse(llmContent);
}

it("takes a parameter under another name", async () => {
  expect(await echoed({ file_path: "a.ts", edits })).toEqual({ path: "a.ts", edits: [{ oldText: "a", newText: "b", count: 1 }] });
});

it("takes parameters of array elements under other names, and drops what is ignored", async () => {
  const sent = { path: "a.ts", edits: [{ old_string: "a", new_string: "", description: "shorter" }] };
  expect(await echoed(sent)).toEqual({ path: "a.ts", edits: [{ oldText: "a", newText: "", count: 1 }] });
});

it("takes numbers and booleans that were sent as text", async () => {
  const sent = { path: "a.ts", edits: [{ ...edits[0], count: "5" }], force: "true", ratio: "0.5" };
  expect(await echoed(sent)).toEqual({ path: "a.ts", edits: [{ oldText: "a", newText: "b", count: 5 }], force: true, ratio: 0.5 });
});

it("takes a coerced call of a real tool", async () => {
  const { llmContent } = await client.call("git_log", { limit: "1" });
  expect(llmContent).toMatch(/^[0-9a-f]{7,} 2026-01-02 Ada: Count one more\n?$/);
});

it("prefers the canonical value to an alias that is null or the same", async () => {
  expect(await echoed({ path: "a.ts", file_path: "a.ts", edits })).toMatchObject({ path: "a.ts" });
});

it("refuses two different values for one parameter and names both", async () => {
  const { llmContent, error } = await client.call("search_text", { pattern: "one", query: "two" });
  expect(error?.type).toBe("discovered_tool_execution_error");
  expect(llmContent).toContain("Exit Code: 2");
  expect(llmContent).toMatch(/'?pattern'?.*'?query'?/s);
});

it("refuses an empty call of a tool that needs something, saying what", async () => {
  const { llmContent } = await client.call("search_text", {});
  expect(llmContent).toContain("Exit Code: 2");
  expect(llmContent).toContain("pattern");
});

it("runs an empty call of a tool that needs nothing", async () => {
  expect((await client.call("git_status", {})).llmContent).toContain("## main");
});

it("doesn't see the key that the client adds", async () => {
  expect(await echoed({ path: "a.ts", edits, wait_for_previous: true })).not.toHaveProperty("wait_for_previous");
});

it("refuses an unknown key with the closest name, which the client's own refusal doesn't say", async () => {
  const { llmContent } = await client.call("search_text", { pattern: "x", ignorCase: true });
  expect(llmContent).toContain("Exit Code: 2");
  expect(llmContent).toMatch(/ignorCase.*ignoreCase/s);
});

it("takes a name of a parameter in another style, and a misspelt one that can only be that", async () => {
  expect(await echoed({ Path: "a.ts", edits })).toMatchObject({ path: "a.ts" });
  expect(await echoed({ paht: "a.ts", edits })).toMatchObject({ path: "a.ts" });
});

it("never lets a revision become an option", async () => {
  const { llmContent } = await client.call("git_log", { revision: "--output=stolen.txt" });
  expect(llmContent).toContain("Exit Code: 2");
  expect(llmContent).toContain("revision");
});

it("refuses a path outside the project", async () => {
  const { llmContent } = await client.call("search_text", { pattern: "root", path: "/etc/passwd" });
  expect(llmContent).toContain("Exit Code: 2");
  expect(llmContent).not.toContain("root:x:0");
});

it("takes a megabyte of parameters", async () => {
  const { llmContent, error } = await client.call("count_bytes", { text: "x".repeat(1024 * 1024) });
  expect(error).toBeUndefined();
  expect(llmContent.trim()).toBe("1048576");
});

it("gives a tool the base environment and not the client's secrets", async () => {
  const { llmContent } = await client.call("print_environment", {});
  expect(llmContent).toMatch(/^PATH=/m);
  expect(llmContent).toMatch(/^LANG=C.UTF-8$/m);
  expect(llmContent).not.toContain("very-secret");
});
