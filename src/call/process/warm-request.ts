import { randomBytes } from "node:crypto";

/** How a call reaches a process that runs many. */
export const warmRequest = {
  /** The file descriptor on which it reads calls. */
  fd: 4,
  /**
   * A call begins with a token of so many random bytes. The process writes it on its standard output when the call is
   * over, so that nothing which a handler or its programs print can be taken for the end.
   */
  tokenBytes: 16,
  /** The token is followed by the length of the handler's standard input, and by that input. */
  lengthBytes: 4,
  /**
   * The token of the end is followed by the length of the text before it, and by the exit code. Such a text is the
   * handler's whole result, which would be printed as JSON otherwise.
   */
  statusBytes: 5,
  codeAt: 4,
  /** This length says that the result was printed in the tool's format, or that there is none. */
  noText: 0xffffffff,
  /** A longer text is printed in the tool's format. */
  mostTextBytes: 1 << 20,
} as const;

const { tokenBytes } = warmRequest;

/** To make bytes for one call takes as long as to make them for many. */
const tokensAtOnce = 64;

let made: Buffer = Buffer.alloc(0);

/** Returns random bytes that no other call has. */
export function newCallToken(): Buffer {
  if (made.length === 0) made = randomBytes(tokensAtOnce * tokenBytes);
  const token = made.subarray(0, tokenBytes);
  made = made.subarray(tokenBytes);
  return token;
}
