import { createHmac, timingSafeEqual } from "node:crypto";
import { sortedJson } from "../json/sorted-json.js";
import type { AgenticLoopState } from "./state.js";

/** A secret that signs states: at least 32 bytes, or a text of at least 32 bytes. */
export type StateKey = string | Uint8Array;

const leastBytes = 32;

/** Throws a `TypeError` for a key that is too weak. */
export function checkKey(key: StateKey | undefined): void {
  if (key !== undefined && Buffer.byteLength(key) < leastBytes)
    throw new TypeError(`\`stateKey\` must have at least ${leastBytes} bytes, such as those of crypto.randomBytes(${leastBytes}).`);
}

/**
 * Returns the state with a signature over all its values. The order of keys doesn't matter, because databases change
 * it.
 */
export function signState({ signature: _, ...state }: AgenticLoopState, key: StateKey | undefined): AgenticLoopState {
  return key === undefined ? state : { ...state, signature: signatureOf(state, key) };
}

/**
 * Returns the reason why a state wasn't signed with this key. Without a key, it only reports that a signed state needs
 * its key.
 */
export function signatureProblem(
  { signature, ...state }: Readonly<Record<string, unknown>>,
  key: StateKey | undefined,
): string | undefined {
  if (key === undefined) return signature === undefined ? undefined : "it is signed, and can't be checked without its `stateKey`";
  if (typeof signature !== "string") return "it has no signature";
  const [expected, given] = [Buffer.from(signatureOf(state, key)), Buffer.from(signature)];
  const isValid = given.length === expected.length && timingSafeEqual(given, expected);
  return isValid ? undefined : "it was changed after it was saved, or was saved with another key";
}

/** HMAC-SHA-256 (RFC 2104). */
const signatureOf = (state: object, key: StateKey) =>
  createHmac("sha256", key)
    .update(`toolgen agentic loop state\n${sortedJson(state)}`)
    .digest("base64url");
