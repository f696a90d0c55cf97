import { FetchError } from "toolgen/runtime";

/** Hosts of this machine and its networks that the client's environment lets tools reach: names, addresses and ranges, with commas or spaces between. */
export const allowedPrivate = (): readonly string[] => (process.env.TOOLGEN_ALLOW_PRIVATE ?? "").split(/[\s,]+/).filter(Boolean);

/** A failure in the words of these tools, whose spec nobody can change: what to set is in the environment. */
export function inOwnWords(error: unknown): unknown {
  if (!(error instanceof FetchError) || !error.isPrivate) return error;
  const words = error.message.replace(/, and the tool's `allowPrivate` doesn't name it\.$/, ".");
  const advice = "The user can allow that host: TOOLGEN_ALLOW_PRIVATE=localhost,10.0.0.0/8 in the environment of the client.";
  return new FetchError(`${words} ${advice}`, { isPrivate: true });
}
