import { defaultMetadata } from "../../call/decide-tool.js";
import { refuse, renderRefusal } from "../../call/refusal.late.js";
import { type CountableTool, type RepairableTool, repairAndCount, repairArguments } from "../../call/repair-arguments.js";
import type { Validator } from "../../contract/definition.js";
import { isJsonObject, type JsonObject } from "../../contract/json-value.js";
import type { Refusal } from "../../contract/problem.js";
import type { Repair, Repaired, RepairRules } from "../../contract/repair.js";
import { Kind } from "../../contract/risk.js";
import type { ToolResult } from "../../contract/tool-result.js";
import { createValidator } from "../validator.js";
import { addCallFacts, recordRefusedBuild } from "./call-facts.js";
import { callback, checkOptions, flag, map, type OptionForms, text } from "./check-options.js";
import { type CheckedTool, DeclarativeTool, type ToolInfo } from "./declarative-tool.js";
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
    const checked = isChecked(tool) ? tool : completed(tool);
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

/** Arguments under their canonical names, valid, with defaults; or a refusal with their problems. */
export type NormalizedArguments<TArgs extends object> =
  | { readonly ok: true; readonly params: TArgs /** The changes. */; readonly repairs: readonly Repair[] }
  | Refusal;

/**
 * Parameters after defaults were filled in: those with a default are never absent.
 * @example `WithDefaults<{ path?: string; limit?: number }, "limit">` is `{ path?: string; limit: number }`
 */
export type WithDefaults<TParams, TKeys extends keyof TParams> = TParams & { readonly [Key in TKeys]-?: Exclude<TParams[Key], undefined> };

/**
 * Repairs a model's arguments as every call does, and returns them with the type that was generated from the same
 * schema.
 */
export function normalizeArguments<TArgs extends object>(tool: CountableTool, input: unknown): NormalizedArguments<TArgs> {
  return withType(repairAndCount(tool, input, process));
}

/** Like `normalizeArguments`, as a dry run: it isn't counted. */
export function normalizeUncounted<TArgs extends object>(tool: RepairableTool, input: unknown): NormalizedArguments<TArgs> {
  return withType(repairArguments(tool, input));
}

function withType<TArgs extends object>(repaired: Repaired): NormalizedArguments<TArgs> {
  return repaired.ok ? { ...repaired, params: typed(repaired.params) } : repaired;
}

/** The validator has accepted them, and the type matches it: `test/emit/typescript` compares the two. */
const typed = <TArgs extends object>(params: JsonObject): TArgs => params as TArgs;

const isChecked = (tool: CheckedTool | HandWrittenTool): tool is CheckedTool => map.is(tool) && "definition" in tool;

/** The parts of a tool that follow from its kind and its schema. */
export type Derived = "risk" | "isOutputMarkdown" | "canUpdateOutput";

/** A tool that a program declares itself, without a spec. Optional parts are derived from the kind and the schema. */
export interface HandWrittenTool extends Omit<ToolInfo, Derived>, Partial<Pick<ToolInfo, Derived>> {
  /** Other names that models use for a top-level parameter, by its own name. */
  readonly aliases?: Readonly<Record<string, readonly string[]>>;
  /** Replaces `createValidator(parameterSchema)`. */
  readonly validate?: Validator;
}

/**
 * Completes a tool: the risk is what a spec of its kind would get, and output is plain text that arrives at the end.
 */
export function completed(given: HandWrittenTool): CheckedTool {
  checkOptions<HandWrittenTool>("The tool of BaseDeclarativeTool", given, { forms: toolForms, required: requiredOfTool });
  const { aliases = {}, ...tool } = given;
  const { kind, parameterSchema, validate = createValidator(parameterSchema) } = tool;
  const { riskLevel: level, requiresConfirmation } = defaultMetadata(kind);
  const risk = { level, requiresConfirmation };
  return { risk, isOutputMarkdown: false, canUpdateOutput: false, ...tool, validate, definition: rulesOf(parameterSchema, aliases) };
}

const kinds = Object.values<unknown>(Kind);
const toolForms: OptionForms<HandWrittenTool> = {
  ...{ name: text, displayName: text, description: text, parameterSchema: map, risk: map, aliases: map },
  kind: { is: (value) => kinds.includes(value), words: `one of ${kinds.join(", ")}` },
  ...{ isOutputMarkdown: flag, canUpdateOutput: flag, validate: callback },
};
const requiredOfTool = ["name", "displayName", "description", "kind", "parameterSchema"] as const;

function rulesOf({ properties }: JsonObject, aliases: NonNullable<HandWrittenTool["aliases"]>): RepairRules {
  const declared = Object.entries(isJsonObject(properties) ? properties : {});
  const defaults = declared.flatMap(([name, schema]) =>
    isJsonObject(schema) && schema.default !== undefined ? [[name, schema.default] as const] : [],
  );
  return {
    params: declared.map(([name]) => name),
    aliases: Object.entries(aliases).map(([name, names]) => ({ target: [name], names })),
    ignore: [],
    mutuallyExclusive: [],
    defaults: Object.fromEntries(defaults),
  };
}
