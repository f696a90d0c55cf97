import { contentOf } from "./document.js";
import { markdownOf } from "./markdown.js";
import { wordsOf } from "./words.js";

export interface PageText {
  readonly title: string;
  readonly text: string;
  /** True if the page has a password field. */
  readonly asksForLogin: boolean;
  /** True if the text isn't Markdown. */
  readonly isBare: boolean;
}

/** A page in Markdown; as plain words if it is nested too deeply for that. */
export function readPage(html: string, url: string): PageText {
  try {
    const { html: content, ...about } = contentOf(html, url);
    return { ...about, text: markdownOf(content), isBare: false };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { title: "", text: wordsOf(html), asksForLogin: false, isBare: true };
  }
}
