/** A call that nobody may make, by a policy or by settings. The message is for the model. */
export class ToolDeniedError extends Error {
  override readonly name = "ToolDeniedError";
}
