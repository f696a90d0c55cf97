import { createHash } from "node:crypto";
import { groupDigits } from "../contract/display-text.js";
import type { Assets } from "../contract/host.js";
import { riskLevels } from "../contract/risk.js";
import { type CatalogueClient, catalogueClients } from "./emit/catalogue/catalogue-clients.js";
import {
  type CatalogueSummary,
  type CatalogueTool,
  catalogueSummary,
  catalogueTool,
  counted,
  countsOf,
  effectWords,
  exclusiveText,
  groupShowings,
  tokenText,
} from "./emit/catalogue/catalogue-tool.js";
import { htmlProse, htmlText } from "./emit/print/markup-text.js";
import { renderTemplate } from "./emit/print/render-template.js";
import { geminiName } from "./gemini-policy.js";
import { type Model, type TargetName, targetsOf } from "./model.js";
import { asset, type PrintPart, printJsonPart } from "./output-file.js";
import type { SchemaDialect } from "./schema-dialects.js";
import { openTokenTable, type TokenCounting } from "./showings.js";
import type { ToolModel } from "./tool-model.js";

/** The parts of the catalogue's pages. */
export interface CatalogueParts {
  readonly summary: CatalogueSummary;
  /** The printed articles of the tools, in the order of the model. */
  readonly articles: readonly string[];
  /** Returns the facts about a tool, which are gathered once. */
  readonly factsOf: (tool: ToolModel) => CatalogueTool;
}

/** Prints the parts of a catalogue. A tool that hasn't changed since the last build isn't printed again. */
export function catalogueParts(model: Model, assets: Assets, part: PrintPart): CatalogueParts {
  const tokenizer = openTokenTable(assets);
  const counting: TokenCounting = { part, count: (text) => tokenizer().count(text) };
  const described = new Map<ToolModel, CatalogueTool>();
  const factsOf = (tool: ToolModel) => {
    const known = described.get(tool) ?? catalogueTool(tool, model, counting);
    described.set(tool, known);
    return known;
  };
  // A part is of one line, so the article is cached as JSON.
  const article = (tool: ToolModel) => printJsonPart(part, tool, "catalogue", () => htmlOfTool(factsOf(tool)));
  return { summary: catalogueSummary(model, counting), articles: model.tools.map(article), factsOf };
}

interface CataloguePage {
  readonly model: Model;
  readonly assets: Assets;
  /** The printed articles of the tools, in the order of the model. */
  readonly articles: readonly string[];
  readonly summary: CatalogueSummary;
  /** The name of the state that the page of `toolgen dev` shows, which asks its own server for what comes after. */
  readonly state?: string;
}

/**
 * Prints the page. Its style and its script are inline, and its Content-Security-Policy names their hashes, so that
 * nothing else can run or load, whatever a spec contains.
 */
export function pageHtml({ model, assets, articles, summary, state }: CataloguePage): string {
  const style = asset(assets, "catalogue.css").trim();
  const script = asset(assets, state === undefined ? "catalogue.js" : "catalogue-dev.js").trim();
  const clients = catalogueClients(model);
  return renderTemplate("catalogue/page.html.hbs", {
    server: htmlText(model.project.server),
    summary: htmlText(summary.sentence),
    style,
    styleHash: contentHash(style),
    script,
    scriptHash: contentHash(script),
    connect: state === undefined ? "" : "; connect-src 'self'",
    state: state ?? "",
    filters: filtersOf(model, clients),
    groups: groupsOf(model, articles),
    hasClients: clients.length > 0,
    clients: clients.map((client) => clientRow(client, model)),
    encoding: htmlText(summary.encoding),
    showings: summary.showings.map(({ name, clients: readers, tokens }) => ({
      name,
      clients: htmlText(readers),
      tokens: groupDigits(tokens),
    })),
  });
}

/** The group of a tool on the page: its first toolset, or `""`. */
export const groupOf = ({ toolsets: [first = ""] }: ToolModel): string => first;

/** The articles by group, and those without one last. A page without toolsets has no titles. */
function groupsOf({ tools }: Model, articles: readonly string[]) {
  const groups = [...new Set(tools.map(groupOf))].sort((one, other) => Number(one === "") - Number(other === "") || (one < other ? -1 : 1));
  return groups.map((name, i) => {
    const found = tools.flatMap((tool, at) => (groupOf(tool) === name ? [{ html: articles[at] ?? "" }] : []));
    const title = name === "" && groups.length > 1 ? "No toolset" : htmlText(name);
    return { name: htmlText(name), id: `group-${i}`, title, count: counted(found.length, "tool"), tools: found };
  });
}

/** The source of an inline style or script in a Content-Security-Policy. */
const contentHash = (text: string) => `sha256-${createHash("sha256").update(text).digest("base64")}`;

function filtersOf({ tools }: Model, clients: readonly CatalogueClient[]) {
  const options = (values: readonly string[]) => values.map((value) => ({ value: htmlText(value), text: htmlText(value) }));
  const kinds = [...new Set(tools.map(({ kind }) => kind))].sort();
  const risks = riskLevels.filter((level) => tools.some(({ risk }) => risk.level === level));
  const toolsets = [...new Set(tools.flatMap((tool) => tool.toolsets))].sort();
  return [
    { name: "kind", label: "Kind", options: options(kinds) },
    { name: "risk", label: "Risk", options: options(risks) },
    { name: "toolset", label: "Toolset", options: options(toolsets) },
    { name: "client", label: "Client", options: clients.map(({ id, label }) => ({ value: id, text: htmlText(label) })) },
  ].filter(({ options: choices }) => choices.length > 0);
}

function clientRow({ label, targets, dialect }: CatalogueClient, model: Model) {
  const shown = model.tools.filter((tool) => targets.some((target) => targetsOf(model, tool).includes(target)));
  const built = targets.filter((target) => model.project.targets[target].isBuilt);
  const names = new Set(built.map((target) => nameOn(target, dialect, model)).filter((name) => name !== undefined));
  return { label: htmlText(label), tools: counted(shown.length, "tool"), naming: [...names].map(htmlCode).join(" or ") };
}

/** The form of the names that a model sees, which differs between a client's MCP server and its discovery. */
const nameOn = (target: TargetName, dialect: SchemaDialect | undefined, { project: { server } }: Model) =>
  target === "gemini" ? geminiName({ name: "NAME" }) : dialect?.toolName?.({ server, tool: "NAME" });

/** Prints a tool as an article of the page, in one line. */
function htmlOfTool(tool: CatalogueTool): string {
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
const attributeList = (values: readonly string[]): string => values.map(htmlText).join("\n");

const htmlCode = (name: string) => `<code>${htmlText(name)}</code>`;

const codeList = (names: readonly string[]) => names.map(htmlCode).join(", ");
