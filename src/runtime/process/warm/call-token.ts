import { randomBytes } from "node:crypto";
import { warmRequest } from "../../contract/warm-request.js";

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
