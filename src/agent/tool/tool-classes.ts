import type { ToolResult } from "../../contract/tool-result.js";
import type { FunctionCallOutcome } from "../tool-result.js";
import type { AnyDeclarativeTool, DeclarativeTool } from "./declarative-tool.js";
import type { ToolEnvironment } from "./tool-invocation.js";

/** Classes by the names of their tools: `typeof tools` of a generated index. The default knows no names. */
export type ToolClasses = Readonly<Record<string, new (environment?: ToolEnvironment) => AnyDeclarativeTool>>;

/**
 * The class of a generated tool in `tools`. A program that has a tool's name as a type parameter calls it by
 * `DeclarativeTool`, and one that knows the name has the class itself.
 */
export interface GeneratedToolClass<TName extends string, TTool, TParams extends object, TResult extends ToolResult> {
  new (environment?: ToolEnvironment): TTool & DeclarativeTool<TParams, TResult>;
  /** The tool's name, as models call it. */
  readonly Name: TName;
}

/** The names of which the types are known; `never` without classes. */
export type KnownName<TTools extends ToolClasses> = string extends keyof TTools ? never : keyof TTools & string;

/** The parameters of the tool of a name: any object for another name, such as an alias. */
export type ParamsOf<TTools extends ToolClasses, TName extends string> = string extends TName | keyof TTools
  ? object
  : TName extends keyof TTools
    ? TTools[TName] extends new (
        ...environment: never[]
      ) => { build(params: infer TParams): unknown }
      ? TParams
      : never
    : object;

/** The result of the tool of a name, if that is known. */
export type ResultOf<TTools extends ToolClasses, TName extends string> = string extends TName | keyof TTools
  ? ToolResult
  : TName extends keyof TTools
    ? TTools[TName] extends new (
        ...environment: never[]
      ) => { buildAndExecute(...call: never[]): Promise<infer TResult> }
      ? TResult extends ToolResult
        ? TResult
        : ToolResult
      : ToolResult
    : ToolResult;

/** The tool of a name, as a registry has it. */
export type ToolOf<TTools extends ToolClasses, TName extends string> =
  TName extends KnownName<TTools> ? DeclarativeTool<ParamsOf<TTools, TName> & object, ResultOf<TTools, TName>> : AnyDeclarativeTool;

/** The outcome of a call: of the tool of this name, or of any that `TTools` has, which `toolName` tells apart. */
export type OutcomeOf<TTools extends ToolClasses, TName extends string = string> = [KnownName<TTools>] extends [never]
  ? FunctionCallOutcome
  : TName extends KnownName<TTools>
    ? FunctionCallOutcome<ResultOf<TTools, TName>, TName>
    :
        | { [Name in KnownName<TTools>]: FunctionCallOutcome<ResultOf<TTools, Name>, Name> }[KnownName<TTools>]
        | FunctionCallOutcome<ToolResult, never>;
