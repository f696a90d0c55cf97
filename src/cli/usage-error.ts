/** The command line was used wrongly. `hint` says what to type instead, if anything would work; the exit code is 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";
  readonly hint: string;

  constructor(message: string, hint = "") {
    super(message);
    this.hint = hint;
  }
}
