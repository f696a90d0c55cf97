import type { Consents } from "../../consent/consents.js";
import { foreignRisk } from "../../consent/tool-metadata.js";
import type { JsonObject } from "../../json.js";
import { BaseDeclarativeTool } from "../../tool/base-declarative-tool.js";
import { BaseToolInvocation } from "../../tool/base-tool-invocation.js";
import type { ForcedToolDecision, ToolCallConfirmationDetails, ToolConfirmationOutcome } from "../../tool/confirmation.js";
import { shellWord } from "../../tool/describe-arguments.js";
import type { ExecuteOptions } from "../../tool/execute-options.js";
import { Kind } from "../../tool/kind.js";
import type { ToolResult } from "../../tool/tool-result.js";
import { checkedTool, describeParams } from "../discovered-info.js";
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

  protected override createInvocation(params: JsonObject): DiscoveredToolInvocation {
    return new DiscoveredToolInvocation(params, this, this.#context);
  }
}

class DiscoveredToolInvocation extends BaseToolInvocation<JsonObject, ToolResult> {
  readonly #tool: DiscoveredTool;
  readonly #context: DiscoveredToolContext;

  constructor(params: JsonObject, tool: DiscoveredTool, context: DiscoveredToolContext) {
    super(params);
    this.#tool = tool;
    this.#context = context;
  }

  override getDescription(): string {
    return describeParams(this.params);
  }

  override execute(options: ExecuteOptions): Promise<ToolResult> {
    return callByCommand({ name: this.#tool.originalName, params: this.params, settings: this.#context, options });
  }

  protected override decide(): ForcedToolDecision {
    return this.#context.consents.has({ tool: this.#tool.name }) ? "allow" : "ask_user";
  }

  protected override async getConfirmationDetails(): Promise<ToolCallConfirmationDetails> {
    const { toolCallCommand: program } = this.#context;
    return {
      type: "exec",
      title: `${this.#tool.displayName}: run this command?`,
      command: `${program} ${this.#tool.originalName} <<< ${shellWord(JSON.stringify(this.params))}`,
      rootCommand: program,
      rootCommands: [program],
      onConfirm: (outcome) => this.confirmed(outcome),
    };
  }

  protected override async confirmed(outcome: ToolConfirmationOutcome): Promise<void> {
    await this.#context.consents.remember(outcome, { tool: this.#tool.name });
  }
}
