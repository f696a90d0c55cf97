import { ProtocolError } from "@modelcontextprotocol/server";
import { unavailable } from "./unavailable.js";

const fullMessage =
  "The server holds too many answers that aren't sent yet, and the call was not run. Receive them, and send the call again.";

/** The error of a call whose caller leaves too many results unread. */
export class NoRoomError extends ProtocolError {
  /** `problem`: why the audit log has no line of the call. */
  constructor(problem?: string) {
    super(unavailable, problem === undefined ? fullMessage : `${fullMessage}\n${problem}`);
  }
}
