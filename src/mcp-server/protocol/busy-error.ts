import { ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";

/** The error of a read whose answer has no room beside those that aren't sent yet. */
export const busyError = (): ProtocolError =>
  new ProtocolError(ProtocolErrorCode.InternalError, "The server holds too many answers that aren't sent yet. Read this again later.");
