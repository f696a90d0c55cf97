import { existsSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { type Client, sharedClient } from "./client.js";

let project: string;
let client: Client;

beforeAll(async () => {
  ({ project, client } = await sharedClient());
});

it("runs a script, and nothing that a value says", async () => {
  for (const [word, text] of [
    ["b", "a b\nb\nc"],
    ["'", "it's\n\"; touch canary; $(touch canary) `touch canary`\n'; touch canary #"],
    ["$(touch canary)", "-n $(touch canary)\nEOF\n\\"],
  ] as const) {
    const { llmContent, error } = await client.call("count_lines_with", { word, text });
    const count = text.split("\n").filter((line) => line.includes(word)).length;
    expect(error).toBeUndefined();
    expect(llmContent.trimEnd()).toBe(`${count} of ${word}: ${text}`);
  }
  expect(existsSync(join(project, "canary"))).toBe(false);
});
