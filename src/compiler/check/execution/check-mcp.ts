import type { Command } from "../../../contract/definition.js";
import { type Diagnostic, isError, type Result } from "../../../contract/diagnostic.js";
import { diagnostic } from "../../../contract/diagnostic-codes.js";
import { closest } from "../../../contract/names.js";
import type { JsonTemplate, McpCall } from "../../../contract/request.js";
import { type NodePath, nodeAt } from "../../../contract/spec-node.js";
import { compileJson, type TemplateContext } from "../../../programs/template.js";
import type { McpServerModel } from "../../model.js";
import { longOutput } from "../language/long-forms.js";
import type { ToolContext } from "../language/tool-context.js";

/** The call of a server's tool, and the command that makes it: a handler that comes with toolgen. */
export interface CheckedMcp {
  readonly call: McpCall;
  readonly command: Command;
  readonly model: McpServerModel;
}

/** Compiles a tool's `mcp`; `undefined` if there is none, or it is wrong. */
export function checkMcp(tool: ToolContext, context: TemplateContext): Result<CheckedMcp | undefined> {
  const { mcp } = tool.spec;
  if (mcp === undefined) return [undefined, []];
  const log: Diagnostic[] = [...keysBeside(tool), ...formatProblems(tool)];
  const node = nodeAt(tool.document.root, ["mcp", "arguments"]);
  const given: JsonTemplate | undefined = node === undefined ? undefined : compileJson(node, context, log);
  const { mcpServers } = tool.project;
  const model = Object.hasOwn(mcpServers, mcp.server ?? "") ? mcpServers[mcp.server ?? ""] : undefined;
  if (model === undefined && mcp.server !== undefined)
    log.push(
      diagnostic(
        "unknown-mcp-server",
        tool.at(["mcp", "server"]),
        { name: mcp.server },
        { didYouMean: closest(mcp.server, Object.keys(mcpServers)) },
      ),
    );
  if (model?.server.url !== undefined && tool.has("sandbox"))
    log.push(diagnostic("sandbox-of-address", tool.at(["sandbox"], "key"), { name: model.server.name }));
  if (model === undefined || mcp.tool === undefined || log.some(isError)) return [undefined, log];
  const { server } = model;
  const command = { program: server.name, specDir: false, items: [], handler: `mcp.${server.name}.cjs` };
  return [{ call: { server, tool: mcp.tool, ...(given !== undefined && { arguments: given }) }, command, model }, log];
}

/** The server's entry has its environment, its folder and its secrets. */
const ofPrograms: readonly NodePath[] = [
  ...[
    "cwd",
    "stdin",
    "env",
    "tempFiles",
    "exitCodes",
    "statusCodes",
    "code",
    "data",
    "allowLeadingDash",
    "secrets",
    "background",
    "platforms",
  ].map((key) => [key]),
  ...["file", "stderr", "preview", "mimeType"].map((key) => ["output", key]),
];

function keysBeside(tool: ToolContext): readonly Diagnostic[] {
  const given = ofPrograms.filter((path) => nodeAt(tool.document.root, path) !== undefined);
  return given.map((path) => diagnostic("key-beside-mcp", tool.at(path, "key"), { key: path.join(".") }));
}

const formats: readonly (string | undefined)[] = ["mcp", "json", "text", "markdown", undefined];

function formatProblems(tool: ToolContext): readonly Diagnostic[] {
  const { format } = longOutput(tool.spec);
  if (formats.includes(format)) return [];
  const path = nodeAt(tool.document.root, ["output", "format"]) === undefined ? ["output"] : ["output", "format"];
  const expected = "mcp, which is all of the server's answer, or json, text or markdown";
  return [diagnostic("bad-value", tool.at(path), { value: format ?? "", expected })];
}
