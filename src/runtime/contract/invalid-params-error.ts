/** Arguments were refused. The message is written for the model that must correct its call. */
export class InvalidParamsError extends Error {
  override readonly name = "InvalidParamsError";
}
