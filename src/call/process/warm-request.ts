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
  /**
   * The token is followed by the length of the handler's standard input, by the length of the calls that are sent with
   * it and come behind it, and by that input. Before the process begins one of these, it writes the call's token on
   * standard error. If it doesn't come to them soon, it writes the token of the next one on standard output: it has
   * forgotten them all.
   */
  lengthBytes: 4,
  restBytes: 4,
  /**
   * The token of the end is followed by the length of the text before it, by the exit code, and by the whole
   * milliseconds that the handler took, at most 255. Such a text is the handler's whole result, which would be printed
   * as JSON otherwise.
   */
  statusBytes: 6,
  codeAt: 4,
  msAt: 5,
  /** This length says that the result was printed in the tool's format, or that there is none. */
  noText: 0xffffffff,
  /** A longer text is printed in the tool's format. */
  mostTextBytes: 1 << 20,
} as const;

const { tokenBytes, lengthBytes, restBytes } = warmRequest;

/** The bytes before the input of a call. */
export const headBytes = tokenBytes + lengthBytes + restBytes;

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

/** Prints calls that are sent together. */
export function requestOf(calls: readonly { readonly token: Buffer; readonly input: Buffer }[]): Buffer {
  let rest = calls.reduce((sum, { input }) => sum + headBytes + input.length, 0);
  const parts = calls.flatMap(({ token, input }) => {
    const head = Buffer.allocUnsafe(headBytes);
    token.copy(head);
    rest -= headBytes + input.length;
    head.writeUInt32LE(input.length, tokenBytes);
    head.writeUInt32LE(rest, tokenBytes + lengthBytes);
    return [head, input];
  });
  return Buffer.concat(parts);
}
