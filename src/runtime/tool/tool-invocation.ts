import type { ToolLocation } from "./tool-location.js";
import type { ToolResult } from "./tool-result.js";

/** A call whose arguments were checked, ready to be carried out (Gemini CLI's `ToolInvocation`). */
export interface ToolInvocation<TParams extends object, TResult extends ToolResult> {
  /** The canonical arguments, defaults included. */
  readonly params: TParams;
  /** What the call will do, in a line. Never throws. */
  getDescription(): string;
  /** The files and folders that the call works at. */
  toolLocations(): readonly ToolLocation[];
  /** Carries the call out. A failure is a result with `error`; a throw is a bug. An aborted signal ends the call. */
  execute(signal: AbortSignal): Promise<TResult>;
}
