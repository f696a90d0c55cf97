// The templates of outputs, compiled when toolgen is built: Handlebars' compiler takes longer than a build needs to
// render them.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import Handlebars from "handlebars";
import { root } from "./run.mjs";

const folder = join(root, "templates");

/** The source of a module that exports `renderTemplate`, as `src/emit/print/render-template.ts` does. */
function rendererSource() {
  // Those of `docs` are for this package's own pages.
  const names = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith(".hbs") && !name.startsWith("docs"));
  const members = names.sort().map((name) => {
    const source = readFileSync(join(folder, name), "utf8");
    return `${JSON.stringify(name)}: ${Handlebars.precompile(source, { strict: true, noEscape: true, preventIndent: true })}`;
  });
  return `import Handlebars from "handlebars/dist/cjs/handlebars.runtime.js";
    const handlebars = Handlebars.create();
    const compiled = { ${members.join(",\n")} };
    const templates = new Map();
    export function renderTemplate(assets, name, values) {
      if (!templates.has(name)) templates.set(name, handlebars.template(compiled[name]));
      return templates.get(name)(values);
    }`;
}

/** Specs' templates are parsed by Handlebars' parser alone. */
const parserSource = `import { parseWithoutProcessing } from "handlebars/dist/cjs/handlebars/compiler/base.js";
  export default { parseWithoutProcessing };`;

/** An esbuild plugin that bundles the compiled templates and, instead of Handlebars, its runtime and its parser. */
export const precompiledTemplates = {
  name: "precompiled-templates",
  setup(build) {
    let isReplaced = false;
    build.onLoad({ filter: /\/src\/emit\/print\/render-template\.ts$/ }, () => {
      isReplaced = true;
      return { contents: rendererSource(), loader: "js", resolveDir: root };
    });
    build.onResolve({ filter: /^handlebars$/ }, () => ({ path: "handlebars", namespace: "parser" }));
    build.onLoad({ filter: /^handlebars$/, namespace: "parser" }, () => ({ contents: parserSource, resolveDir: root }));
    // A module that has another name would compile the templates in each build of each user.
    build.onEnd(() => (isReplaced ? {} : { errors: [{ text: "No module was replaced by the compiled templates." }] }));
  },
};
