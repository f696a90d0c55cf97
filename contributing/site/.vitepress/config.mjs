// The site of docs/, as the pages are. `npm run docs:site` builds it.

import { readFileSync } from "node:fs";
import { dirname, join } from "node:path/posix";
import { slug } from "github-slugger";
import { defineConfig } from "vitepress";

const docs = new URL("../../../docs/", import.meta.url);
const { version } = JSON.parse(readFileSync(new URL("../package.json", docs), "utf8"));
const index = "README.md";

/** Text that Vue would evaluate, as text. Code is marked by `v-pre`. */
const inert = (html) => html.replaceAll("{{", "&#123;&#123;");

/** Returns true for a link from a page to a file of the repository outside of docs/, which has no page here. */
const leavesDocs = (page, href) => !/^[a-z]+:/.test(href) && join(dirname(page), href).startsWith("..");

/** The sidebar: the sections of the index, each with its links, in its order. */
function sidebar() {
  const sections = readFileSync(new URL(index, docs), "utf8").split(/^## /m).slice(1);
  return sections.map((section) => ({
    text: section.slice(0, section.indexOf("\n")),
    items: [...section.matchAll(/^- \[([^\]]*)\]\(([\w/-]+)\.md\)/gm)].map(([, text, page]) => ({
      text: text.replaceAll("`", ""),
      link: `/${page}`,
    })),
  }));
}

/** Words that every page has say nothing about what a question is about. */
function processTerm(term) {
  const word = term.toLowerCase();
  return /^(?:an?|and|by|do|does|for|from|how|i|in|is|it|my|of|on|or|the|to|what|with)$/.test(word) ? null : word;
}

/** A page that explains comes before one that lists. VitePress sends this function to the browser as text. */
function boostDocument(id) {
  return /\/(?:cli|keys|runtime-api|compiler-api|changes|portability|tutorial|troubleshooting|why|diagnostics\/[\w-]+)\.html/.test(id)
    ? 0.3
    : 1;
}

export default defineConfig({
  srcDir: "./pages",
  outDir: "./dist",
  cacheDir: "./node_modules/.cache/vitepress",
  // A version has an address of its own, such as /0.1/.
  base: process.env.TOOLGEN_SITE_BASE ?? "/",
  title: "toolgen",
  description: "Declare an AI agent's tools once, and compile them for every agent",
  lang: "en",
  rewrites: { [index]: "index.md" },
  themeConfig: {
    nav: [{ text: version, link: "/" }],
    sidebar: sidebar(),
    outline: [2, 3],
    search: {
      provider: "local",
      options: {
        miniSearch: {
          options: { processTerm },
          searchOptions: { fuzzy: 0.1, prefix: true, boost: { title: 4, titles: 3, text: 1 }, boostDocument },
        },
      },
    },
  },
  markdown: {
    theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" },
    languageAlias: { haproxy: "nginx" },
    anchor: { slugify: slug },
    config(md) {
      for (const rule of ["text", "html_block", "html_inline"]) {
        const render = md.renderer.rules[rule];
        md.renderer.rules[rule] = (...values) => inert(render(...values));
      }
      md.renderer.rules.code_inline = ([...tokens], at) => `<code v-pre>${md.utils.escapeHtml(tokens[at].content)}</code>`;
      md.core.ruler.push("cells and links", ({ tokens, env }) => {
        for (const [i, { type, children }] of tokens.entries()) {
          // A cell without a heading isn't a heading.
          if (type === "th_open" && tokens[i + 1].content === "") for (const part of [tokens[i], tokens[i + 2]]) part.tag = "td";
          for (const token of children ?? []) {
            const href = token.attrGet("href");
            if (token.type !== "link_open" || href === null) continue;
            if (leavesDocs(env.relativePath, href)) token.attrs = [];
            else token.attrSet("href", href.replace(/(^|\/)README\.md/, "$1index.md"));
          }
        }
      });
    },
  },
});
