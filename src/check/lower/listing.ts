import type { JsonObject } from "../../runtime/json/json-value.js";
import type { ToolSpec } from "../language/tool-spec.js";

/** Returns the members that a spec adds to its tool, prompt or resource in lists of MCP. */
export function lowerListing({ icons, meta }: Pick<ToolSpec, "icons" | "meta">): JsonObject {
  const shown = icons?.map((icon): JsonObject => ({ ...icon }));
  return { ...(shown !== undefined && { icons: shown }), ...(meta !== undefined && { _meta: meta }) };
}
