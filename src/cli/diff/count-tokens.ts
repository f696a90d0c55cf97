import type { Surface, ToolSurface } from "../../surface/surface.js";
import { openTokenizer } from "../budget/open-tokenizer.js";

/** The tokens of the names, descriptions and schemas of all tools, before and after. */
export interface TokenChange {
  readonly before: number;
  readonly after: number;
}

/** Counts the tools of two surfaces. A tool that is the same in both is counted once. */
export function countTokens(before: Surface, after: Surface): TokenChange {
  const tokenizer = openTokenizer();
  const counted = new Map<string, number>();
  const count = (text: string) => {
    const tokens = counted.get(text) ?? tokenizer.count(text);
    counted.set(text, tokens);
    return tokens;
  };
  // A client describes its own tools itself.
  const shownTools = ({ tools }: Surface) => Object.entries(tools).filter(([, { details }]) => details?.host === undefined);
  const sum = (surface: Surface) => shownTools(surface).reduce((all, [name, tool]) => all + count(shown(name, tool)), 0);
  return { before: sum(before), after: sum(after) };
}

const shown = (name: string, { description, parameters }: ToolSurface) => JSON.stringify({ name, description, parameters });
