import { FetchError } from "toolgen/runtime";

/**
 * Hosts of this machine and its networks that the client's environment lets tools reach: names, addresses and ranges,
 * with commas or spaces between.
 */
export const allowedPrivate = (): readonly string[] => (process.env.TOOLGEN_ALLOW_PRIVATE ?? "").split(/[\s,]+/).filter(Boolean);

/**
 * Words a failure for these tools. Their spec can't be changed, so the message says which environment variable to set.
 */
export function inOwnWords(error: unknown): unknown {
  if (!(error instanceof FetchError) || !error.isPrivate) return error;
  const words = error.message.replace(/, and the tool's `allowPrivate` doesn't name it\.$/, ".");
  const advice = "The user can allow that host: TOOLGEN_ALLOW_PRIVATE=localhost,10.0.0.0/8 in the environment of the client.";
  return new FetchError(`${words} ${advice}`, { isPrivate: true });
}
