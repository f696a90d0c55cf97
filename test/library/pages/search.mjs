// What search servers answer, in the shapes of SearXNG (/search?format=json) and Brave (/res/v1/web/search). What is asked for says what comes.

const found = (query) =>
  query === "nothing"
    ? []
    : Array.from({ length: 12 }, (_, i) => ({
        title: `Gate ${i + 1}`,
        url: `https://gates.example.org/${i + 1}`,
        text: `All about <strong>${query}</strong> &amp; gate ${i + 1}.`,
      }));

export function answerSearch(url, headers) {
  const query = url.searchParams.get("q") ?? "";
  if (url.pathname === "/search") return searxng(url, query);
  if (url.pathname === "/no-json/search") return { status: 403, headers: { "content-type": "text/html" }, body: "<h1>Forbidden</h1>" };
  if (url.pathname === "/page/search") return { status: 200, headers: { "content-type": "text/html" }, body: "<h1>A page</h1>" };
  return url.pathname === "/res/v1/web/search" ? brave(url, headers, query) : undefined;
}

function searxng({ searchParams }, query) {
  if (searchParams.get("format") !== "json") return json(400, { error: "format" });
  const page = Number(searchParams.get("pageno") ?? "1");
  const results = found(query).map(({ title, url, text }, i) => ({
    title,
    url,
    content: text,
    engine: "one",
    score: 1 / (i + 1),
    publishedDate: i === 0 ? "2026-03-04T00:00:00" : null,
  }));
  return json(200, {
    query,
    number_of_results: 0,
    results: page === 1 ? results : [],
    answers: query === "gate?" ? [{ answer: "A way in." }] : [],
    suggestions: ["gates", "doors"],
    unresponsive_engines: [],
  });
}

function brave({ searchParams }, headers, query) {
  if (headers["x-subscription-token"] !== "right")
    return json(422, { type: "ErrorResponse", error: { code: "SUBSCRIPTION_TOKEN_INVALID", detail: "The token is invalid." } });
  if (query === "too much")
    return json(429, { type: "ErrorResponse", error: { code: "RATE_LIMITED", detail: "Request rate limit exceeded." } });
  const count = Number(searchParams.get("count") ?? "20");
  const results = found(query)
    .slice(0, count)
    .map(({ title, url, text }, i) => ({ title, url, description: text, ...(i === 0 && { age: "March 4, 2026" }) }));
  return json(200, { type: "search", query: { original: query }, ...(results.length > 0 && { web: { type: "search", results } }) });
}

const json = (status, value) => ({ status, headers: { "content-type": "application/json" }, body: JSON.stringify(value) });
