import { type Approvals, externalDefinition, type ToolOrigin } from "../call/approvals.js";
import { effectiveMetadata, externalRisk } from "../call/decide-tool.js";
import type { PolicyUpdateOptions, ToolCallConfirmationDetails, ToolConfirmationOutcome } from "../contract/confirmation.js";
import { printExactly } from "../contract/exact-json.late.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../contract/json-value.js";
import { Kind, type ToolMetadata } from "../contract/risk.js";
import { type ContentPart, contentText, failedResult, ToolErrorType, type ToolResult } from "../contract/tool-result.js";
import { ChangedToolError, type McpServer } from "./mcp/mcp-server.js";
import type { McpTool } from "./mcp/read-tools.js";
import { type McpProgress, progressText } from "./mcp-connection.js";
import { checkedTool, ExternalInvocation } from "./registry/external-invocation.js";
import type { Lifetime } from "./registry/lifetime.js";
import type { ReportProblem } from "./registry/tool-catalogue.js";
import { BaseDeclarativeTool } from "./tool/base-declarative-tool.js";
import { checkedExecuteOptions } from "./tool/declarative-tool.js";
import { contextOfCall, type ExecuteOptions, endedEarly, type ToolEnvironment, type ToolInvocation } from "./tool/tool-invocation.js";

/** The data that the tools of a server share. */
export interface McpToolContext {
  readonly server: McpServer;
  readonly environment: ToolEnvironment;
  readonly approvals: Approvals;
  readonly lifetime: Lifetime;
  readonly onProblem: ReportProblem;
  /** The hashes of all tools that the server declared with it. */
  readonly declared: ReadonlySet<string>;
}

/**
 * A tool of an MCP server (Gemini CLI's `DiscoveredMCPTool`). The user is asked before a call, whatever the server
 * declares, unless the server is trusted or the user's settings say otherwise.
 */
export class DiscoveredMCPTool extends BaseDeclarativeTool<JsonObject, ToolResult> {
  readonly #tool: McpTool;
  readonly #context: McpToolContext;

  /** @internal */
  constructor(name: string, tool: McpTool, context: McpToolContext) {
    const { title: displayName, description, inputSchema: parameterSchema } = tool;
    const kind = tool.annotations.readOnlyHint === true ? Kind.Read : Kind.Other;
    const risk = { ...externalRisk, requiresConfirmation: context.server.settings.trust !== true };
    super(checkedTool({ name, displayName, description, kind, risk, parameterSchema }, context.onProblem));
    this.#tool = tool;
    this.#context = context;
  }

  /** The alias of its server in `mcpServers`. */
  get serverName(): string {
    return this.#context.server.name;
  }

  /** The name that the server uses for it. */
  get serverToolName(): string {
    return this.#tool.name;
  }

  override get metadata(): ToolMetadata {
    return effectiveMetadata(this.decidedBy, this.risk, contextOfCall(this.#context.environment, this.decidedBy));
  }

  /**
   * The parts that decide its calls. Settings select the tool by its name here, by its server's alias and its name
   * there, or by its server. Some of them apply only as long as its declaration stays the same.
   */
  get decidedBy() {
    const otherNames = [`${this.serverName}__${this.serverToolName}`];
    const { declared } = this.#tool;
    return externalDefinition({ name: this.name, otherNames, server: this.serverName, declared }, this.risk);
  }

  get origin(): ToolOrigin {
    return { server: this.serverName, declared: this.#tool.declared, ofServer: this.#context.declared };
  }

  override get toolAnnotations(): Record<string, unknown> {
    return { ...this.#tool.annotations };
  }

  protected override createInvocation(params: JsonObject): ToolInvocation<JsonObject, ToolResult> {
    return new McpInvocation(params, this, this.#context);
  }
}

class McpInvocation extends ExternalInvocation {
  readonly #tool: DiscoveredMCPTool;
  readonly #context: McpToolContext;

  constructor(params: JsonObject, tool: DiscoveredMCPTool, context: McpToolContext) {
    super(params, tool, context);
    this.#tool = tool;
    this.#context = context;
  }

  override getPolicyUpdateOptions(_outcome: ToolConfirmationOutcome): PolicyUpdateOptions {
    return { mcpName: this.#tool.serverName, toolName: this.#tool.serverToolName };
  }

  /**
   * A denial by settings, a failure of the server, the connection or the call, a time limit and an aborted signal are
   * results with `error`.
   */
  override async execute(options: ExecuteOptions): Promise<ToolResult> {
    const { abortSignal, updateOutput } = checkedExecuteOptions(options);
    const { server, lifetime } = this.#context;
    const { name, serverToolName, serverName, origin } = this.#tool;
    const denied = this.whyDenied();
    if (denied !== undefined) return denied;
    try {
      const onProgress = updateOutput && ((progress: McpProgress) => updateOutput(progressText(progress)));
      const answer = await lifetime.run(abortSignal, (signal) =>
        server.callTool({ name: serverToolName, declared: origin.declared }, this.params, { signal, ...(onProgress && { onProgress }) }),
      );
      return resultOfContent(answer, name);
    } catch (error) {
      if (error instanceof ChangedToolError) return failedResult(changed(name), ToolErrorType.PolicyViolation);
      if (abortSignal.aborted || lifetime.isOver) return failedResult(endedEarly(name, !abortSignal.aborted), ToolErrorType.McpToolError);
      const reason = error instanceof Error ? error.message : String(error);
      return failedResult(`${name} failed. The MCP server '${serverName}': ${reason}`, ToolErrorType.McpToolError);
    }
  }

  protected override async getConfirmationDetails(): Promise<ToolCallConfirmationDetails> {
    const { serverName, serverToolName, displayName, description, parameterSchema } = this.#tool;
    return {
      type: "mcp",
      title: `${displayName}: call this tool of the MCP server '${serverName}'?`,
      serverName,
      toolName: serverToolName,
      toolDisplayName: displayName,
      toolArgs: { ...this.params },
      toolDescription: description,
      toolParameterSchema: parameterSchema,
      ...(this.hasLapsed && { systemMessage: lapsed }),
      onConfirm: (outcome) => this.confirmed(outcome),
    };
  }
}

const changed = (name: string) =>
  `${name} was not run: its server has changed the declaration of this tool since the call was made. Read its description, and make the call again if it is still right.`;

const lapsed = "An earlier approval no longer applies: this tool is new, or its server now describes it differently.";

/**
 * Converts a server's response to `tools/call` to a result: texts unchanged, images and sounds as data, links and
 * embedded content in words. Structured content replaces missing content. `isError` makes it a failure.
 */
function resultOfContent(answer: unknown, toolName: string): ToolResult {
  const { content, structuredContent, isError } = Object(answer) as Readonly<Record<string, unknown>>;
  const contentParts = Array.isArray(content) ? content.flatMap(partsOf) : [];
  const parts =
    contentParts.length === 0 && structuredContent !== undefined ? [{ text: printExactly(structuredContent as JsonValue) }] : contentParts;
  const shown = parts.map((part) => part.text ?? `[${part.inlineData?.mimeType ?? "data"}]`).join("\n");
  if (isError === true)
    return { ...failedResult(shown === "" ? `${toolName} failed and did not say why.` : shown, ToolErrorType.McpToolError) };
  const onlyText = parts.every((part) => part.text !== undefined);
  return { llmContent: onlyText ? contentText(parts) : parts, returnDisplay: shown };
}

function partsOf(block: unknown): readonly ContentPart[] {
  if (!isJsonObject(block as JsonValue)) return [];
  const { type, text, data, mimeType, uri, name, title, description, resource } = block as Readonly<Record<string, unknown>>;
  if (type === "text" && typeof text === "string") return [{ text }];
  if ((type === "image" || type === "audio") && typeof data === "string") {
    return [{ inlineData: { mimeType: typeof mimeType === "string" ? mimeType : "application/octet-stream", data } }];
  }
  if (type === "resource_link") return [{ text: link({ uri, name: title ?? name, description }) }];
  if (type === "resource") return embedded(Object(resource));
  return [{ text: JSON.stringify(block) }];
}

function link({ uri, name, description }: Readonly<Record<string, unknown>>): string {
  const words = [
    typeof name === "string" ? name : "",
    typeof uri === "string" ? `<${uri}>` : "",
    typeof description === "string" ? description : "",
  ];
  return `Resource: ${words.filter((word) => word !== "").join(" ")}`;
}

function embedded({ uri, text, blob, mimeType }: Readonly<Record<string, unknown>>): readonly ContentPart[] {
  if (typeof text === "string") return [{ text }];
  const type = typeof mimeType === "string" ? mimeType : "application/octet-stream";
  if (typeof blob !== "string") return [{ text: link({ uri }) }];
  if (/^(?:image|audio|video)\/|^application\/pdf$/.test(type)) return [{ inlineData: { mimeType: type, data: blob } }];
  return [{ text: `${link({ uri })}, ${Math.floor((blob.length * 3) / 4)} bytes of ${type}` }];
}
