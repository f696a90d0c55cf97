import { askJson } from "./ask-json.js";
import type { Provider } from "./results.js";

const freshness = { day: "pd", week: "pw", month: "pm", year: "py" } as const;

/** The Brave Search API. */
export function brave({ key, url: address }: { readonly key: string; readonly url: string }): Provider {
  return {
    name: "Brave Search",
    async search({ query, count, time_range }, signal) {
      const url = new URL("/res/v1/web/search", address);
      const range = time_range && { freshness: freshness[time_range] };
      url.search = new URLSearchParams({ q: query, count: String(count), ...range }).toString();
      const answer = await askJson({ url, headers: { "x-subscription-token": key }, signal, advice });
      return {
        results: answer
          .at("web")
          .at("results")
          .list.map((one) => ({
            title: one.at("title").text,
            url: one.at("url").text,
            text: one.at("description").text,
            date: one.at("age").text || undefined,
          })),
        answers: [],
        suggestions: [answer.at("query").at("altered").text].filter(Boolean),
      };
    },
  };
}

function advice(status: number): string {
  if (status === 429) return "The key is used up for now. Try again later.";
  return status === 401 || status === 403 || status === 422 ? "Set BRAVE_API_KEY to a valid key." : "Try again later.";
}
