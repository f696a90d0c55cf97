import { resolve } from "node:path";
import { buildText } from "../command/build-text.js";
import type { CallContext } from "../contract/call.js";
import type { ToolDefinition } from "../contract/definition.js";
import type { TextTemplate } from "../contract/text-template.js";
import type { ToolResult } from "../contract/tool-result.js";
import type { JsonObject, JsonValue } from "../json/json-value.js";
import { isObjectSchema } from "../json/structured-content.js";
import { contentText } from "./content-text.js";
import { showControlCharacters, withinLimits } from "./show-control-characters.js";

/** Adds the text for users to a result (`output.display`). */
export type Display = (result: ToolResult) => Promise<ToolResult>;

/**
 * Returns how a tool's results are shown. Must be called before the call runs, because the old content of files isn't
 * known afterwards.
 */
export async function displayOf(definition: ToolDefinition, params: JsonObject, context: CallContext): Promise<Display> {
  const { display } = definition.output;
  if (display === undefined) return async (result) => result;
  if (display === "diff") {
    const { takeSnapshot, addDiff } = await import("../edit/add-diff.js");
    const before = takeSnapshot(definition, params, context);
    return (result) => addDiff(result, before);
  }
  return async (result) => {
    if (result.error !== undefined) return result;
    const data = dataOf(result, definition);
    // An exit code's text isn't data, so users see it unchanged.
    if (data === undefined && namesFields(display)) return result;
    const specDir = resolve(context.projectDir, definition.specDir);
    const output = contentText(result.llmContent).trimEnd();
    const scope = { params, order: definition.params, workspace: context.workspace, specDir, output, ...(data !== undefined && { data }) };
    const shown = buildText(display, scope);
    if (!shown.ok || shown.text === undefined) return result;
    return { ...result, returnDisplay: withinLimits(showControlCharacters(shown.text), definition.output) };
  };
}

/** The result as `output.schema` declares it: MCP wraps a value that isn't an object. */
function dataOf({ data }: ToolResult, { output: { schema } }: ToolDefinition): JsonValue | undefined {
  // Made from the program's JSON by `shapeResult`.
  const whole = data as JsonObject | undefined;
  return whole === undefined || schema === undefined || isObjectSchema(schema) ? whole : whole.result;
}

/** Returns true if a text shows fields of the result's data. */
function namesFields(text: TextTemplate): boolean {
  return text.some((piece) => {
    if (typeof piece === "string") return false;
    if (piece.kind !== "block") return piece.ref.from === "output";
    const { block } = piece;
    if (block.kind === "each") return block.ref.from === "output" || namesFields(block.body) || namesFields(block.otherwise ?? []);
    return block.branches.some(({ test, body }) => test.ref.from === "output" || namesFields(body)) || namesFields(block.otherwise ?? []);
  });
}
