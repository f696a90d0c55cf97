import type { ToolCallConfirmationDetails } from "../../contract/confirmation.js";
import { Kind } from "../../contract/kind.js";
import type { ToolMetadata } from "../../contract/tool-metadata.js";
import type { ToolResult } from "../../contract/tool-result.js";
import type { JsonObject } from "../../json/json-value.js";
import type { Approvals } from "../../policy/approvals.js";
import { effectiveMetadata } from "../../policy/effective-metadata.js";
import { externalDefinition } from "../../policy/external-definition.js";
import { externalRisk } from "../../policy/metadata-of.js";
import { BaseDeclarativeTool } from "../../tool/base-declarative-tool.js";
import { shellWord } from "../../tool/describe-arguments.js";
import type { ExecuteOptions } from "../../tool/execute-options.js";
import { contextOfCall } from "../../tool/tool-environment.js";
import { checkedTool } from "../discovered-info.js";
import { ExternalInvocation } from "../external-invocation.js";
import type { ReportProblem } from "../registry-problem.js";
import { type CallSettings, callByCommand } from "./call-by-command.js";
import type { Discovered } from "./parse-discovery.js";

/** The data that discovered tools share. */
export interface DiscoveredToolContext extends CallSettings {
  readonly approvals: Approvals;
  readonly onProblem: ReportProblem;
}

/**
 * A tool that a discovery command declared (Gemini CLI's `DiscoveredTool`). A call starts `toolCallCommand` with the
 * tool's name, and the arguments as JSON on standard input.
 */
export class DiscoveredTool extends BaseDeclarativeTool<JsonObject, ToolResult> {
  /** The name that the command uses for it. */
  readonly originalName: string;
  readonly #context: DiscoveredToolContext;

  constructor(name: string, discovered: Discovered, context: DiscoveredToolContext) {
    const { description, parameterSchema } = discovered;
    const info = { name, displayName: discovered.name, description, kind: Kind.Other, risk: externalRisk, parameterSchema };
    super(checkedTool(info, context.onProblem));
    this.originalName = discovered.name;
    this.#context = context;
  }

  override get metadata(): ToolMetadata {
    return effectiveMetadata(this.decidedBy, this.risk, contextOfCall(this.#context.environment, this.decidedBy));
  }

  /** The parts that decide its calls. */
  get decidedBy() {
    return externalDefinition({ name: this.name, otherNames: [this.originalName] }, this.risk);
  }

  protected override createInvocation(params: JsonObject): DiscoveredToolInvocation {
    return new DiscoveredToolInvocation(params, this, this.#context);
  }
}

class DiscoveredToolInvocation extends ExternalInvocation {
  readonly #tool: DiscoveredTool;
  readonly #context: DiscoveredToolContext;

  constructor(params: JsonObject, tool: DiscoveredTool, context: DiscoveredToolContext) {
    super(params, tool, context);
    this.#tool = tool;
    this.#context = context;
  }

  /** A call that settings deny is a failure. */
  override async execute(options: ExecuteOptions): Promise<ToolResult> {
    const denied = this.whyDenied();
    if (denied !== undefined) return denied;
    return callByCommand({ name: this.#tool.originalName, params: this.params, settings: this.#context, options });
  }

  protected override async getConfirmationDetails(): Promise<ToolCallConfirmationDetails> {
    const { toolCallCommand: program } = this.#context;
    return {
      type: "exec",
      title: `${this.#tool.displayName}: run this command?`,
      command: `${shellWord(program)} ${shellWord(this.#tool.originalName)} <<< ${shellWord(JSON.stringify(this.params))}`,
      rootCommand: program,
      rootCommands: [program],
      onConfirm: (outcome) => this.confirmed(outcome),
    };
  }
}
