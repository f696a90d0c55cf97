import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import GithubSlugger from "github-slugger";
import { expect, it } from "vitest";
import { compiled } from "./kit/compiled.js";
import { toolgen } from "./kit/toolgen.js";

const root = fileURLToPath(new URL("..", import.meta.url));
const markdownIn = (folder: string) => readdirSync(join(root, folder)).filter((name) => name.endsWith(".md"));
const pages = [".", "docs", "docs/diagnostics", "contributing", "contributing/decisions"].flatMap((folder) =>
  markdownIn(folder).map((name) => join(folder, name)),
);
const read = (page: string) => readFileSync(join(root, page), "utf8");

/** Pages made by `npm run docs`, whose long lines are those of specs and tables. */
const generated = [
  "docs/clients.md",
  "docs/diagnostics.md",
  ...markdownIn("docs/diagnostics").map((name) => `docs/diagnostics/${name}`),
  "docs/keys.md",
  "docs/library.md",
  "docs/portability.md",
  "docs/programs.md",
  "docs/repair.md",
];

it("has reference pages that say what the code's tables say", () => {
  const { status, stderr } = spawnSync(process.execPath, ["scripts/docs.mjs", "--check"], { cwd: root, encoding: "utf8" });
  expect([status, stderr]).toEqual([0, ""]);
});

it.each(pages)("links from %s to files and headings that exist", (page) => {
  const broken = linksOf(page).filter(({ target, anchor }) => {
    if (!existsSync(join(root, target))) return true;
    return anchor !== undefined && target.endsWith(".md") && !anchorsOf(target).has(anchor);
  });
  expect(broken).toEqual([]);
});

it("links from docs/ to files of the package alone, because docs/ is in the package too", () => {
  const { files }: { files: readonly string[] } = JSON.parse(read("package.json"));
  // npm adds these whatever `files` says.
  const shipped = [...files, "README.md", "LICENSE", "package.json"];
  const isShipped = (target: string) => shipped.some((one) => target === one || target.startsWith(`${one}/`));
  const outside = pages
    .filter((page) => page.startsWith("docs/"))
    .flatMap((page) => linksOf(page).map(({ target }) => ({ page, target })))
    .filter(({ target }) => !isShipped(target));
  expect(outside).toEqual([]);
});

it("names tests that exist in docs/security.md, at least one for each promise", () => {
  const text = read("docs/security.md");
  const tests = [...text.matchAll(/`(test\/[^`]*\.test\.ts)`/g)].map(([, test = ""]) => test);
  expect(tests.filter((test) => !existsSync(join(root, test)))).toEqual([]);
  const tables = [...text.matchAll(/^\| promise \| test \|\n\|[-|]+\|\n((?:\|.*\n)+)/gm)];
  const rows = tables.flatMap(([, table = ""]) => table.trimEnd().split("\n"));
  expect(rows.length).toBeGreaterThan(20);
  expect(rows.filter((row) => !/\| `test\/[^|]+\.test\.ts` \|$/.test(row))).toEqual([]);
});

it.each(pages.filter((page) => ["docs", "docs/diagnostics"].includes(dirname(page))))("says first whom %s is for", (page) => {
  const [, first = ""] = /^# .*\n\n(?:<!--.*-->\n\n)?(.*)/m.exec(read(page)) ?? [];
  expect(first).toMatch(/^(?:For|Start with) /);
});

it.each(pages)("names source files in %s that exist", (page) => {
  const files = [...read(page).matchAll(/`(?:npx vitest run )?((?:src|test|scripts|library|templates)\/[\w./-]+\.(?:ts|mjs|hbs))`/g)].map(
    ([, file = ""]) => file,
  );
  // A name in capitals, as in src/compiler/emit/NAME.ts, stands for the reader's own.
  expect(files.filter((file) => !/[A-Z]{4}/.test(file) && !existsSync(join(root, file)))).toEqual([]);
});

it("leads from the README to every page of docs/", () => {
  const reached = new Set(["README.md"]);
  for (const page of reached) {
    for (const { target } of linksOf(page)) if (target.endsWith(".md") && existsSync(join(root, target))) reached.add(target);
  }
  expect(pages.filter((page) => page.startsWith("docs/") && !reached.has(page))).toEqual([]);
});

it("names every command in the README's table of commands", () => {
  const [, table = ""] = /^## Commands\n([\s\S]*?)\n## /m.exec(read("README.md")) ?? [];
  const named = new Set([...table.matchAll(/`([a-z]+)`/g)].map(([, name]) => name));
  const commands = [...read("docs/cli.md").matchAll(/^### `toolgen ([a-z]+)`$/gm)].map(([, name]) => name);
  expect(commands.length).toBeGreaterThan(20);
  expect(commands.filter((name) => !named.has(name))).toEqual(["completion"]);
});

it.each(pages.filter((page) => !generated.includes(page)))("has no line of prose over 120 columns in %s", (page) => {
  const long = proseLines(page).filter(({ text }) => [...text].length > 120 && !text.startsWith("|"));
  expect(long.map(({ line, text }) => `${line}: ${text.slice(0, 40)}`)).toEqual([]);
});

it("has the pictures that its scripts draw, for readers who can't see them too", async () => {
  const { pictures }: { pictures(): Readonly<Record<string, string>> } = await import(
    new URL("../scripts/pictures/pictures.mjs", import.meta.url).href
  );
  for (const [name, svg] of Object.entries(pictures())) {
    expect(readFileSync(join(root, "docs/images", name), "utf8")).toBe(svg);
    expect(svg).toMatch(/<title id="title">.+<\/title>\n<desc id="desc">.+<\/desc>/);
    expect(svg).toContain("prefers-color-scheme: dark");
  }
});

it.each(pages.filter((page) => dirname(page) !== "docs/diagnostics"))(
  "shows specs and toolgen.yaml in %s as they can be compiled",
  async (page) => {
    const good = "name: t\ndescription: d\nkind: read\ncommand: [wc]\n";
    for (const snippet of snippetsOf(page)) {
      const isConfig = configKeys.test(snippet) && !/^(?:name|kind): /m.test(snippet);
      // Other snippets show some keys of a spec.
      const isRun = /^(?:command|shell|http|mcp|handler):/m.test(snippet) && !/^(?:resource|prompt): /m.test(snippet);
      if (!isConfig && !isRun && !(/^name: /m.test(snippet) && /^description: /m.test(snippet))) continue;
      const { diagnostics } = await compiled(
        isConfig ? { "toolgen.yaml": snippet, "t.yaml": good } : { "tool.yaml": isRun ? whole(snippet) : snippet },
        [],
      );
      // The files of handlers, the other tools of a project and its MCP servers aren't part of a snippet.
      const wrong = diagnostics
        .filter(({ code, severity }) => severity === "error" && !elsewhere.test(code))
        .map(({ code, message }) => `${code}: ${message}`);
      // A page may show a mistake together with what toolgen says of it.
      expect(
        wrong.filter((said) => !read(page).includes(`error ${said}`)),
        snippet,
      ).toEqual([]);
    }
  },
);

const elsewhere = /^(?:handler-.*|unknown-selection|unknown-mcp-server)$/;
const configKeys = /^(?:version|library|specs|server|roots|limits|confirm|targets|audit): /m;

/** The YAML on a page, each stretch between two fences for itself. */
const snippetsOf = (page: string) => [...read(page).matchAll(/^```yaml\n(.*?)^```/gms)].map((match) => match[1] ?? "");

/** A snippet that says what runs, as a spec: with the keys that it leaves out, and the parameters that it uses, as texts. */
function whole(snippet: string): string {
  const left = { name: "t", description: "d", kind: "read", schema: schemaOf(snippet) };
  const missing = Object.entries(left).filter(([key]) => !new RegExp(`^${key}:`, "m").test(snippet));
  return `${missing.map(([key, value]) => `${key}: ${JSON.stringify(value)}\n`).join("")}${snippet}`;
}

function schemaOf(snippet: string): object {
  const names = [...snippet.matchAll(/\{\{(?:#?[a-z]+ )?([a-z]\w*)/g)].flatMap(([, name = ""]) =>
    /^(?:else|this)$/.test(name) ? [] : [name],
  );
  return { properties: Object.fromEntries(names.map((name) => [name, { type: "string" }])) };
}

it("has the output of tools.d in generated/ exactly as the compiler makes it", () => {
  const { status, stdout, stderr } = toolgen(root, ["build", "--check"]);
  expect([status, stdout + stderr]).toEqual([0, expect.any(String)]);
});

interface Link {
  readonly target: string;
  readonly anchor: string | undefined;
}

/** Links of a page to this repository's files: those of Markdown, and the pictures of HTML. */
function linksOf(page: string): readonly Link[] {
  const text = proseLines(page)
    .map((line) => line.text)
    .join("\n");
  const addresses = [...text.matchAll(/\]\(([^)\s]+)\)|(?:src|srcset)="([^"]+)"/g)].map(([, link, picture]) => link ?? picture ?? "");
  return addresses
    .filter((address) => !/^[a-z]+:/.test(address))
    .map((address) => {
      const [path = "", anchor] = address.split("#");
      return { target: path === "" ? page : normalize(join(dirname(page), path)), anchor };
    });
}

function anchorsOf(page: string): ReadonlySet<string> {
  const slugger = new GithubSlugger();
  const headings = proseLines(page).flatMap(({ text }) => /^#+ (.*)$/.exec(text)?.[1] ?? []);
  const ids = proseLines(page).flatMap(({ text }) => [...text.matchAll(/<a id="([\w-]+)">/g)].map(([, id = ""]) => id));
  return new Set([...ids, ...headings.map((heading) => slugger.slug(heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")))]);
}

/** The lines of a page outside of code blocks. */
function proseLines(page: string): readonly { readonly line: number; readonly text: string }[] {
  let isCode = false;
  return read(page)
    .split("\n")
    .map((text, index) => ({ line: index + 1, text }))
    .filter(({ text }) => {
      const isFence = /^\s*(```|~~~)/.test(text);
      if (isFence) isCode = !isCode;
      return !isCode && !isFence;
    });
}
