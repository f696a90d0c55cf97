import type { ToolModel } from "../../model/tool.js";
import type { ToolContext } from "../context.js";

/** The word of `chooses` for no tool. */
const noTool = "none";

/** Separates examples that are calls from those that only say what a model should choose for a prompt. */
export function lowerExamples(tool: ToolContext): Pick<ToolModel, "examples" | "otherChoices"> {
  const all = (tool.spec.examples ?? []).map((example, index) => {
    const { name = `example ${index + 1}`, prompt = [], chooses } = example;
    return { example, index, chooses, shared: { name, prompts: typeof prompt === "string" ? [prompt] : prompt } };
  });
  return {
    examples: all
      .filter(({ chooses }) => chooses === undefined)
      .map(({ example, index, shared }) => ({
        ...shared,
        span: tool.at(["examples", index]),
        params: example.params ?? {},
        given: example.given ?? {},
        expect: example.expect ?? {},
        keyPositions: Object.fromEntries([
          ...["params", "given"].map((key) => [key, tool.at(["examples", index, key], "key").start] as const),
          ...Object.keys(example.expect ?? {}).map((key) => [key, tool.at(["examples", index, "expect", key], "key").start] as const),
        ]),
      })),
    otherChoices: all
      .filter(({ chooses }) => chooses !== undefined)
      .map(({ index, chooses, shared }) => ({
        ...shared,
        span: tool.at(["examples", index, "chooses"]),
        tool: chooses === noTool ? undefined : chooses,
      })),
  };
}
