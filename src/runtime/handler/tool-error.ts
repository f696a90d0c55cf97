/** An expected failure of a handler: the model gets only its message, as advice on what to do, without a stack. */
export class ToolError extends Error {
  override readonly name = "ToolError";
}
