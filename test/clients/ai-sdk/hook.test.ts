import { generateText, streamText, tool } from "ai";
import { convertArrayToReadableStream, MockLanguageModelV3 } from "ai/test";
import { expect, it } from "vitest";
import { z } from "zod";
import { BaseDeclarativeTool, BaseToolInvocation, repairToolCall, ToolRegistry, type ToolResult } from "../../../src/runtime/index.js";
import { toolWithRules } from "../../call/repair/tool-with-rules.js";
import { modelThatCalls, type SentCall } from "./model.js";

interface Edit {
  readonly path: string;
  readonly limit: number;
}

const { definition, validate } = toolWithRules(
  { properties: { path: { type: "string" }, limit: { type: "integer", default: 10 } }, required: ["path"] },
  { name: "edit_file", kind: "edit", aliases: [{ target: ["path"], names: ["file"] }] },
);

class EditFile extends BaseDeclarativeTool<Edit, ToolResult> {
  constructor() {
    const info = { displayName: "Edit", description: "Edits.", parameterSchema: {}, isOutputMarkdown: false, canUpdateOutput: false };
    super({ name: "edit_file", ...info, kind: "edit", risk: definition.risk, definition, validate });
  }

  protected override createInvocation(params: Edit): BaseToolInvocation<Edit, ToolResult> {
    return new (class extends BaseToolInvocation<Edit, ToolResult> {
      override getDescription = () => "Edits.";
      override execute = async () => ({ llmContent: "", returnDisplay: "" });
    })(params);
  }
}

const registry = new ToolRegistry();
registry.registerTool(new EditFile(), { aliases: ["str_replace"] });
const tools = {
  edit_file: tool({ inputSchema: z.strictObject({ path: z.string(), limit: z.number() }), execute: async () => "edited" }),
  other: tool({ inputSchema: z.strictObject({ path: z.string() }), execute: async () => "done" }),
};

async function made(call: SentCall, hook = repairToolCall(registry)) {
  const { toolCalls } = await generateText({ model: modelThatCalls(call), prompt: "Go.", tools, experimental_repairToolCall: hook });
  const [{ toolName, input, invalid = false } = { toolName: "", input: undefined }] = toolCalls;
  return { toolName, input, invalid };
}

const right = { toolName: "edit_file", input: { path: "a", limit: 10 }, invalid: false };

it.each([
  ["other names of arguments", "edit_file", '{"file":"a"}'],
  ["values of another type", "edit_file", '{"path":"a","limit":"10"}'],
  ["what is wrapped", "edit_file", '{"arguments":{"path":"a"}}'],
  ["JSON in JSON", "edit_file", '"{\\"path\\":\\"a\\"}"'],
  ["broken JSON", "edit_file", "{path: 'a'}"],
  ["another name of the tool", "str_replace", '{"file":"a"}'],
  ["another style of its name", "EditFile", '{"file":"a"}'],
  ["what a host puts before it", "functions.edit_file", '{"path":"a"}'],
])("repairs %s", async (_what, toolName, input) => {
  expect(await made({ toolName, input })).toEqual(right);
});

it("knows tools that are listed by their names", async () => {
  expect(await made({ toolName: "edit-file", input: '{"file":"a"}' }, repairToolCall([new EditFile()]))).toEqual(right);
});

it.each([
  ["what is refused", "edit_file", '{"path":"a","file":"b"}'],
  ["JSON that was cut off in a call that changes something", "edit_file", '{"path":"a"'],
  ["a number that would arrive as another", "edit_file", '{"file":"a","limit":12345678901234567890}'],
  ["no arguments where some are required", "edit_file", ""],
  ["a tool that is none of these", "other", '{"file":"a"}'],
  ["a tool that nobody knows", "nothing_like_it", "{}"],
])("leaves %s to the SDK", async (_what, toolName, input) => {
  expect(await made({ toolName, input })).toMatchObject({ toolName, invalid: true });
});

it("answers nothing for tools that the request doesn't have, or has under that name for something else", async () => {
  const hook = repairToolCall(registry);
  const toolCall = { toolName: "str_replace", input: '{"file":"a"}' };
  expect(await hook({ toolCall, tools: {} })).toBe(null);
  expect(await hook({ toolCall, tools: { edit_file: {}, str_replace: {} } })).toBe(null);
  expect(await hook({ toolCall: { ...toolCall, providerExecuted: true } })).toBe(null);
  expect(await hook({ toolCall: { ...toolCall, toolCallId: "1" } })).toEqual({
    toolName: "edit_file",
    input: '{"path":"a","limit":10}',
    toolCallId: "1",
  });
});

it("rejects if a tool itself is broken, because the model did nothing wrong", async () => {
  class Broken extends EditFile {
    protected override createInvocation(): never {
      throw new Error("the file of this tool is missing");
    }
  }
  const hook = repairToolCall([new Broken()]);
  await expect(hook({ toolCall: { toolName: "edit_file", input: '{"file":"a"}' } })).rejects.toThrow("is missing");
});

it("repairs what is streamed", async () => {
  const model = new MockLanguageModelV3({
    doStream: async () => ({
      stream: convertArrayToReadableStream([
        { type: "tool-call", toolCallId: "1", toolName: "EditFile", input: '{"file":"a"}' },
        {
          type: "finish",
          finishReason: { unified: "tool-calls", raw: undefined },
          usage: {
            inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
            outputTokens: { total: 1, text: 1, reasoning: 0 },
          },
        },
      ]),
    }),
  });
  const result = streamText({ model, prompt: "Go.", tools, experimental_repairToolCall: repairToolCall(registry) });
  expect(await result.toolCalls).toMatchObject([{ toolName: "edit_file", input: { path: "a", limit: 10 } }]);
});
