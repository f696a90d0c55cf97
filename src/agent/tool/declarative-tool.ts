import { metadataOf } from "../../call/decide-tool.js";
import type { Validator } from "../../contract/definition.js";
import type { JsonObject } from "../../contract/json-value.js";
import type { RepairRules } from "../../contract/repair.js";
import { type Kind, readOnlyKinds, type ToolMetadata, type ToolRisk } from "../../contract/risk.js";
import {
  type FailedResult,
  type FunctionDeclaration,
  failedResult,
  InvalidParamsError,
  ToolErrorType,
  type ToolResult,
} from "../../contract/tool-result.js";
import { abortSignal, checkExecuteOptions, checkForm } from "./check-options.js";
import { safeCallback } from "./host-callback.js";
import type { ExecuteOptions, ToolInvocation } from "./tool-invocation.js";

/** The declaration of a tool. */
export interface ToolInfo {
  readonly name: string;
  readonly displayName: string;
  readonly description: string;
  readonly kind: Kind;
  readonly risk: ToolRisk;
  /** JSON Schema 2020-12 of the arguments, an object. */
  readonly parameterSchema: JsonObject;
  readonly isOutputMarkdown: boolean;
  readonly canUpdateOutput: boolean;
}

/** A tool that checks arguments and executes a call in two steps (Gemini CLI's `DeclarativeTool`). */
export abstract class DeclarativeTool<TParams extends object, TResult extends ToolResult, TArgs extends TParams = TParams>
  implements ToolBuilder<TParams, TResult, TArgs>
{
  readonly #info: ToolInfo;

  constructor(info: ToolInfo) {
    this.#info = info;
  }

  get name(): string {
    return this.#info.name;
  }

  get displayName(): string {
    return this.#info.displayName;
  }

  get description(): string {
    return this.#info.description;
  }

  get kind(): Kind {
    return this.#info.kind;
  }

  /** The risk of the tool's calls, and whether the user is asked first. */
  get risk(): ToolRisk {
    return this.#info.risk;
  }

  /** The same, for agent loops and user interfaces. */
  get metadata(): ToolMetadata {
    return metadataOf(this.risk);
  }

  get parameterSchema(): JsonObject {
    return this.#info.parameterSchema;
  }

  get isOutputMarkdown(): boolean {
    return this.#info.isOutputMarkdown;
  }

  get canUpdateOutput(): boolean {
    return this.#info.canUpdateOutput;
  }

  /** True if calls change nothing: by the kind, unless a call can be dangerous anyway. */
  get isReadOnly(): boolean {
    return readOnlyKinds.has(this.kind) && this.risk.level !== "dangerous";
  }

  /** The tool's MCP hints, if its source has declared them. */
  get toolAnnotations(): Record<string, unknown> | undefined {
    return undefined;
  }

  get schema(): FunctionDeclaration {
    return this.getSchema();
  }

  getSchema(_modelId?: string): FunctionDeclaration {
    return { name: this.name, description: this.description, parametersJsonSchema: this.parameterSchema };
  }

  abstract build(params: TParams): ToolInvocation<TArgs, TResult>;

  /** Checks a model's arguments. Returns a text for the model, or `null` if they are valid. */
  abstract validateToolParams(params: unknown): string | null;

  /**
   * Returns the arguments that a call would get, as a dry run: nothing is built, counted or logged. Returns `undefined`
   * if the call would be refused, or its arguments can't be known.
   */
  canonicalParams(_params: unknown): TArgs | undefined {
    return undefined;
  }

  /**
   * Builds the call and executes it without confirmation. Rejects with an `InvalidParamsError` if the arguments are
   * wrong.
   */
  async buildAndExecute(params: TParams, signal: AbortSignal, updateOutput?: ExecuteOptions["updateOutput"]): Promise<TResult> {
    return this.build(params).execute(executeOptions(signal, updateOutput));
  }

  /** Like `build`, for a model's arguments: never throws, but returns the error. */
  silentBuild(params: unknown): ToolInvocation<TArgs, TResult> | Error {
    try {
      // `build` checks everything before its type is relied on.
      return this.build(params as TParams);
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error));
    }
  }

  /** Like `buildAndExecute`, for a model's arguments: never rejects; every failure is a result with `error`. */
  async validateBuildAndExecute(
    params: unknown,
    signal: AbortSignal,
    updateOutput?: ExecuteOptions["updateOutput"],
  ): Promise<TResult | FailedResult> {
    const options = executeOptions(signal, updateOutput);
    const invocation = this.silentBuild(params);
    if (invocation instanceof Error) {
      const { InvalidToolParams, UnhandledException } = ToolErrorType;
      return failedResult(invocation, invocation instanceof InvalidParamsError ? InvalidToolParams : UnhandledException);
    }
    try {
      return await invocation.execute(options);
    } catch (error) {
      return failedResult(error, ToolErrorType.UnhandledException);
    }
  }

  /** Returns the data for logs and tests. */
  toJSON(): Pick<ToolInfo, "name" | "displayName" | "description" | "kind" | "parameterSchema"> {
    const { name, displayName, description, kind, parameterSchema } = this;
    return { name, displayName, description, kind, parameterSchema };
  }
}

/** A tool whose types aren't known. */
export type AnyDeclarativeTool = DeclarativeTool<object, ToolResult>;

/** Returns true if a value is a tool: it has a name and builds calls (Gemini CLI's `isTool`). */
export function isTool(value: unknown): value is AnyDeclarativeTool {
  if (typeof value !== "object" || value === null) return false;
  return "name" in value && typeof value.name === "string" && "build" in value && typeof value.build === "function";
}

/** The form of a tool. */
export const aTool = { is: isTool, words: "a tool, such as new CountLinesTool()", from: "[new CountLinesTool()]" };

/** Checks the options of an invocation's `execute`, and keeps what the callback throws away from the call. */
export function checkedExecuteOptions(options: ExecuteOptions): ExecuteOptions {
  checkExecuteOptions(options);
  return executeOptions(options.abortSignal, options.updateOutput);
}

/** The options of `execute`, of whose callback nothing comes back. */
function executeOptions(signal: AbortSignal, callback?: ExecuteOptions["updateOutput"]): ExecuteOptions {
  checkForm("The signal of a call", signal, abortSignal);
  const updateOutput = safeCallback("updateOutput", callback);
  return updateOutput === undefined ? { abortSignal: signal } : { abortSignal: signal, updateOutput };
}

/** A tool that builds calls from arguments (Gemini CLI's `ToolBuilder`). `TArgs` are the arguments with defaults. */
export interface ToolBuilder<TParams extends object, TResult extends ToolResult, TArgs extends TParams = TParams> {
  /** The name for models and programs. */
  readonly name: string;
  /** The name for users. */
  readonly displayName: string;
  /** For the model: what the tool is for, what it isn't for, and what it returns. */
  readonly description: string;
  readonly kind: Kind;
  /** The tool's declaration for a model. */
  readonly schema: FunctionDeclaration;
  /** True if users see results as Markdown. */
  readonly isOutputMarkdown: boolean;
  /** True if output arrives while the tool runs. */
  readonly canUpdateOutput: boolean;
  /** True if no call changes anything. */
  readonly isReadOnly: boolean;
  /** Returns the declaration for a certain model. Tools made of specs have the same one for all. */
  getSchema(modelId?: string): FunctionDeclaration;
  /** Checks arguments and builds the call. Throws an `InvalidParamsError` if they are wrong. */
  build(params: TParams): ToolInvocation<TArgs, TResult>;
}

/** A tool and the validator of its arguments. */
export interface CheckedTool extends ToolInfo {
  readonly definition: RepairRules;
  readonly validate: Validator;
}
