/** How a call reaches a process that runs many. */
export const warmRequest = {
  /** The file descriptor on which it reads calls. */
  fd: 4,
  /**
   * A call begins with a token of so many random bytes. The process writes it on both of its outputs when the call is
   * over, so that nothing which a handler or its programs print can be taken for the end.
   */
  tokenBytes: 16,
  /** The token is followed by the length of the handler's standard input, and by that input. */
  lengthBytes: 4,
} as const;
