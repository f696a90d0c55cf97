import { type HandlerContext, ToolError } from "toolgen/runtime";
import type { WebSearchArgs } from "../generated/tools/web-search.js";
import { brave } from "./web/brave.js";
import { type Found, type Provider, shownResults } from "./web/results.js";
import { searxng } from "./web/searxng.js";

/** Asks the server that the environment names. Where it names two and the first fails, the other is asked. */
export async function webSearch(args: WebSearchArgs, { signal, secrets }: HandlerContext<"BRAVE_API_KEY">): Promise<string> {
  const query = [args.query.trim(), sites(args.allowed_domains, ""), sites(args.blocked_domains, "-")].filter(Boolean).join(" ");
  const problems: string[] = [];
  for (const provider of providers(secrets.BRAVE_API_KEY)) {
    try {
      return shownResults(within(await provider.search({ ...args, query }, signal), args), args);
    } catch (error) {
      signal.throwIfAborted();
      problems.push(`${provider.name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  throw new ToolError(problems.length > 0 ? problems.join("\n") : nothingSet);
}

const nothingSet =
  "No search server is set up, so the web can't be searched. The user can set one in the environment of the client: SEARXNG_URL to the address of a SearXNG server whose settings.yml lists json under search.formats, or BRAVE_API_KEY to a key of the Brave Search API. Until then, web_fetch reads pages whose addresses are known.";

function providers(key: string): readonly Provider[] {
  const { SEARXNG_URL, BRAVE_API_URL } = process.env;
  return [
    ...(SEARXNG_URL ? [searxng(SEARXNG_URL)] : []),
    ...(key ? [brave({ key, url: BRAVE_API_URL || "https://api.search.brave.com" })] : []),
  ];
}

/** Formats a search for domains as search servers expect it. */
function sites(domains: readonly string[] = [], sign: "" | "-"): string {
  const words = domains.map((domain) => `${sign}site:${domain}`);
  return sign === "" && words.length > 1 ? `(${words.join(" OR ")})` : words.join(" ");
}

/** Filters results, because not every server respects the domains, and results that aren't web pages are useless. */
function within(found: Found, { allowed_domains = [], blocked_domains = [] }: WebSearchArgs): Found {
  const isOf = (url: string, domains: readonly string[]) => {
    const host = URL.canParse(url) ? new URL(url).hostname : "";
    return domains.some((domain) => `.${host}`.endsWith(`.${domain.toLowerCase()}`));
  };
  const isPage = (url: string) => /^https?:\/\//i.test(url);
  const isWanted = (url: string) =>
    isPage(url) && (allowed_domains.length === 0 || isOf(url, allowed_domains)) && !isOf(url, blocked_domains);
  return { ...found, results: found.results.filter(({ url }) => isWanted(url)) };
}
