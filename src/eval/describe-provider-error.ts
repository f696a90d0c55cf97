/** The names that messages about a provider's errors contain. */
export interface ProviderHints {
  /** The model as the command line names it. */
  readonly model: string;
  /** The variable from which the provider's package reads its key, if that is known. */
  readonly keyVariable: string | undefined;
}

export interface ProviderProblem {
  readonly problem: string;
  /** True if every other request would fail in the same way. */
  readonly isFatal: boolean;
}

/** Describes an error of a provider or of the connection to it: what it says, and what to do next. */
export function describeProviderError(error: unknown, { model, keyVariable }: ProviderHints): ProviderProblem {
  const last = lastError(error);
  const said = last instanceof Error ? last.message : String(last);
  const status = statusOf(last);
  switch (status) {
    case 401:
    case 403: {
      const key = keyVariable === undefined ? "the provider's key" : keyVariable;
      return { problem: `The provider rejects the key (HTTP ${status}): ${said}. Check ${key}.`, isFatal: true };
    }
    case 404:
      return { problem: `The provider doesn't know ${model} (HTTP 404): ${said}. Check --model and --base-url.`, isFatal: true };
    case 429: {
      const advice = "Wait, or ask less at a time with --concurrency 1.";
      return { problem: `The provider limits requests (HTTP 429): ${said}. ${advice}`, isFatal: false };
    }
    case undefined:
      // A request has an address, and without a status it had no answer.
      if (typeof last === "object" && last !== null && "url" in last)
        return { problem: `The provider can't be reached: ${said}. Check --base-url and the network.`, isFatal: true };
      return { problem: said, isFatal: false };
    default:
      return { problem: `The provider answers HTTP ${status}: ${said}`, isFatal: false };
  }
}

/** The SDK repeats failed requests, and then throws an error that holds the last of them. */
function lastError(error: unknown): unknown {
  return typeof error === "object" && error !== null && "lastError" in error ? error.lastError : error;
}

function statusOf(error: unknown): number | undefined {
  const status = typeof error === "object" && error !== null && "statusCode" in error ? error.statusCode : undefined;
  return typeof status === "number" ? status : undefined;
}
