import type { Model, ToolModel } from "../../model/tool.js";
import type { Assets, PrintPart } from "../output-file.js";
import { printJsonPart } from "../print-json-part.js";
import type { TokenCounting } from "../tokens/count-shown.js";
import { openTokenTable } from "../tokens/open-token-table.js";
import { type CatalogueSummary, catalogueSummary } from "./catalogue-summary.js";
import { type CatalogueTool, catalogueTool } from "./catalogue-tool.js";
import { htmlOfTool } from "./html-of-tool.js";

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
