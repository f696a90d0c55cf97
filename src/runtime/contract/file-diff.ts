/** The change of one file (Gemini CLI's `FileDiff`), shown before an edit is confirmed, and after it was made. */
export interface FileDiff {
  /** A unified diff with three lines of context. */
  readonly fileDiff: string;
  /** The last segment of the path. */
  readonly fileName: string;
  /** Absolute. */
  readonly filePath: string;
  /** The text before; `null` if there was no file. */
  readonly originalContent: string | null;
  /** The text after; empty if the file was deleted. */
  readonly newContent: string;
  readonly diffStat?: DiffStat;
  readonly isNewFile?: boolean;
  /** True if Gemini CLI counts the file as one that a build runs. Tools made of specs omit it. */
  readonly isBuildFile?: boolean;
}

/**
 * How much of a change is the model's and how much the user's, who may have edited the proposal. Characters are UTF-16
 * code units, without line breaks. The names are Gemini CLI's (`DiffStat` of `@google/gemini-cli-core` 0.61).
 */
export interface DiffStat {
  readonly model_added_lines: number;
  readonly model_removed_lines: number;
  readonly model_added_chars: number;
  readonly model_removed_chars: number;
  readonly user_added_lines: number;
  readonly user_removed_lines: number;
  readonly user_added_chars: number;
  readonly user_removed_chars: number;
}
