import { expect, it } from "vitest";
import { decode } from "../../library/web/decode.js";

const bytes = (...parts: readonly (string | { readonly hex: string })[]) =>
  Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(part) : Buffer.from(part.hex, "hex"))));

it.each([
  ["UTF-8 that calls itself Latin-1", "text/html", bytes('<meta charset="iso-8859-1">“größe”'), "“größe”"],
  ["UTF-8 that its server calls Latin-1", "text/html; charset=iso-8859-1", bytes("größe"), "größe"],
  ["UTF-8 with a stranger's byte in it", "text/html; charset=utf-8", bytes("größe “und” ", { hex: "fc" }, "ber"), "größe “und” \uFFFDber"],
  ["UTF-8 that breaks off within a character", "text/html", bytes("größe “", { hex: "e280" }), "größe “"],
  ["Latin-1 that ends in a letter which begins a character of UTF-8", "text/plain", bytes("caf", { hex: "e9" }), "café"],
  ["Latin-1 that is called UTF-8", "text/plain; charset=utf-8", bytes("gr", { hex: "f6df" }, "e"), "größe"],
  ["the quotes of Windows, called Latin-1", "text/html; charset=ISO-8859-1", bytes({ hex: "93" }, "a", { hex: "94" }), "“a”"],
  ["Korean, as it says itself", "text/html", bytes("<meta charset=euc-kr>", { hex: "c7d1b1db" }), "한글"],
  ["Japanese in nothing but ASCII", "text/plain; charset=iso-2022-jp", bytes({ hex: "1b2442244a1b2842" }), "な"],
  ["an encoding that nobody knows", "text/plain; charset=none", bytes("a", { hex: "e9" }, "b"), "aéb"],
])("reads %s", (_what, contentType, page, text) => {
  expect(decode(page, contentType).replace(/^<meta[^>]*>/, "")).toBe(text);
});
