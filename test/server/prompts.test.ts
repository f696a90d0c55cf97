import { beforeAll, expect, it } from "vitest";
import { projectOf } from "../kit/project.js";
import { program, toolgen } from "../kit/toolgen.js";
import { connectSdk, type SdkClientName, sdkClientNames } from "./connect.js";
import { envelope, initialize, initialized, serverHere } from "./raw-server.js";

const specs = `name: count_lines
description: Count lines.
kind: read
command: [wc, -l, toolgen.yaml]
---
prompt: review-change
displayName: Review
description: Review the current change.
schema:
  properties:
    focus: { type: string, maxLength: 1000, description: What to look at most. }
    depth: { type: string, enum: [quick, full], default: quick }
    most: { type: integer, minimum: 1 }
  required: [focus]
text: "Review it ({{depth}}). Look most at {{focus}}.{{#if most}} At most {{most}} remarks.{{/if}}"
---
prompt: greet
description: Greets.
messages:
  - { text: Hello. }
  - { role: assistant, text: "Hi. What is {{braces}}?" }
`.replace("{{braces}}", "\\\\{{braces}}");

let folder: string;
beforeAll(() => {
  folder = projectOf({ "toolgen.yaml": "version: 1\nserver: notes\n", "tools.d/all.yaml": specs });
  expect(toolgen(folder, ["build"])).toMatchObject({ status: 0, stderr: "" });
});

const connect = (name: SdkClientName) => connectSdk(name, { cwd: folder });

it.each(sdkClientNames)("lists prompts and renders them with a client's texts (%s)", async (name) => {
  const client = await connect(name);
  expect(client.getServerCapabilities()).toEqual({ tools: { listChanged: true }, prompts: { listChanged: true }, completions: {} });
  expect((await client.listPrompts()).prompts).toMatchObject([
    { name: "greet", title: "Greet", description: "Greets." },
    {
      name: "review-change",
      title: "Review",
      arguments: [
        { name: "focus", description: "What to look at most.", required: true },
        { name: "depth", description: "One of: quick, full.", required: false },
        { name: "most", required: false },
      ],
    },
  ]);
  expect(await client.getPrompt({ name: "review-change", arguments: { focus: "{{depth}} $(id) `id`", most: "3" } })).toMatchObject({
    description: "Review the current change.",
    messages: [
      { role: "user", content: { type: "text", text: "Review it (quick). Look most at {{depth}} $(id) `id`. At most 3 remarks." } },
    ],
  });
  expect((await client.getPrompt({ name: "greet" })).messages).toEqual([
    { role: "user", content: { type: "text", text: "Hello." } },
    { role: "assistant", content: { type: "text", text: "Hi. What is {{braces}}?" } },
  ]);
});

it.each(sdkClientNames)("refuses wrong arguments and unknown names with -32602 and what to change (%s)", async (name) => {
  const client = await connect(name);
  const refused = (prompt: string, args?: Record<string, string>) =>
    client.getPrompt({ name: prompt, ...(args && { arguments: args }) }).then(
      () => "rendered",
      (error: { code: number; message: string }) => {
        expect(error.code).toBe(-32602);
        return error.message;
      },
    );
  expect(await refused("review-change")).toContain("`focus` is required");
  expect(await refused("review-change", { focus: "a", depth: "fulll" })).toContain('did you mean "full"?');
  expect(await refused("review-change", { focus: "a", most: "many" })).toContain("`most` must be an integer");
  expect(await refused("review-change", { focus: "x".repeat(100_000) })).toContain("`focus`");
  expect(await refused("review-change", { focus: "a", nonsense: "b" })).toContain(
    "- `nonsense` is not an argument of this prompt. Accepted: `focus`, `depth`, `most`.",
  );
  expect(await refused("greet", { nonsense: "b" })).toContain("- `nonsense` is not an argument of this prompt. It takes no arguments.");
  for (const unknown of ["nope", "../prompts/greet", "greet.cjs", "GREET", "", "greet\0", "x".repeat(5000)])
    expect(await refused(unknown)).toContain("There is no prompt named");
});

it.each(sdkClientNames)("completes an argument from its enum, and refuses unknown prompts (%s)", async (name) => {
  const client = await connect(name);
  const complete = (prompt: string, argument: string, value: string) =>
    client.complete({ ref: { type: "ref/prompt", name: prompt }, argument: { name: argument, value } });
  expect((await complete("review-change", "depth", "")).completion).toEqual({ values: ["quick", "full"], total: 2, hasMore: false });
  expect((await complete("review-change", "depth", "F")).completion.values).toEqual(["full"]);
  for (const other of ["focus", "nope", "__proto__", "constructor"])
    expect((await complete("review-change", other, "")).completion.values).toEqual([]);
  await expect(complete("nope", "depth", "")).rejects.toMatchObject({ code: -32602 });
});

it("serves the current specs with toolgen mcp, too", async () => {
  const client = await connectSdk("SDK 2 as of 2026-07-28", { cwd: folder, program: [program, "mcp"] });
  expect((await client.listPrompts()).prompts.map(({ name }) => name)).toEqual(["greet", "review-change"]);
  expect((await client.getPrompt({ name: "review-change", arguments: { focus: "x" } })).messages).toHaveLength(1);
  await expect(client.getPrompt({ name: "nope" })).rejects.toMatchObject({ code: -32602 });
});

it("answers -32601 to requests about prompts if a project has none", async () => {
  const plain = projectOf({ "tools.d/a.yaml": specs.slice(0, specs.indexOf("---")) });
  toolgen(plain, ["build"]);
  const old = serverHere(plain);
  const answers = [old.answer("first"), old.answer(1)];
  old.send(initialize, initialized, { id: 1, method: "prompts/list" });
  const [begun, refused] = await Promise.all(answers);
  expect(begun?.result?.capabilities).toEqual({ tools: { listChanged: true } });
  expect(refused?.error?.code).toBe(-32601);
  await old.end();
  const modern = serverHere(plain);
  const answer = modern.answer(1);
  modern.send({ id: 1, method: "prompts/list", params: envelope });
  expect((await answer).error?.code).toBe(-32601);
  await modern.end();
});
