import { joinWords, wordsIn } from "./words-in.js";

/** Words that say nothing about which API it is. */
const commonWords = [
  "a",
  "an",
  "and",
  "api",
  "apis",
  "docs",
  "documentation",
  "for",
  "official",
  "open",
  "openapi",
  "of",
  "rest",
  "s",
  "spec",
  "specification",
  "the",
  "v",
];

/** Returns the name of a group of tools for a title: `GitHub v3 REST API` → `github`. */
export function groupName(title: string): string {
  // What follows describes the name: `Train Travel API (sandbox)`.
  const [name = ""] = title.split(/[(+:|–—]/);
  const words = wordsIn(name.toLowerCase());
  const own = words.filter((word) => !commonWords.includes(word) && !/^v?\d+$/.test(word));
  return joinWords(own.slice(0, 3), { most: 24, empty: "api" });
}
