import { printable } from "../../diagnostics/printable.js";

/** A text as code in Markdown. */
export const codeSpan = (text: string): string => `\`${printable(text).replaceAll("`", "'")}\``;

/** Keeps text from specs and models text: no markup, no mention and no link. */
export const escapeMarkdown = (text: string): string =>
  printable(text)
    .replaceAll("&", "&amp;")
    .replaceAll(/[\\`*_{}[\]<>()#|~!]/g, "\\$&")
    .replaceAll("@", "@\u200b")
    .replaceAll("://", ":\u200b//")
    .replaceAll(/www\./gi, "www\u200b.");
