/** A place in the file system that a call affects (Gemini CLI's `ToolLocation`). */
export interface ToolLocation {
  /** Absolute. */
  readonly path: string;
  /** Counted from 1. */
  readonly line?: number;
}
