import {
  BaseDeclarativeTool,
  BaseToolInvocation,
  defaultMetadata,
  type ExecuteOptions,
  type ForcedToolDecision,
  type Kind,
  type ToolMetadata,
  ToolRegistry,
  type ToolResult,
} from "../../../src/runtime/index.js";
import { compiledTool } from "../arguments/compiled-tool.js";

export interface Args {
  readonly what: string;
  readonly times?: number;
}

interface Behaviour {
  readonly kind?: Kind;
  readonly decision?: ForcedToolDecision | ((args: Args) => ForcedToolDecision);
  readonly execute?: (args: Args, options: ExecuteOptions) => Promise<ToolResult | string> | ToolResult | string;
}

/** A tool of a program's own, which takes `what` (also called `text`) and `times`. By default it is asked about as its kind says, and answers with `what`. */
export class OwnTool extends BaseDeclarativeTool<Args, ToolResult> {
  readonly runs: Args[] = [];
  readonly #behaviour: Behaviour;

  constructor(name: string, behaviour: Behaviour = {}) {
    const { kind = "read" } = behaviour;
    const properties = { what: { type: "string" }, times: { type: "integer" } };
    const compiled = compiledTool(
      { properties, required: ["what"] },
      { name, kind: kind === "think" ? "read" : (kind as "read"), aliases: [{ target: ["what"], names: ["text"] }] },
    );
    const { riskLevel: level, requiresConfirmation } = defaultMetadata(kind);
    super({
      name,
      displayName: name,
      description: `Does ${name}.`,
      kind,
      risk: { level, requiresConfirmation },
      parameterSchema: { type: "object", properties, required: ["what"] },
      isOutputMarkdown: false,
      canUpdateOutput: true,
      ...compiled,
    });
    this.#behaviour = behaviour;
  }

  protected override createInvocation(params: Args): BaseToolInvocation<Args, ToolResult> {
    return new OwnInvocation(params, this, this.#behaviour);
  }
}

class OwnInvocation extends BaseToolInvocation<Args, ToolResult> {
  readonly #tool: OwnTool;
  readonly #behaviour: Behaviour;

  constructor(params: Args, tool: OwnTool, behaviour: Behaviour) {
    super(params);
    this.#tool = tool;
    this.#behaviour = behaviour;
  }

  override getDescription = () => `${this.#tool.name} ${this.params.what}`;

  override async execute(options: ExecuteOptions): Promise<ToolResult> {
    this.#tool.runs.push(this.params);
    const result = (await this.#behaviour.execute?.(this.params, options)) ?? this.params.what;
    return typeof result === "string" ? { llmContent: result, returnDisplay: result } : result;
  }

  protected override decide(): ForcedToolDecision {
    const { decision } = this.#behaviour;
    if (decision === undefined) return this.#tool.risk.requiresConfirmation ? "ask_user" : "allow";
    return typeof decision === "string" ? decision : decision(this.params);
  }
}

/** A registry of such tools. */
export function registryOf(...tools: readonly (OwnTool | readonly [OwnTool, ToolMetadata])[]): ToolRegistry {
  const registry = new ToolRegistry();
  for (const entry of tools) {
    if (entry instanceof OwnTool) registry.registerTool(entry);
    else registry.registerTool(entry[0], { metadata: entry[1] });
  }
  return registry;
}
