/** One of the words that may stand at a position. `start` and `end` are the range that it replaces. */
export interface EditorCompletion {
  readonly label: string;
  readonly kind: "parameter" | "value" | "key" | "fragment" | "tool" | "block";
  readonly detail: string;
  readonly insert: string;
  readonly start: number;
  readonly end: number;
}
