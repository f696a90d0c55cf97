import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Names in comments that aren't toolgen's: of Node, of packages, of clients and their protocols. */
const foreign: ReadonlySet<string> = new Set([
  // JavaScript and TypeScript.
  "exactOptionalPropertyTypes",
  "toLocaleString",
  // Gemini CLI, the AI SDK.
  "createAnthropic",
  "populateMcpServerCommand",
  // Examples of names in users' code and in OpenAPI documents.
  "getPage",
  "listForRepo",
  "listIssues",
  "maxResults",
  "searchText",
]);

const comment = /\/\*[\s\S]*?\*\/|(?<![:"'`\w\\/])\/\/.*$/gm;

/** The back-quoted names in the comments of a file that look like those of functions, variables or types' members. */
const namesInComments = (text: string): readonly string[] =>
  (text.match(comment) ?? []).flatMap((one) => [...one.matchAll(/`([a-z]+[A-Z]\w*)(?:\(\))?`/g)].map(([, name]) => name ?? ""));

const filesBelow = (folder: string, ending: RegExp) =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => ending.test(name))
    .map((name) => join(folder, name));

const wordsOf = (text: string): readonly string[] => text.match(/\w+/g) ?? [];

it("names in comments only what exists: a reader who looks for it finds it", () => {
  const gone = "/** `goneName` made this of `keptName()`. */\nexport const keptName = 1; // as `otherGone` did";
  expect(namesInComments(gone)).toEqual(["goneName", "keptName", "otherGone"]);
  expect(wordsOf(gone.replaceAll(comment, ""))).not.toContain("goneName");

  const sources = filesBelow("src", /\.tsx?$/).map((file) => ({ file, text: readFileSync(join(root, file), "utf8") }));
  const known = new Set([
    ...sources.flatMap(({ text }) => wordsOf(text.replaceAll(comment, ""))),
    ...filesBelow("scripts", /\.mjs$/).flatMap((file) => wordsOf(readFileSync(join(root, file), "utf8"))),
  ]);
  const named = sources.flatMap(({ file, text }) => namesInComments(text).map((name) => ({ file, name })));
  expect(named.length).toBeGreaterThan(200);
  const unknown = named.filter(({ name }) => !known.has(name) && !foreign.has(name));
  expect(unknown.map(({ file, name }) => `${file}: ${name}`)).toEqual([]);
});
