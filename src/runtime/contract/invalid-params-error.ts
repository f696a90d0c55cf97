/** Arguments were refused. The message is written for the model that must correct its call. */
export class InvalidParamsError extends Error {
  override readonly name = "InvalidParamsError";
  /** True if the audit log has a line of the call. */
  readonly isLogged: boolean;

  constructor(message: string, { isLogged = false }: { readonly isLogged?: boolean } = {}) {
    super(message);
    this.isLogged = isLogged;
  }
}
