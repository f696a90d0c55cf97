import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Words that docs, messages and comments don't use, each with what to write instead. */
const words: readonly (readonly [found: RegExp, instead: string])[] = [
  [/(?<![`"])\b(?:nobody|somebody|whoever)\b(?![`"])/gi, "the user, the client, the caller, the spec's author or the model"],
  [/\bof ours\b/gi, "internal, or toolgen's"],
  [/\b(?:tell|tells|told|telling) of\b/gi, "report, notify or describe"],
  [/\b(?:carry|carries|carried|carrying)(?: \w+){0,3} out\b/gi, "execute or run"],
  [/\bbecomes? of\b/gi, "the outcome of"],
  [/(?<!there )\bis none\b/gi, "is not a …"],
  [/(?<!there )\bis no (?!longer|more|less|different|other|matter)[a-z]/gi, "is not a …"],
  [/\bblot(?:s|ted|ting)?\b/gi, "redact"],
  [/\bmend(?:s|ed|ing)?\b(?!-json)/gi, "coerce (a value) or repair (a call)"],
  [/\banew\b/gi, "again, or from scratch"],
  [/\bby now\b/gi, "now, or nothing"],
  [/\b(?:is|are) to be\b/gi, "must or should"],
  [/SPEC(?:\.md)? ?§/g, "a link to docs/"],
];
const docstring = /\/\*\*\s+(?:\* )?(?:What|Whether|Of)\b/g;

const read = [
  "README.md",
  "SECURITY.md",
  "CONTRIBUTING.md",
  "CHANGELOG.md",
  "docs",
  "contributing",
  "library",
  "scripts",
  "src",
  "templates",
];
const findings = [...read.flatMap(filesBelow).flatMap(findingsIn), ...testFiles().flatMap(findingsIn)];

it("uses the field's words in docs, messages and comments, and none of its own", () => {
  expect(findings.map(({ path, line, text, instead }) => `${path}:${line} '${text}': write ${instead}`)).toEqual([]);
});

interface Finding {
  readonly path: string;
  readonly line: number;
  readonly text: string;
  readonly instead: string;
}

function findingsIn(path: string): readonly Finding[] {
  const whole = readFileSync(join(root, path), "utf8");
  const text = path.endsWith(".md") ? withoutCode(whole) : path.startsWith("test/") ? onlyProse(whole) : whole;
  const isCode = /\.(?:tsx?|mjs|hbs)$/.test(path);
  const patterns = isCode ? [...words, [docstring, "a verb, or the noun itself"] as const] : words;
  return patterns.flatMap(([pattern, instead]) =>
    [...text.matchAll(pattern)].map((match) => ({
      path,
      line: text.slice(0, match.index).split("\n").length,
      text: match[0].replaceAll(/\s+/g, " "),
      instead,
    })),
  );
}

/** Markdown with its code blanked out, at the same lines: names and output in it come from src. */
function withoutCode(markdown: string): string {
  return markdown.replaceAll(/^ *```.*?^ *```$|`[^`\n]*`/gms, (code) => code.replaceAll(/[^\n]/g, " "));
}

/**
 * The comments of a test, the titles of its cases and nothing else, at the same lines: its data are specs, outputs and
 * words of users.
 */
function onlyProse(test: string): string {
  const prose = /^ *\/\*\*?.*?\*\/|(?<=^|[ ;,{])\/\/ .*?$|(?<=\b(?:it|describe)(?:\.\w+(?:\([^)"]*\))?)*\(\s*)(?:"[^"\n]*"|`[^`]*`)/gms;
  const blank = (text: string) => text.replaceAll(/[^\n]/g, " ");
  let result = "";
  let end = 0;
  for (const { 0: found, index } of test.matchAll(prose)) {
    result += blank(test.slice(end, index)) + found;
    end = index + found.length;
  }
  return result + blank(test.slice(end));
}

it("reads the comments and titles of a test, not its data", () => {
  const test = [
    'it("is none", () => {',
    "  // by now",
    '  expect("anew").toBe(1);',
    "});",
    "/** Of ours. */",
    'it.each(all)("mends %s", f);',
  ];
  expect(
    onlyProse(test.join("\n"))
      .split("\n")
      .map((line) => line.trim()),
  ).toEqual(['"is none"', "// by now", "", "", "/** Of ours. */", '"mends %s"']);
});

/** The sources of the tests, without what they install and what they read. */
function testFiles(): readonly string[] {
  const entries = readdirSync(join(root, "test"), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && /\.(?:ts|mjs)$/.test(entry.name) && !/node_modules|\/golden\//.test(entry.parentPath))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .filter((path) => path !== "test/vocabulary.test.ts");
}

/** The texts below a file or folder of the repository, by paths from its root. */
function filesBelow(path: string): readonly string[] {
  if (/\.\w+$/.test(path)) return [path];
  const entries = readdirSync(join(root, path), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && /\.(?:md|tsx?|mjs|hbs|ya?ml)$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .filter((path) => !/\/(?:node_modules|site)\//.test(path));
}
