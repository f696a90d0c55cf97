import type { OutputRules } from "../../runtime/contract/definition.js";
import type { TextTemplate } from "../../runtime/contract/text-template.js";
import type { JsonObject } from "../../runtime/json/json-value.js";
import type { ToolSpec } from "../language/tool-spec.js";
import { pointerSteps } from "../schema/meta-problems.js";
import { longOutput } from "./long-output.js";

interface FoundOutput {
  /** The project's limit of `maxBytes`. */
  readonly limit: number | undefined;
  readonly schema: JsonObject | undefined;
  readonly file: TextTemplate | undefined;
  readonly display: TextTemplate | undefined;
}

/** Returns how an output is read, and where it is cut: by default after 2,000 lines or 50,000 bytes. */
export function lowerOutput(spec: ToolSpec, { limit, schema, file, display }: FoundOutput): OutputRules {
  const long = longOutput(spec);
  return {
    format: long.format ?? "text",
    ...(long.mimeType === undefined ? {} : { mimeType: long.mimeType }),
    ...(long.select === undefined ? {} : { select: pointerSteps(long.select) }),
    ...(schema === undefined ? {} : { schema }),
    ...(long.headers === undefined ? {} : { headers: long.headers }),
    ...(file === undefined ? {} : { file }),
    stderr: long.stderr ?? "onError",
    maxLines: long.maxLines ?? 2_000,
    maxBytes: long.maxBytes ?? Math.min(50_000, limit ?? 50_000),
    keep: long.keep ?? "head",
    ...(long.display === "diff" ? { display: "diff" } : display === undefined ? {} : { display }),
    ...(long.preview ? { preview: true } : {}),
  };
}
