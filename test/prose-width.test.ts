import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
const width = 120;

/** Lines of prose that don't end by column 120, each with its file and number. */
function longLines(paths: readonly string[], isProse: (text: string) => readonly boolean[]): readonly string[] {
  return paths.flatMap((path) => {
    const text = readFileSync(join(root, path), "utf8");
    const prose = isProse(text);
    return text.split("\n").flatMap((line, i) => (prose[i] && line.length > width ? [`${path}:${i + 1}`] : []));
  });
}

/** Comments on lines of their own, and comments behind code. A word that fills a line can't be broken. */
const comments = (text: string) =>
  text.split("\n").map((line) => /^\s*(?:\/\/|\/\*\*|\*) ?\S+\s\S|[;,{}()[\]] \/\/ \S/.test(line) && !/biome-ignore/.test(line));

/** Markdown without code, tables, comments and headings. */
function proseOfMarkdown(text: string): readonly boolean[] {
  let isCode = false;
  return text.split("\n").map((line) => {
    const isFence = /^\s*```/.test(line);
    if (isFence) isCode = !isCode;
    return !isCode && !isFence && !/^(?:\s*[|<#]| {4})/.test(line);
  });
}

function filesBelow(folder: string, ending: RegExp): readonly string[] {
  const entries = readdirSync(join(root, folder), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && ending.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .filter((path) => !/\/(?:node_modules|site)\//.test(path));
}

it("ends the lines of comments by column 120", () => {
  expect(comments(["code(); // a comment", "/** A docstring. */", "const address = a;", "// biome-ignore lint: why"].join("\n"))).toEqual([
    ...[true, true, false, false],
  ]);
  const code = ["src", "library", "scripts"].flatMap((folder) => filesBelow(folder, /\.(?:tsx?|mjs)$/));
  expect(longLines(code, comments)).toEqual([]);
});

it("ends the lines of Markdown by column 120, but for code and tables", () => {
  expect(proseOfMarkdown("Text\n```\ncode\n```\n| a |\n- item")).toEqual([true, false, false, false, false, true]);
  const pages = [
    "README.md",
    "SECURITY.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    ...["docs", "contributing"].flatMap((folder) => filesBelow(folder, /\.md$/)),
  ];
  expect(longLines(pages, proseOfMarkdown)).toEqual([]);
});

/**
 * The sentences of a Markdown text, without code blocks, tables, comments and headings. Code counts as one word, and a
 * link by its text.
 */
function sentencesOf(text: string): readonly string[] {
  const prose = text
    .replace(/^ *```[\s\S]*?^ *```/gm, "")
    .split("\n")
    .filter((line) => !/^\s*(?:[|<#]|\{\{[#/])/.test(line))
    .join("\n");
  return prose.split(/\n\s*\n|\n(?=\s*(?:[-*]|\d+\.) )/).flatMap((paragraph) =>
    paragraph
      .replace(/\s+/g, " ")
      .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
      .replace(/`[^`]*`|\{\{[^}]*\}\}/g, "`code`")
      .split(/(?<=[.!?:;])["')*]*\s+(?=[A-Z*`"'([])/)
      .map((sentence) => sentence.trim()),
  );
}

const longest = 30;

it(`has no sentence of more than ${longest} words on a page that people write`, () => {
  const words = (sentence: string) => sentence.split(" ").length;
  expect(sentencesOf("One `a b`. **Two.** [Three\nfour](x.md): Five\n\n- six\n| seven |\n").map(words)).toEqual([2, 1, 2, 1, 2]);
  const isGenerated = (text: string) => text.includes("<!-- @generated");
  const pages = ["README.md", ...readdirSync(join(root, "docs")).map((name) => `docs/${name}`)]
    .filter((page) => page.endsWith(".md"))
    .map((page) => ({ page, text: readFileSync(join(root, page), "utf8") }))
    .filter(({ text }) => !isGenerated(text));
  const templates = filesBelow("templates/docs", /\.hbs$/).map((page) => ({ page, text: readFileSync(join(root, page), "utf8") }));
  const long = [...pages, ...templates].flatMap(({ page, text }) =>
    sentencesOf(text).flatMap((sentence) => (words(sentence) > longest ? [`${page}: ${words(sentence)} words: ${sentence}`] : [])),
  );
  expect(long).toEqual([]);
});
