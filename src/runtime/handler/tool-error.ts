/** An expected failure of a handler: its message is what the model gets, as advice on what to do, without a stack. */
export class ToolError extends Error {
  override readonly name = "ToolError";
}
