import { guardedFetch, type HandlerContext } from "toolgen/runtime";
import type { WebFetchArgs } from "../generated/tools/web-fetch.js";
import { addressesIn } from "./web/addresses.js";
import { allowedPrivate, inOwnWords } from "./web/private-hosts.js";
import { shown } from "./web/shown.js";

const headers = {
  accept: "text/markdown, text/html;q=0.9, application/xhtml+xml;q=0.9, text/plain;q=0.8, application/json;q=0.8, */*;q=0.5",
  "accept-language": "en, *;q=0.5",
  "user-agent": "Mozilla/5.0 (compatible; toolgen)",
};

/** One page as it is; several under a line with the address of each, where what fails is told in its place. */
export async function webFetch(args: WebFetchArgs, { signal, update }: HandlerContext) {
  const addresses = addressesIn(args.url);
  const parts = addresses.length;
  const max_length = Math.floor(args.max_length / parts);
  const fetchPage = async (asked: string) => {
    if (parts > 1) update(`Fetching ${asked}`);
    try {
      const response = await guardedFetch(asked, { headers, signal, allowPrivate: allowedPrivate() });
      return shown(response, { ...args, max_length, parts, asked });
    } catch (error) {
      throw inOwnWords(error);
    }
  };
  const [only = "", ...others] = addresses;
  if (others.length === 0) return fetchPage(only);
  const answers = await Promise.all(
    addresses.map(async (asked) => `--- ${asked} ---\n\n${asText(await fetchPage(asked).catch(wordsOf(signal)))}`),
  );
  return answers.join("\n\n");
}

const asText = (part: unknown) => (typeof part === "string" ? part : "[It is an image: fetch it by a call of its own.]");

/** Describes the failure of one of several pages. */
const wordsOf = (signal: AbortSignal) => (error: unknown) => {
  signal.throwIfAborted();
  return `[It can't be shown: ${error instanceof Error ? error.message : String(error)}]`;
};
