// The templates of outputs, compiled when toolgen is built: Handlebars' compiler takes longer than a build needs to
// render them.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import Handlebars from "handlebars";
import { root } from "./run.mjs";

/** The name by which `src/compiler/emit/print/render-template.ts` imports them. */
export const templatesId = "toolgen:templates";

/** Returns the source of a module that exports `templates`: a function for each file, by its path in the folder. */
export function templatesModule() {
  const folder = join(root, "templates");
  // Those of `docs` are for this package's own pages.
  const names = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith(".hbs") && !name.startsWith("docs"));
  const members = names.sort().map((name) => {
    const source = readFileSync(join(folder, name), "utf8");
    const compiled = Handlebars.precompile(source, { strict: true, noEscape: true, preventIndent: true });
    return `${JSON.stringify(name)}: rendering(${compiled})`;
  });
  return `import Handlebars from "handlebars/dist/cjs/handlebars.runtime.js";
    // A private instance, which other code's helpers and partials can't reach.
    const handlebars = Handlebars.create();
    const rendering = (compiled) => {
      let template;
      return (values) => (template ??= handlebars.template(compiled))(values);
    };
    export const templates = { ${members.join(",\n")} };`;
}

/** An esbuild plugin that bundles them. */
export const compiledTemplates = {
  name: "compiled-templates",
  setup({ onLoad, onResolve }) {
    onResolve({ filter: new RegExp(`^${templatesId}$`) }, () => ({ path: templatesId, namespace: "templates" }));
    onLoad({ filter: /./, namespace: "templates" }, () => ({ contents: templatesModule(), resolveDir: root }));
  },
};

/** Specs' templates are parsed by Handlebars' parser alone. */
const parserSource = `import { parseWithoutProcessing } from "handlebars/dist/cjs/handlebars/compiler/base.js";
  export default { parseWithoutProcessing };`;

/** An esbuild plugin that bundles the parser of Handlebars instead of the package. */
export const handlebarsParser = {
  name: "handlebars-parser",
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /^handlebars$/ }, () => ({ path: "handlebars", namespace: "parser" }));
    onLoad({ filter: /^handlebars$/, namespace: "parser" }, () => ({ contents: parserSource, resolveDir: root }));
  },
};
