import type { LiveCatalogue } from "./live-compiler.js";
import type { PageMessage } from "./page-messages.js";

/** Returns what an open page must change to show another state. */
export function compareCatalogues(before: LiveCatalogue, after: LiveCatalogue): PageMessage {
  if (frameOf(before) !== frameOf(after)) return { kind: "reload" };
  const [old, now] = [articlesOf(before), articlesOf(after)];
  return {
    kind: "tools",
    changed: Object.fromEntries([...now].filter(([name, html]) => old.get(name) !== html)),
    removed: [...old.keys()].filter((name) => !now.has(name)),
    summary: after.parts.summary.sentence,
  };
}

const articlesOf = ({ model, parts }: LiveCatalogue) => new Map(model.tools.map(({ name }, i) => [name, parts.articles[i] ?? ""]));

/** Everything that a page without its articles is made of, besides the number of tokens. */
const frameOf = ({ model }: LiveCatalogue): string =>
  JSON.stringify([
    model.project.server,
    model.project.targets,
    [...new Set(model.tools.map(({ kind }) => kind))].sort(),
    [...new Set(model.tools.map(({ risk }) => risk.level))].sort(),
    [...new Set(model.tools.flatMap(({ toolsets }) => toolsets))].sort(),
  ]);
