/** A file that `toolgen init` writes, or leaves as it is. */
export interface PlannedFile {
  /** From the project's root; from the repository's for a file of `isRepositorys`. */
  readonly path: string;
  readonly isRepositorys: boolean;
  readonly action: "create" | "update" | "keep";
  /** The whole text. Of a file that is kept, what its owner could put into it; `undefined` where there is nothing to add. */
  readonly text: string | undefined;
  /** For people: what is in it, or why it is left alone. */
  readonly note: string;
}
