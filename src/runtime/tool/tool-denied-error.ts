/** A call that a policy or settings deny. The message is for the model. */
export class ToolDeniedError extends Error {
  override readonly name = "ToolDeniedError";
}
