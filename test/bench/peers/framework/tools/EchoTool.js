import { MCPTool } from "mcp-framework";
import { echo } from "../../echo.mjs";
// Its own, because it knows no other version's types.
import { z } from "../../node_modules/mcp-framework/node_modules/zod/index.js";
import { tools } from "../../tools.mjs";

const [{ name, description }] = tools;

// biome-ignore lint/style/noDefaultExport: mcp-framework finds a tool by it.
export default class EchoTool extends MCPTool {
  name = name;
  description = description;
  useStringify = false;
  schema = z.object({
    path: z.string().min(1).describe("File or folder to look at."),
    pattern: z.string().min(1).max(200).optional().describe("Text that a line must contain."),
    limit: z.number().int().min(1).max(1000).optional().describe("The most lines to return."),
    labels: z.array(z.string().describe("A label.")).max(10).optional().describe("Only these labels."),
  });

  async execute() {
    return echo();
  }
}
