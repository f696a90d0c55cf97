import { firstSentence, groupDigits } from "../../../contract/display-text.js";
import { fileBase } from "../../../contract/names.js";
import type { Model } from "../../model.js";
import { markdownBlock, markdownCode, markdownLine, markdownProse, markdownText } from "../print/markup-text.js";
import { renderTemplate } from "../print/render-template.js";
import type { CatalogueParam } from "./catalogue-params.js";
import {
  type CatalogueSummary,
  type CatalogueTool,
  effectWords,
  exclusiveText,
  groupShowings,
  mostTokens,
  tokenText,
} from "./catalogue-tool.js";

/** Prints a tool as a page of Markdown. */
export function markdownOfTool(tool: CatalogueTool): string {
  return renderTemplate("catalogue/tool.md.hbs", {
    name: markdownLine(tool.name),
    badges: tool.badges.map(({ text }) => markdownCode(text)).join(" "),
    description: markdownText(tool.description),
    aliases: codeList(tool.nameAliases),
    params: tool.params.map((param) => ({
      path: markdownCode(param.path),
      type: markdownCode(param.type),
      required: param.isRequired ? "yes" : "",
      default: param.default === undefined ? "" : markdownCode(param.default),
      about: aboutParam(param),
    })),
    exclusive: markdownLine(exclusiveText(tool.exclusive)),
    examples: tool.examples.map(({ name, params, gives }) => ({
      name: markdownLine(name),
      params: markdownBlock(JSON.stringify(params), "json"),
      effect: gives === undefined ? "" : effectWords[gives.kind],
      text: markdownBlock(gives?.text ?? ""),
    })),
    showings: groupShowings(tool.showings).map(({ labels, loses }) => ({
      labels: markdownLine(labels.join(", ")),
      loses: markdownLine(loses),
    })),
    tokens: tokenText(tool.tokens),
    source: markdownCode(tool.source),
  });
}

function aboutParam({ description, aliases, limits }: CatalogueParam): string {
  const others = aliases.length === 0 ? [] : [`Other names: ${codeList(aliases)}.`];
  return [markdownLine(description), ...others, markdownProse(limits.join(" "))].filter((part) => part !== "").join(" ");
}

const codeList = (names: readonly string[]) => names.map(markdownCode).join(", ");

interface MarkdownIndex {
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
  return `| [${markdownLine(name)}](tools/${encodeURIComponent(fileBase(name))}.md) | ${kind} | ${risk} | ${groupDigits(mostTokens(tokens))} | ${about} |`;
}
