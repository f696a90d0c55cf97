import { type Approvals, externalDefinition } from "../../call/approvals.js";
import { effectiveMetadata, externalRisk } from "../../call/decide-tool.js";
import { liveOutput } from "../../call/live-output.js";
import { runProgramAsync } from "../../call/run-program.js";
import type { ToolCallConfirmationDetails } from "../../contract/confirmation.js";
import type { JsonObject } from "../../contract/json-value.js";
import { wholeEnvironment } from "../../contract/process.js";
import { Kind, type ToolMetadata } from "../../contract/risk.js";
import { failedResult, mostBytes, resultOfOutput, ToolErrorType, type ToolResult } from "../../contract/tool-result.js";
import { shellWord } from "../describe-action.js";
import { BaseDeclarativeTool } from "../tool/base-declarative-tool.js";
import { checkedExecuteOptions } from "../tool/declarative-tool.js";
import {
  contextOf,
  contextOfCall,
  type ExecuteOptions,
  endedEarly,
  type ToolEnvironment,
  type ToolInvocation,
} from "../tool/tool-invocation.js";
import type { Discovered } from "./discover-by-command.js";
import { checkedTool, ExternalInvocation } from "./external-invocation.js";
import type { Lifetime } from "./lifetime.js";
import type { ReportProblem } from "./tool-catalogue.js";

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

  /** @internal */
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

  protected override createInvocation(params: JsonObject): ToolInvocation<JsonObject, ToolResult> {
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
  override async execute(given: ExecuteOptions): Promise<ToolResult> {
    const options = checkedExecuteOptions(given);
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

interface CallSettings {
  readonly toolCallCommand: string;
  readonly environment: ToolEnvironment;
  readonly callMs: number;
  readonly lifetime: Lifetime;
}

const liveBytes = 32 * 1024;

interface CommandCall {
  readonly name: string;
  readonly params: JsonObject;
  readonly settings: CallSettings;
  readonly options: ExecuteOptions;
}

/**
 * Calls a discovered tool, as Gemini CLI does: the program's output is the result if it exits with 0 and prints nothing
 * on standard error; any other outcome is a failure with all details. Aborting, the time limit and the end of the
 * registry end the program and everything that it started.
 */
async function callByCommand({ name, params, settings, options }: CommandCall): Promise<ToolResult> {
  const { toolCallCommand, environment, callMs, lifetime } = settings;
  const { workspace, env } = contextOf(environment);
  const { abortSignal, updateOutput } = options;
  const call = { program: toolCallCommand, args: [name], cwd: workspace, env: wholeEnvironment(env), stdin: JSON.stringify(params) };
  const live = updateOutput && liveOutput(updateOutput, { mostBytes: liveBytes });
  try {
    return await lifetime.run(abortSignal, async (signal) =>
      resultOfOutput(await runProgramAsync(call, { timeoutMs: callMs, signal, mostBytes, ...(live && { onOutput: live.add }) })),
    );
  } catch (error) {
    if (!abortSignal.aborted && !lifetime.isOver) throw error;
    return failedResult(endedEarly(name, !abortSignal.aborted), ToolErrorType.DiscoveredToolExecutionError);
  } finally {
    live?.end();
  }
}
