/** A search, in the form that providers get. */
export interface SearchWanted {
  readonly query: string;
  readonly count: number;
  readonly time_range?: "day" | "week" | "month" | "year" | undefined;
}

export interface SearchResult {
  readonly title: string;
  readonly url: string;
  readonly text: string;
  /** The publication date, as the provider gives it. */
  readonly date: string | undefined;
}

export interface Found {
  readonly results: readonly SearchResult[];
  /** The provider's own answers. */
  readonly answers: readonly string[];
  /** Suggested other searches. */
  readonly suggestions: readonly string[];
}

export interface Provider {
  readonly name: string;
  search(wanted: SearchWanted, signal: AbortSignal): Promise<Found>;
}

const mostWords = 400;

/** Results in the format of Gemini CLI's tool, a few lines each. */
export function shownResults({ results, answers, suggestions }: Found, { query, count }: Pick<SearchWanted, "query" | "count">): string {
  if (results.length === 0 && answers.length === 0) {
    const others = suggestions.length === 0 ? "Try fewer or other words." : `Others search for: ${suggestions.slice(0, 5).join("; ")}.`;
    return `No search results or information found for query: "${query}". ${others}`;
  }
  const entries = results.slice(0, count).map(({ title, url, text, date }, i) => {
    const words = plain(text);
    const lines = [`${i + 1}. ${plain(title) || "Untitled"}${date === undefined ? "" : ` (${date})`}`, `   ${url.replaceAll(/\s+/g, "")}`];
    return [...lines, ...(words === "" ? [] : [`   ${words.length > mostWords ? `${words.slice(0, mostWords)}…` : words}`])].join("\n");
  });
  return [`Web search results for "${query}":`, ...answers.map((answer) => `Answer: ${plain(answer)}`), ...entries].join("\n\n");
}

const entities: ReadonlyMap<string, string> = new Map(Object.entries({ amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " }));

/** A provider's text on one line, without the HTML that marks matches. */
function plain(text: string): string {
  return text
    .replaceAll(/<\/?\w[^<>]*>/g, "")
    .replaceAll(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (whole, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return entities.get(name.toLowerCase()) ?? whole;
      const code = decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number(decimal);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    })
    .replaceAll(/\s+/g, " ")
    .trim();
}
