import type { Risk } from "../definition.js";
import type { JsonObject } from "../json.js";
import type { FunctionDeclaration } from "./function-declaration.js";
import { InvalidParamsError } from "./invalid-params-error.js";
import type { Kind } from "./kind.js";
import type { ToolBuilder } from "./tool-builder.js";
import type { ToolInvocation } from "./tool-invocation.js";
import type { ToolErrorType, ToolResult } from "./tool-result.js";

/** What a tool says of itself. */
export interface ToolInfo {
  readonly name: string;
  readonly displayName: string;
  readonly description: string;
  readonly kind: Kind;
  readonly risk: Risk;
  /** JSON Schema 2020-12 of the arguments, an object. */
  readonly parameterSchema: JsonObject;
  readonly isOutputMarkdown: boolean;
  readonly canUpdateOutput: boolean;
}

/** A tool in which checking arguments and carrying out a call are two steps (Gemini CLI's `DeclarativeTool`). */
export abstract class DeclarativeTool<TParams extends object, TResult extends ToolResult, TArgs extends TParams = TParams>
  implements ToolBuilder<TParams, TResult, TArgs>
{
  readonly name: string;
  readonly displayName: string;
  readonly description: string;
  readonly kind: Kind;
  /** How much harm a call can do, and whether somebody is to be asked first. Whoever builds and executes decides by it. */
  readonly risk: Risk;
  readonly parameterSchema: JsonObject;
  readonly isOutputMarkdown: boolean;
  readonly canUpdateOutput: boolean;

  constructor(info: ToolInfo) {
    this.name = info.name;
    this.displayName = info.displayName;
    this.description = info.description;
    this.kind = info.kind;
    this.risk = info.risk;
    this.parameterSchema = info.parameterSchema;
    this.isOutputMarkdown = info.isOutputMarkdown;
    this.canUpdateOutput = info.canUpdateOutput;
  }

  get schema(): FunctionDeclaration {
    return { name: this.name, description: this.description, parametersJsonSchema: this.parameterSchema };
  }

  abstract build(params: TParams): ToolInvocation<TArgs, TResult>;

  /** What is wrong with what a model sent, as a text for the model; `null` if nothing is. */
  abstract validateToolParams(params: unknown): string | null;

  /** Builds the call and carries it out. Throws an `InvalidParamsError` if the arguments are wrong. */
  async buildAndExecute(params: TParams, signal: AbortSignal): Promise<TResult> {
    return this.build(params).execute(signal);
  }

  /** As `build`, for what a model sent: never throws, but hands the error back. */
  silentBuild(params: unknown): ToolInvocation<TArgs, TResult> | Error {
    try {
      // `build` checks all of it before anything relies on its type.
      return this.build(params as TParams);
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error));
    }
  }

  /** As `buildAndExecute`, for what a model sent: never throws; whatever goes wrong is a result with `error`. */
  async validateBuildAndExecute(params: unknown, signal: AbortSignal): Promise<TResult | ToolResult> {
    const invocation = this.silentBuild(params);
    if (invocation instanceof Error)
      return failure(invocation, invocation instanceof InvalidParamsError ? "invalid_tool_params" : "unhandled_exception");
    try {
      return await invocation.execute(signal);
    } catch (error) {
      return failure(error, "unhandled_exception");
    }
  }
}

function failure(error: unknown, type: ToolErrorType): ToolResult {
  const message = error instanceof Error ? error.message : String(error);
  return { llmContent: message, returnDisplay: message, error: { message, type } };
}
