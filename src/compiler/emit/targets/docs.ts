import { fileBase } from "../../../contract/names.js";
import { catalogueParts, pageHtml } from "../../catalogue.js";
import { defineEmitter } from "../../output-file.js";
import { markdownIndex, markdownOfTool, markdownRow } from "../catalogue/markdown-of-tool.js";
import { fileOfTool, fileOfTools } from "../print/tool-file.js";

/**
 * The catalogue for people (docs/catalogue.md): Markdown with a page for each tool, and one static page. Every text of
 * a spec is printed as text, because specs come from strangers' pull requests too.
 */
export const docs = defineEmitter({
  name: "docs",
  targets: ["docs"],
  emit: (model, assets, { part }) => {
    if (!model.project.targets.docs.isBuilt) return [];
    const { summary, articles, factsOf } = catalogueParts(model, assets, part);
    const rows = model.tools.map((tool) => part(tool, "catalogue-row", () => markdownRow(factsOf(tool))));
    return [
      fileOfTools("docs/index.html", () => pageHtml({ model, assets, articles, summary })),
      fileOfTools("docs/README.md", () => markdownIndex({ model, rows, summary })),
      ...model.tools.map((tool) =>
        fileOfTool({ path: `docs/tools/${fileBase(tool.name)}.md`, tool, part, print: () => markdownOfTool(factsOf(tool)) }),
      ),
    ];
  },
});
