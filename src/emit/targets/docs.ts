import type { ToolModel } from "../../model/tool.js";
import { catalogueSummary } from "../catalogue/catalogue-summary.js";
import { type CatalogueTool, catalogueTool } from "../catalogue/catalogue-tool.js";
import { htmlOfTool } from "../catalogue/html-of-tool.js";
import { markdownIndex, markdownRow } from "../catalogue/markdown-index.js";
import { markdownOfTool } from "../catalogue/markdown-of-tool.js";
import { pageHtml } from "../catalogue/page-html.js";
import { fileOfTool } from "../file-of-tool.js";
import { defineEmitter } from "../output-file.js";
import { openTokenTable } from "../tokens/open-token-table.js";

/**
 * The catalogue for people (docs/catalogue.md): Markdown with a page for each tool, and one static page. Every text of
 * a spec is printed as text, because specs come from strangers' pull requests too.
 */
export const docs = defineEmitter({
  name: "docs",
  targets: ["docs"],
  emit: (model, assets, { part }) => {
    if (!model.project.targets.docs.isBuilt) return [];
    const tokenizer = openTokenTable(assets);
    const counting = { part, count: (text: string) => tokenizer().count(text) };
    const described = new Map<ToolModel, CatalogueTool>();
    const facts = (tool: ToolModel) => {
      const known = described.get(tool) ?? catalogueTool(tool, model, counting);
      described.set(tool, known);
      return known;
    };
    const summary = catalogueSummary(model, counting);
    const articles = model.tools.map((tool) => oneLine(part(tool, "catalogue", () => JSON.stringify(htmlOfTool(facts(tool), assets)))));
    const rows = model.tools.map((tool) => part(tool, "catalogue-row", () => markdownRow(facts(tool))));
    return [
      { path: "docs/index.html", text: pageHtml({ model, assets, articles, summary }), executable: false, shared: true },
      { path: "docs/README.md", text: markdownIndex({ model, assets, rows, summary }), executable: false, shared: true },
      ...model.tools.map((tool) =>
        fileOfTool({ path: `docs/tools/${tool.name}.md`, tool, part, print: () => markdownOfTool(facts(tool), assets) }),
      ),
    ];
  },
});

/** A part is of one line, so the article is cached as JSON. */
const oneLine = (json: string): string => String(JSON.parse(json));
