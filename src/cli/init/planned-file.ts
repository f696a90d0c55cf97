/** A file that `toolgen init` writes, or leaves unchanged. */
export interface PlannedFile {
  /** Relative to the project's root; to the repository's for a file with `isRepositorys`. */
  readonly path: string;
  readonly isRepositorys: boolean;
  readonly action: "create" | "update" | "keep";
  /** The whole text. For a kept file, what its owner could add; `undefined` if there is nothing to add. */
  readonly text: string | undefined;
  /** For users: its content, or why it is left unchanged. */
  readonly note: string;
}
