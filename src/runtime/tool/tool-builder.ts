import type { Kind } from "../contract/kind.js";
import type { ToolResult } from "../contract/tool-result.js";
import type { FunctionDeclaration } from "./function-declaration.js";
import type { ToolInvocation } from "./tool-invocation.js";

/** A tool that turns arguments into calls (Gemini CLI's `ToolBuilder`). `TArgs` are the arguments once defaults are in. */
export interface ToolBuilder<TParams extends object, TResult extends ToolResult, TArgs extends TParams = TParams> {
  /** What models and programs call it by. */
  readonly name: string;
  /** What people call it. */
  readonly displayName: string;
  /** For the model: what the tool is for, what it isn't for, what it returns. */
  readonly description: string;
  readonly kind: Kind;
  /** What a model is told of the tool. */
  readonly schema: FunctionDeclaration;
  /** Whether what people are shown is Markdown. */
  readonly isOutputMarkdown: boolean;
  /** Whether output arrives while the tool runs. */
  readonly canUpdateOutput: boolean;
  /** Whether no call changes anything. */
  readonly isReadOnly: boolean;
  /** What a certain model is told of the tool; tools made of specs tell all the same. */
  getSchema(modelId?: string): FunctionDeclaration;
  /** Checks arguments and makes the call of them. Throws an `InvalidParamsError` if they are wrong. */
  build(params: TParams): ToolInvocation<TArgs, TResult>;
}
