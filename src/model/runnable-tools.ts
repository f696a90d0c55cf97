import type { Model, ToolModel } from "./tool.js";

/** Returns everything that a model can run, as tools: its tools, its resources, and the commands that complete. */
export const runnableTools = ({ tools, prompts, resources }: Pick<Model, "tools" | "prompts" | "resources">): readonly ToolModel[] => [
  ...tools,
  ...resources.map(({ tool }) => tool),
  ...[...prompts, ...resources].flatMap(({ completions }) => completions.map(({ tool }) => tool)),
];
