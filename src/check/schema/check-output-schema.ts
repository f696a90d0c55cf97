import { diagnostic } from "../../diagnostics/codes.js";
import type { Diagnostic, Result } from "../../diagnostics/diagnostic.js";
import type { JsonObject } from "../../runtime/json/json-value.js";
import type { ToolContext } from "../context.js";
import { longOutput } from "../lower/long-output.js";
import { checkAgainstMetaSchema, schemaProblems } from "./check-schema.js";
import type { CheckedSchema } from "./checked-schema.js";
import { compileSchema } from "./compile-schema.js";

const withData: readonly string[] = ["json", "jsonl", "mcp"];
const withType: readonly string[] = ["image", "audio"];

/** Checks what `output` declares about the result, and compiles its schema. */
export function checkOutputSchema(tool: ToolContext): Result<CheckedSchema | undefined> {
  const output = longOutput(tool.spec);
  const { format = "text" } = output;
  const data = (["select", "schema"] as const).filter((key) => output[key] !== undefined && !withData.includes(format));
  const missing = withType.includes(format) && output.mimeType === undefined;
  const log: Diagnostic[] = [
    ...data.map((key) => diagnostic("output-without-data", tool.at(["output", key], "key"), { key, format })),
    ...(missing ? [diagnostic("missing-mime-type", tool.at(["output"], "key"), { format })] : []),
  ];
  if (output.schema === undefined || log.length > 0) return [undefined, log];
  return compiled(output.schema, { ...tool, at: (path, part) => tool.at(["output", ...path], part) });
}

/** `tool` has its schema under `output`. */
function compiled(given: JsonObject, tool: ToolContext): Result<CheckedSchema | undefined> {
  const invalid = checkAgainstMetaSchema(given, tool);
  if (invalid.length > 0) return [undefined, invalid];
  const { $schema: _dialect, $id: _id, ...schema } = given;
  const [problems, warnings] = schemaProblems(schema, tool);
  if (problems.length > 0) return [undefined, [...problems, ...warnings]];
  return [{ schema, compiled: compileSchema(schema) }, warnings];
}
