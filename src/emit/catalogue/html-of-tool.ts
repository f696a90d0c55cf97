import { htmlProse, htmlText } from "../print/html-text.js";
import { renderTemplate } from "../print/render-template.js";
import { type CatalogueTool, groupShowings } from "./catalogue-tool.js";
import { countsOf, effectWords, exclusiveText, tokenText } from "./effect-words.js";

/** Prints a tool as an article of the page, in one line. */
export function htmlOfTool(tool: CatalogueTool): string {
  return renderTemplate("catalogue/tool.html.hbs", {
    name: htmlText(tool.name),
    kind: tool.kind,
    risk: tool.risk,
    toolsets: attributeList(tool.toolsets),
    clientIds: attributeList(tool.showings.map(({ client }) => client.id)),
    badges: tool.badges.map(({ about, text }) => ({ class: about === "risk" ? `risk ${text}` : about, text: htmlText(text) })),
    description: htmlProse(tool.description),
    aliases: codeList(tool.nameAliases),
    counts: countsOf(tool),
    params: tool.params.map((param) => ({
      path: htmlText(param.path),
      type: htmlText(param.type),
      isRequired: param.isRequired,
      description: htmlProse(param.description),
      aliases: codeList(param.aliases),
      default: param.default === undefined ? "" : htmlText(param.default),
      limits: htmlProse(param.limits.join(" ")),
    })),
    exclusive: htmlText(exclusiveText(tool.exclusive)),
    examples: tool.examples.map(({ name, params, gives }) => ({
      name: htmlText(name),
      params: htmlText(JSON.stringify(params)),
      effect: gives === undefined ? "" : effectWords[gives.kind],
      text: htmlText(gives?.text ?? ""),
    })),
    showings: groupShowings(tool.showings).map(({ labels, loses }) => ({ labels: htmlText(labels.join(", ")), loses: htmlText(loses) })),
    tokens: tokenText(tool.tokens),
    source: htmlText(tool.source),
  });
}

/** The values of an attribute by which the page filters, one a line. */
export const attributeList = (values: readonly string[]): string => values.map(htmlText).join("\n");

const codeList = (names: readonly string[]) => names.map((name) => `<code>${htmlText(name)}</code>`).join(", ");
