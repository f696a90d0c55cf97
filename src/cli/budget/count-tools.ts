import { type Showing, showings, shownText, shownTools } from "../../emit/declaration/showings.js";
import type { PrintPart } from "../../emit/output-file.js";
import { countShown } from "../../emit/tokens/count-shown.js";
import type { Model, ToolModel } from "../../model/tool.js";
import { openTokenizer } from "./open-tokenizer.js";

/** A tool with its tokens in each showing that contains it. */
export interface ToolTokens {
  readonly name: string;
  readonly tokens: Readonly<Record<string, number>>;
}

/** Counts every tool in every showing; the most expensive tools come first. */
export function countTools(model: Model): readonly ToolTokens[] {
  const held = showings.map((showing) => ({ showing, names: new Set(shownTools(model, showing).map(({ name }) => name)) }));
  const counted = model.tools.map((tool): ToolTokens => {
    const own = held.filter(({ names }) => names.has(tool.name));
    return { name: tool.name, tokens: Object.fromEntries(own.map(({ showing }) => [showing.name, count(tool, showing)])) };
  });
  const most = ({ tokens }: ToolTokens) => Math.max(0, ...Object.values(tokens));
  return counted.toSorted((a, b) => most(b) - most(a) || (a.name < b.name ? -1 : 1));
}

/** The tokens of all tools in one showing. */
export const totalTokens = (tools: readonly ToolTokens[], { name }: Showing): number =>
  tools.reduce((sum, { tokens }) => sum + (tokens[name] ?? 0), 0);

/**
 * Counts the tools and their tokens as most clients show them. A tool that hasn't changed since the last build isn't
 * counted again.
 */
export function countCatalogue(model: Model, part: PrintPart): { readonly tools: number; readonly tokens: number } {
  const [showing] = showings;
  if (showing === undefined) return { tools: 0, tokens: 0 };
  const tools = shownTools(model, showing);
  return {
    tools: tools.length,
    tokens: tools.reduce((sum, tool) => sum + countShown(tool, showing, { part, count: (text) => openTokenizer().count(text) }), 0),
  };
}

const count = (tool: ToolModel, showing: Showing) => openTokenizer().count(shownText(tool, showing));
