import { afterAll, beforeAll, expect, it } from "vitest";
import { reportProject } from "../../compiler/handlers/project.js";
import { type Client, startClient } from "./client.js";

let client: Client;

beforeAll(async () => {
  client = await startClient(reportProject());
  await client.discover();
});
afterAll(() => {
  client?.stop();
});

it("calls a handler, with an alias and a default", async () => {
  expect(await client.call("report", { message: "hi" })).toMatchObject({ llmContent: "hi 5 true" });
});

it("takes what a handler says besides for no failure", async () => {
  const { llmContent, error } = await client.call("report", { text: "hi", mode: "noisy" });
  expect({ llmContent, error }).toEqual({ llmContent: "calm", error: undefined });
});

it("hands on where in the TypeScript a handler failed", async () => {
  const { llmContent, error } = await client.call("report", { text: "hi", mode: "throws" });
  expect(error?.type).toBe("discovered_tool_execution_error");
  expect(llmContent).toContain("at deep (lib/deep.ts:3:9)");
});
