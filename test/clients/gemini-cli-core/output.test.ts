import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { type Client, sharedClient } from "./client.js";

let project: string;
let client: Client;

beforeAll(async () => {
  ({ project, client } = await sharedClient());
});

const characters = 100_000;

it.each(["print_euros", "print_euros_widely"])(
  "cuts 300 kB of euro signs from %s without harming one, and says where the rest is",
  async (tool) => {
    const { llmContent, error } = await client.call(tool, { characters });
    expect(error).toBeUndefined();
    expect(llmContent).not.toContain("\uFFFD");
    expect(Buffer.byteLength(llmContent)).toBeLessThan(64 * 1024);
    expect(llmContent.split("€").length).toBeGreaterThan(10_000);
    const full = /\/[^\s\]]+/.exec(llmContent)?.[0] ?? "";
    expect(existsSync(full), `a file is named in: ${llmContent.replaceAll("€", "").trim()}`).toBe(true);
    expect(readFileSync(full, "utf8").replaceAll("\n", "")).toBe("€".repeat(characters));
  },
);

it("hands on both streams and the exit code of a tool that fails", async () => {
  const { llmContent, error } = await client.call("fail", {});
  expect(error?.type).toBe("discovered_tool_execution_error");
  for (const part of ["halfway there", "disk on fire", "3"]) expect(llmContent).toContain(part);
});

it("makes a warning part of a success", async () => {
  const { llmContent, error } = await client.call("warn", {});
  expect(error).toBeUndefined();
  expect(llmContent).toContain("all done");
  expect(llmContent).toContain("that was close");
});

it("runs three calls at once", async () => {
  mkdirSync(join(project, "place"));
  // Other files of tests ask for the state of this repository.
  writeFileSync(join(project, "place/.gitignore"), "*\n");
  const names = ["ada", "bob", "eve"];
  const results = await Promise.all(names.map((name) => client.call("meet", { name, place: "place", people: names.length })));
  expect(results.map((result) => result.llmContent.trim())).toEqual(names.map((name) => `${name} met everybody`));
});
