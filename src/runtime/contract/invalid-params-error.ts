/** The arguments are invalid. The message is written for the model, which must correct its call. */
export class InvalidParamsError extends Error {
  override readonly name = "InvalidParamsError";
}
