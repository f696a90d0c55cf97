import type { CallContext } from "../call/prepare.js";
import { isJsonObject, type JsonObject } from "../json.js";
import { BaseToolInvocation } from "./base-tool-invocation.js";
import type { DefinedTool } from "./define-tool.js";
import { describeArguments } from "./describe-arguments.js";
import { executeCall } from "./execute-call.js";
import type { ExecuteOptions } from "./execute-options.js";
import { locationsOf } from "./locations.js";
import { contextOf, type Surroundings } from "./surroundings.js";
import type { ToolLocation } from "./tool-location.js";
import type { ToolResult } from "./tool-result.js";

/** A call of a tool whose spec has a `command`: what `generated/bin/call` does, in this process. */
export class CommandInvocation<TArgs extends object> extends BaseToolInvocation<TArgs, ToolResult> {
  readonly #tool: DefinedTool;
  readonly #surroundings: Surroundings;

  constructor(params: TArgs, tool: DefinedTool, surroundings: Surroundings) {
    super(params);
    this.#tool = tool;
    this.#surroundings = surroundings;
  }

  /** The spec's `summary`; without one, the command as it could be typed. */
  override getDescription(): string {
    return describeArguments(this.#tool.definition, this.#args(), this.#context());
  }

  /** What `locations` of the spec names; without it, every parameter in `paths`. */
  override toolLocations(): ToolLocation[] {
    return locationsOf(this.#tool, this.#args(), this.#context());
  }

  /** Runs the command to its end. A refusal, a failure, a time limit that was reached, and an aborted signal are results with `error`. */
  override execute({ abortSignal }: ExecuteOptions): Promise<ToolResult> {
    return executeCall(this.#tool, this.#args(), { context: this.#context(), signal: abortSignal });
  }

  #context(): CallContext {
    return contextOf(this.#surroundings);
  }

  /** The arguments as the runtime walks them: a type that was generated has no index signature, though its values are JSON. */
  #args(): JsonObject {
    const args: unknown = this.params;
    return isJsonObject(args) ? args : {};
  }
}
