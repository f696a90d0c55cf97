/** A place in the file system that a call works at. */
export interface ToolLocation {
  /** Absolute. */
  readonly path: string;
  /** Counted from 1. */
  readonly line?: number;
}
