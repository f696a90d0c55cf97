import type { Consents } from "../../consent/consents.js";
import { foreignDefinition } from "../../consent/foreign-tool.js";
import { metadataUnder } from "../../consent/metadata-under.js";
import { foreignRisk, type ToolMetadata } from "../../consent/tool-metadata.js";
import type { JsonObject } from "../../json.js";
import { BaseDeclarativeTool } from "../../tool/base-declarative-tool.js";
import type { ToolCallConfirmationDetails } from "../../tool/confirmation.js";
import { shellWord } from "../../tool/describe-arguments.js";
import type { ExecuteOptions } from "../../tool/execute-options.js";
import { Kind } from "../../tool/kind.js";
import { contextOfCall } from "../../tool/surroundings.js";
import type { ToolResult } from "../../tool/tool-result.js";
import { checkedTool } from "../discovered-info.js";
import { ForeignInvocation } from "../foreign-invocation.js";
import type { TellProblem } from "../problem.js";
import { type CallSettings, callByCommand } from "./call-by-command.js";
import type { Discovered } from "./parse-discovery.js";

/** What discovered tools share. */
export interface DiscoveredToolContext extends CallSettings {
  readonly consents: Consents;
  readonly tell: TellProblem;
}

/**
 * A tool that a discovery command told of (Gemini CLI's `DiscoveredTool`). A call starts `toolCallCommand` with the tool's name, with the arguments as JSON
 * on standard input.
 */
export class DiscoveredTool extends BaseDeclarativeTool<JsonObject, ToolResult> {
  /** As the command calls it. */
  readonly originalName: string;
  readonly #context: DiscoveredToolContext;

  constructor(name: string, discovered: Discovered, context: DiscoveredToolContext) {
    const { description, parameterSchema } = discovered;
    const info = { name, displayName: discovered.name, description, kind: Kind.Other, risk: foreignRisk, parameterSchema };
    super(checkedTool(info, context.tell));
    this.originalName = discovered.name;
    this.#context = context;
  }

  override get metadata(): ToolMetadata {
    return metadataUnder(this.decidedBy, this.risk, contextOfCall(this.#context.surroundings, this.decidedBy));
  }

  /** What calls are decided by. */
  get decidedBy() {
    return foreignDefinition({ name: this.name, otherNames: [this.originalName] }, this.risk);
  }

  protected override createInvocation(params: JsonObject): DiscoveredToolInvocation {
    return new DiscoveredToolInvocation(params, this, this.#context);
  }
}

class DiscoveredToolInvocation extends ForeignInvocation {
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
