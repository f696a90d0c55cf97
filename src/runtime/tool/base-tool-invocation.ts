import type { ToolInvocation } from "./tool-invocation.js";
import type { ToolLocation } from "./tool-location.js";
import type { ToolResult } from "./tool-result.js";

/** A base for invocations: holds the arguments, and works at no place of the file system unless it says so. */
export abstract class BaseToolInvocation<TParams extends object, TResult extends ToolResult> implements ToolInvocation<TParams, TResult> {
  readonly params: TParams;

  constructor(params: TParams) {
    this.params = params;
  }

  abstract getDescription(): string;

  toolLocations(): readonly ToolLocation[] {
    return [];
  }

  abstract execute(signal: AbortSignal): Promise<TResult>;
}
