import { expect, it } from "vitest";
import { addressesIn } from "../../library/web/addresses.js";
import { brave } from "../../library/web/brave.js";
import { partOf } from "../../library/web/part.js";
import { shownResults } from "../../library/web/results.js";
import { searxng } from "../../library/web/searxng.js";
import { wordsOf } from "../../library/web/words.js";
import { webServer } from "../call/http/web-server.js";

const { signal } = new AbortController();

it.each([
  ["https://example.org/a?b=c#d", ["https://example.org/a?b=c#d"]],
  ["example.org/docs", ["https://example.org/docs"]],
  ["Read https://example.org/a, then (http://example.org/b_(c)).", ["https://example.org/a", "http://example.org/b_(c)"]],
  ["<https://example.org/>\nhttps://example.org/", ["https://example.org/"]],
  ["https://github.com/ada/gates/blob/main/src/a b.ts", ["https://raw.githubusercontent.com/ada/gates/main/src/a"]],
  ["https://github.com/ada/gates/issues/7", ["https://github.com/ada/gates/issues/7"]],
])("finds addresses in %j", (text, found) => {
  expect(addressesIn(text)).toEqual(found);
});

it("gives every character of a long text in parts that lead from one to the next, and never half of one", () => {
  const text = Array.from({ length: 3000 }, (_, i) => `${i} ${"草🌿é".repeat(i % 40)}`).join("\n");
  let whole = "";
  for (let offset = 0; offset < text.length; ) {
    const part = partOf(text, { offset, max_length: 40_000, parts: 1 });
    expect(Buffer.byteLength(part.text)).toBeLessThanOrEqual(45_000);
    expect(part.text).not.toMatch(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/);
    whole += part.text;
    offset = whole.length;
    expect(part.notes.join()).toContain(offset < text.length ? `To go on: offset ${offset}.` : "the last.");
  }
  expect(whole).toBe(text);
});

it("takes the words of a page from between its tags, however they lie", () => {
  const page = '<title>T</title><!-- a > b --><p class="x">one<br>two</p><script>if (a < b) c();</script><STYLE>p {}</STYLE> three';
  expect(wordsOf(page)).toBe("one two three");
  for (const odd of ["a < b", "a <b", "a <!-- b", "a <script> b", ""]) expect(wordsOf(odd)).toBe(odd.slice(0, 1));
});

it("asks each search server in its own way, with no more than is wanted", async () => {
  const server = await webServer((_request, response) => {
    response.setHeader("content-type", "application/json").end("{}");
  });
  const wanted = { query: "a & b", count: 3, time_range: "week" } as const;
  expect(await searxng(`${server.url}/searx/`).search(wanted, signal)).toEqual({ results: [], answers: [], suggestions: [] });
  expect(await brave({ key: "k-1", url: server.url }).search(wanted, signal)).toEqual({ results: [], answers: [], suggestions: [] });
  expect(server.seen.map(({ method, url }) => `${method} ${url}`)).toEqual([
    "GET /searx/search?q=a+%26+b&format=json&time_range=week",
    "GET /res/v1/web/search?q=a+%26+b&count=3&freshness=pw",
  ]);
  expect(server.seen.map(({ headers }) => headers["x-subscription-token"])).toEqual([undefined, "k-1"]);
});

it("shows each result in lines of its own, whatever a server makes of it", () => {
  const result = { title: "A\n\n<b>B</b> &amp; <i", url: "https://a.example/\n\n2. b", text: "<a".repeat(500_000), date: undefined };
  const shown = shownResults({ results: [result], answers: [], suggestions: [] }, { query: "a", count: 3 });
  expect(shown).toBe(`Web search results for "a":\n\n1. A B & <i\n   https://a.example/2.b\n   ${"<a".repeat(200)}…`);
});

it("leaves the names of HTML that it doesn't know", () => {
  const result = { title: "&constructor; &AMP;", url: "https://a.example/", text: "&valueof; &nosuch;", date: undefined };
  const shown = shownResults({ results: [result], answers: [], suggestions: [] }, { query: "a", count: 3 });
  expect(shown).toContain("1. &constructor; &\n   https://a.example/\n   &valueof; &nosuch;");
});

it("shows the key to no other host, and takes it nowhere else", async () => {
  const elsewhere = await webServer((_request, response) => response.end("{}"), "127.0.0.2");
  const server = await webServer((request, response) => {
    if (request.url.startsWith("/res")) response.writeHead(403).end(JSON.stringify({ token: request.headers["x-subscription-token"] }));
  });
  const failed = brave({ key: "k-1", url: server.url }).search({ query: "a", count: 1 }, signal);
  await expect(failed).rejects.toThrow(/^(?!.*k-1).*answered 403\. Set BRAVE_API_KEY to /);
  const moved = await webServer((_request, response) => response.writeHead(302, { location: elsewhere.url }).end());
  const refused = brave({ key: "k-1", url: moved.url }).search({ query: "a", count: 1 }, signal);
  await expect(refused).rejects.toThrow("127.0.0.2 is no public address");
  expect(elsewhere.seen).toEqual([]);
});
