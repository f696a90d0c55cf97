import type { ToolModel } from "../../model/tool.js";
import { type Showing, shownText } from "../declaration/showings.js";
import type { PrintPart } from "../output-file.js";

export interface TokenCounting {
  readonly part: PrintPart;
  /** Counts the tokens of a text. */
  readonly count: (text: string) => number;
}

/** Returns the tokens of a tool in one showing. A tool that hasn't changed since the last build isn't counted again. */
export function countShown(tool: ToolModel, showing: Showing, { part, count }: TokenCounting): number {
  return Number(part(tool, `tokens:${showing.name}`, () => `${count(shownText(tool, showing))}`));
}
