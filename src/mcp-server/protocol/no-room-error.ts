const fullMessage =
  "The server holds too many answers that aren't sent yet, and the call was not run. Receive them, and send the call again.";

/**
 * The error of a call whose caller leaves too many results unread. Not the SDK's error: Pi runs calls too, without that
 * package.
 */
export class NoRoomError extends Error {
  /** `problem`: why the audit log has no line of the call. */
  constructor(problem?: string) {
    super(problem === undefined ? fullMessage : `${fullMessage}\n${problem}`);
  }
}
