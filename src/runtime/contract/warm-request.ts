/** The file descriptor on which a warm process receives its calls. */
export const requestFd = 4;

/**
 * A call begins with a token of so many random bytes. The process writes it on both of its outputs when the call is
 * over, so that nothing which a handler or its programs print can be taken for the end.
 */
export const tokenBytes = 16;

/** The token is followed by the length of the handler's standard input, and by that input. */
export const lengthBytes = 4;
