import { claimedParams } from "../../model/place-class.js";
import type { Model, ToolModel } from "../../model/tool.js";
import type { ShowingName } from "../declaration/showing-names.js";
import type { TokenCounting } from "../tokens/count-shown.js";
import { showingsOf, type ToolShowing, tokensOf } from "./catalogue-clients.js";
import { type CatalogueExample, catalogueExample } from "./catalogue-example.js";
import { type CatalogueParam, catalogueParams } from "./catalogue-params.js";

/** Everything that the catalogue says about a tool, before it is printed as HTML or Markdown. */
export interface CatalogueTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly badges: readonly Badge[];
  readonly kind: string;
  readonly risk: string;
  readonly toolsets: readonly string[];
  readonly nameAliases: readonly string[];
  readonly source: string;
  readonly params: readonly CatalogueParam[];
  /** Groups of parameters that exclude each other. */
  readonly exclusive: readonly (readonly string[])[];
  readonly examples: readonly CatalogueExample[];
  readonly showings: readonly ToolShowing[];
  readonly tokens: Readonly<Partial<Record<ShowingName, number>>>;
}

export interface Badge {
  readonly about: "kind" | "risk" | "confirmation" | "fact" | "toolset";
  readonly text: string;
}

/** Returns the facts about a tool that the catalogue shows. */
export function catalogueTool(tool: ToolModel, model: Model, counting: TokenCounting): CatalogueTool {
  return {
    name: tool.name,
    title: tool.displayName,
    description: reflow(tool.description.trim()),
    badges: badgesOf(tool),
    kind: tool.kind,
    risk: tool.risk.level,
    toolsets: tool.toolsets,
    nameAliases: tool.nameAliases,
    source: tool.source.file.path,
    params: catalogueParams(tool),
    exclusive: tool.definition.mutuallyExclusive,
    examples: tool.examples.map((example) => catalogueExample(tool, example)),
    showings: showingsOf(tool, model),
    tokens: tokensOf(tool, model, counting),
  };
}

/** Joins a long line with the words on the next one: the author's editor wrapped it. */
const reflow = (text: string): string => text.replaceAll(/(?<=[^\n]{60})\n(?=[\p{L}\d(`"'])(?!\d+[.)])/gu, " ");

function badgesOf({ kind, risk, toolsets, definition, values }: ToolModel): readonly Badge[] {
  const facts = [
    ...(definition.http === undefined ? [] : ["sends requests"]),
    ...(definition.mcp === undefined ? [] : [`MCP server ${definition.mcp.server.name}`]),
    ...(definition.sandbox === undefined ? [] : ["sandbox"]),
    ...(definition.background === undefined ? [] : ["background"]),
    ...(definition.scopes ?? []).map((scope) => `scope ${scope}`),
    ...claimedParams(values).map((param) => `data: ${param}`),
  ];
  const confirmation = risk.isDenied ? ["denied"] : risk.requiresConfirmation ? ["asks first"] : [];
  return [
    { about: "kind", text: kind },
    { about: "risk", text: risk.level },
    ...confirmation.map((text) => ({ about: "confirmation" as const, text })),
    ...facts.map((text) => ({ about: "fact" as const, text })),
    ...toolsets.map((text) => ({ about: "toolset" as const, text })),
  ];
}

/** Groups the clients that lose the same, in their order. */
export function groupShowings(all: readonly ToolShowing[]): readonly { readonly labels: readonly string[]; readonly loses: string }[] {
  const words = ({ losses }: ToolShowing) =>
    losses === undefined ? "not measured" : losses.length === 0 ? "the whole tool" : losses.join("; ");
  const groups = [...new Set(all.map(words))];
  return groups.map((loses) => ({ loses, labels: all.filter((one) => words(one) === loses).map(({ client }) => client.label) }));
}
