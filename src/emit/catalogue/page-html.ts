import { createHash } from "node:crypto";
import { targetsOf } from "../../model/built-targets.js";
import type { Model } from "../../model/tool.js";
import { riskLevels } from "../../runtime/contract/risk-settings.js";
import { groupDigits } from "../../runtime/text/group-digits.js";
import { asset } from "../asset.js";
import type { Assets } from "../output-file.js";
import { htmlText } from "../print/html-text.js";
import { renderTemplate } from "../print/render-template.js";
import { type CatalogueClient, catalogueClients } from "./catalogue-clients.js";
import type { CatalogueSummary } from "./catalogue-summary.js";
import { counted } from "./effect-words.js";

export interface CataloguePage {
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
    tools: articles.map((html) => ({ html })),
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
  const naming = dialect?.toolName?.({ server: model.project.server, tool: "NAME" }) ?? "";
  return { label: htmlText(label), tools: counted(shown.length, "tool"), naming: htmlText(naming) };
}
