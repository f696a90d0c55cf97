import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { generateText, LanguageModel } from "ai";
import { afterAll, beforeAll, expect, it } from "vitest";
import { builtProject, sayTool } from "../../kit/project.js";
import { modelThatCalls, type SentCall } from "./model.js";

type Ask = (model: LanguageModel, prompt: string) => ReturnType<typeof generateText>;

const root = fileURLToPath(new URL("../../..", import.meta.url));
const launched = process.cwd();
/** The program by each major of the SDK. */
const asks = new Map<6 | 7, Ask>();

/** The program in docs/repair.md, in a project that has this package and the SDK installed. */
beforeAll(async () => {
  for (const major of [6, 7] as const) asks.set(major, await programWith(major));
});
afterAll(() => {
  process.chdir(launched);
});

async function programWith(major: 6 | 7): Promise<Ask> {
  const folder = builtProject({ "tools.d/say.yaml": sayTool });
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(root, join(folder, "node_modules", "toolgen"));
  symlinkSync(join(root, "test/clients/ai-sdk/node_modules", `ai-${major}`), join(folder, "node_modules", "ai"));
  const [, program] = /```js\n(import .*? from "ai";\n.*?)```/s.exec(readFileSync(join(root, "docs/repair.md"), "utf8")) ?? [];
  if (program === undefined) throw new Error("docs/repair.md has no program");
  writeFileSync(join(folder, "agent.mjs"), program);
  process.chdir(folder);
  const { ask }: { readonly ask: Ask } = await import(pathToFileURL(join(folder, "agent.mjs")).href);
  return ask;
}

async function told(call: SentCall, major: 6 | 7 = 6) {
  const model = modelThatCalls(call);
  const { text, steps } = (await asks.get(major)?.(model, "Say it.")) ?? { text: "", steps: [] };
  expect(text).toBe("Done.");
  const made = steps[0]?.toolCalls[0];
  // What the model is told in its next turn.
  const results = model.doGenerateCalls[1]?.prompt.filter(({ role }) => role === "tool");
  return { name: made?.toolName, input: made?.input, results: JSON.stringify(results) };
}

it.each([
  ["a call that is right", { toolName: "say", input: '{"text":"a b","times":2}' }, "a b/2"],
  ["other names of arguments, and a number as a text", { toolName: "say", input: '{"message":"a b","times":"2"}' }, "a b/2"],
  ["another name of the tool", { toolName: "speak", input: '{"text":"a b","times":2}' }, "a b/2"],
  ["a prefix and another style", { toolName: "functions.Say", input: '{"text":"a b","times":2}' }, "a b/2"],
  ["broken JSON", { toolName: "say", input: "{text: 'a b', 'times': 2,}" }, "a b/2"],
  ["all of it at once", { toolName: "Speak", input: "{'message': 'a b', 'times': '2',}" }, "a b/2"],
])("runs %s", async (_what, call, output) => {
  for (const major of [6, 7] as const) {
    const { name, input, results } = await told(call, major);
    expect({ name, input }).toEqual({ name: "say", input: { text: "a b", times: 2 } });
    expect(results).toContain(output);
  }
});

it("tells the model what to correct", async () => {
  const { results } = await told({ toolName: "say", input: '{"text":"a","txet":"b"}' });
  expect(results).toContain("`txet` is not a parameter of this tool. Did you mean `text`?");
  expect((await told({ toolName: "sing", input: "{}" })).results).toContain("sing");
});
