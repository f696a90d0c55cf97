import { resolve } from "node:path";
import { buildText } from "../argv/text.js";
import type { CallContext } from "../call/prepare.js";
import type { ToolDefinition } from "../definition.js";
import type { JsonObject } from "../json.js";
import { textOf } from "./part.js";
import type { ToolResult } from "./tool-result.js";

/** Puts what people are to see into a result (SPEC §8, `output.display`). */
export type Display = (result: ToolResult) => Promise<ToolResult>;

/** How a tool's results are shown. To be asked for before the call is carried out: what files were before can't be told later. */
export async function displayOf(definition: ToolDefinition, params: JsonObject, context: CallContext): Promise<Display> {
  const { display } = definition.output;
  if (display === undefined) return async (result) => result;
  if (display === "diff") {
    const { takeSnapshot, withChanges } = await import("../edit/show-change.js");
    const before = takeSnapshot(definition, params, context);
    return (result) => withChanges(result, before);
  }
  return async (result) => {
    if (result.error !== undefined) return result;
    const specDir = resolve(context.projectDir, definition.specDir);
    const scope = { params, order: definition.params, workspace: context.workspace, specDir, output: textOf(result.llmContent).trimEnd() };
    const shown = buildText(display, scope);
    return shown.ok && shown.text !== undefined ? { ...result, returnDisplay: shown.text } : result;
  };
}
