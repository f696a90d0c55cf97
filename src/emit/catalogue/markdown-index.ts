import type { Model } from "../../model/tool.js";
import { firstSentence } from "../../runtime/text/first-sentence.js";
import { groupDigits } from "../../runtime/text/group-digits.js";
import { markdownLine } from "../print/markdown-text.js";
import { renderTemplate } from "../print/render-template.js";
import type { CatalogueSummary } from "./catalogue-summary.js";
import type { CatalogueTool } from "./catalogue-tool.js";
import { mostTokens } from "./effect-words.js";

export interface MarkdownIndex {
  readonly model: Model;
  /** The printed rows of the tools, in the order of the model. */
  readonly rows: readonly string[];
  readonly summary: CatalogueSummary;
}

/** Prints the index, which GitHub shows for the folder. */
export function markdownIndex({ model, rows, summary }: MarkdownIndex): string {
  return renderTemplate("catalogue/index.md.hbs", {
    server: markdownLine(model.project.server),
    summary: markdownLine(summary.sentence),
    hasTools: rows.length > 0,
    tools: rows.map((row) => ({ row })),
  });
}

/** Prints a tool's row of the index. */
export function markdownRow({ name, kind, risk, tokens, description }: CatalogueTool): string {
  const about = markdownLine(firstSentence(description));
  return `| [${markdownLine(name)}](tools/${encodeURIComponent(name)}.md) | ${kind} | ${risk} | ${groupDigits(mostTokens(tokens))} | ${about} |`;
}
