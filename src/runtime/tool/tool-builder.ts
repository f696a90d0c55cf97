import type { Kind } from "../contract/kind.js";
import type { ToolResult } from "../contract/tool-result.js";
import type { FunctionDeclaration } from "./function-declaration.js";
import type { ToolInvocation } from "./tool-invocation.js";

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
