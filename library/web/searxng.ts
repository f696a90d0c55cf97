import { ToolError } from "toolgen/runtime";
import { askJson } from "./ask-json.js";
import type { Provider } from "./results.js";

/** A SearXNG server, by the address of its front page. */
export function searxng(address: string): Provider {
  return {
    name: "SearXNG",
    async search({ query, time_range }, signal) {
      if (!URL.canParse(address)) throw new ToolError(`SEARXNG_URL is '${address}', which is not a web address.`);
      const url = new URL(`${address.replace(/\/+$/, "")}/search`);
      url.search = new URLSearchParams({ q: query, format: "json", ...(time_range && { time_range }) }).toString();
      const answer = await askJson({ url, headers: {}, signal, advice });
      return {
        results: answer.at("results").list.map((one) => ({
          title: one.at("title").text,
          url: one.at("url").text,
          text: one.at("content").text,
          date: one.at("publishedDate").text.slice(0, 10) || undefined,
        })),
        // Older servers return texts.
        answers: answer.at("answers").list.flatMap((one) => one.text || one.at("answer").text || []),
        suggestions: answer.at("suggestions").list.map(({ text }) => text),
      };
    },
  };
}

function advice(status: number): string {
  if (status === 429) return "It limits the number of requests. Try again later.";
  if (status === 404) return "Set SEARXNG_URL to the address of its front page.";
  return "Its settings.yml must list json under search.formats.";
}
