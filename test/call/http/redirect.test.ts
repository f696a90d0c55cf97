import { expect, it } from "vitest";
import { redirected } from "../../../src/call/http/private-address.js";

const from = (url: string) => ({ method: "GET", url: new URL(url), headers: { authorization: "s" }, body: undefined });
const to = (location: string) => ({ status: 302, headers: { location } });

it("never goes from https to http, even on the same host", () => {
  expect(() => redirected(from("https://example.org/"), to("http://example.org/"))).toThrow(
    "from https to unencrypted http, to example.org",
  );
  expect(redirected(from("http://example.org/"), to("https://example.org/"))?.url.href).toBe("https://example.org/");
});

it("loses headers between http and https, and between ports and hosts, and nothing else", () => {
  const kept = (start: string, location: string) => Object.keys(redirected(from(start), to(location))?.headers ?? {});
  expect(kept("http://example.org/", "https://example.org/")).toEqual([]);
  expect(kept("https://example.org/", "https://example.org:444/")).toEqual([]);
  expect(kept("https://example.org/", "https://www.example.org/")).toEqual([]);
  expect(kept("https://example.org/a", "https://EXAMPLE.org:443/b")).toEqual(["authorization"]);
  expect(kept("https://example.org/a", "../b?c")).toEqual(["authorization"]);
});

it("drops names and passwords that an answer puts into an address", () => {
  expect(redirected(from("https://example.org/"), to("https://a:b@example.org/c#d"))?.url.href).toBe("https://example.org/c");
});
