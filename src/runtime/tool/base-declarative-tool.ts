import type { ToolResult } from "../contract/tool-result.js";
import { refuse, renderRefusal } from "../refusal/refusal.late.js";
import { addCallFacts } from "../telemetry/audit/call-facts.js";
import { recordRefusedBuild } from "../telemetry/audit/record-refused-build.js";
import type { CheckedTool } from "./checked-tool.js";
import { DeclarativeTool } from "./declarative-tool.js";
import { completed, type HandWrittenTool } from "./hand-written-tool.js";
import { type NormalizedArguments, normalizeArguments, normalizeUncounted } from "./normalize.js";
import type { ToolInvocation } from "./tool-invocation.js";

/**
 * A tool whose arguments are repaired and validated before a call is built (Gemini CLI's `BaseDeclarativeTool`):
 * aliases are renamed, values with one meaning are coerced, defaults are filled in.
 */
export abstract class BaseDeclarativeTool<
  TParams extends object,
  TResult extends ToolResult,
  TArgs extends TParams = TParams,
> extends DeclarativeTool<TParams, TResult, TArgs> {
  readonly #tool: CheckedTool;

  constructor(tool: CheckedTool | HandWrittenTool) {
    const checked = "definition" in tool ? tool : completed(tool);
    super(checked);
    this.#tool = checked;
  }

  override build(params: TParams): ToolInvocation<TArgs, TResult> {
    const normalized = this.#judge(normalizeArguments<TArgs>(this.#tool, params));
    if (!normalized.ok)
      throw recordRefusedBuild(renderRefusal(this.name, normalized), { tool: this.#tool, input: params, repaired: normalized });
    const repairedCall = { repaired: normalized, definition: this.#tool.definition };
    return addCallFacts(this.createInvocation(normalized.params), { input: params, repair: repairedCall });
  }

  override validateToolParams(params: unknown): string | null {
    const normalized = this.#judge(normalizeUncounted<TArgs>(this.#tool, params));
    return normalized.ok ? null : renderRefusal(this.name, normalized);
  }

  override canonicalParams(params: unknown): TArgs | undefined {
    const normalized = normalizeUncounted<TArgs>(this.#tool, params);
    return normalized.ok ? normalized.params : undefined;
  }

  /**
   * Checks what a schema can't express: returns a sentence for the model if the values are wrong together, otherwise
   * `null`.
   */
  protected validateToolParamValues(_params: TArgs): string | null {
    return null;
  }

  /** Builds the call from valid arguments. */
  protected abstract createInvocation(params: TArgs): ToolInvocation<TArgs, TResult>;

  #judge(normalized: NormalizedArguments<TArgs>): NormalizedArguments<TArgs> {
    if (!normalized.ok) return normalized;
    const problem = this.validateToolParamValues(normalized.params);
    return problem === null ? normalized : refuse([{ code: "message", message: problem }]);
  }
}
