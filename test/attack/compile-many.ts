import type { ToolModel } from "../../src/model/tool.js";
import { compiled } from "../kit/compiled.js";

/** Compiles many specs at once, each without a name: the tools in their order, `undefined` for what the build refuses. */
export async function compileMany(specs: readonly object[]): Promise<readonly (ToolModel | undefined)[]> {
  const named = specs.map((spec, i) => JSON.stringify({ name: `t${i}`, description: "d", ...spec }));
  const { model } = await compiled({ "tools.yaml": named.join("\n---\n") }, []);
  const tools = new Map(model.tools.map((tool) => [tool.name, tool]));
  return specs.map((_, i) => tools.get(`t${i}`));
}
