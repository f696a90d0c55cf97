import { diagnostic } from "../diagnostics/codes.js";
import { toolsOf } from "./check-similar-tools.js";
import type { ModelRule } from "./tool-rule.js";

/** Clients that give a model only so many tools, those of all servers together (the sources are in the catalogue). */
const limits = [
  { client: "Cursor", most: 40 },
  { client: "VS Code", most: 128 },
] as const;

/** A server with more tools than a client takes can't be used whole there, whatever else is installed. */
export const checkClientLimits: ModelRule = (model) => {
  const count = toolsOf(model, "mcp").length;
  return limits.flatMap(({ client, most }) =>
    count <= most ? [] : [diagnostic("client-tool-limit", { path: "toolgen.yaml" }, { client, most: String(most), count: String(count) })],
  );
};
