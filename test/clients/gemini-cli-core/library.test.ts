import { readFileSync } from "node:fs";
import { beforeAll, expect, it } from "vitest";
import { parse } from "yaml";
import { projectOf } from "../../kit/project.js";
import { sampled } from "../../kit/repeat.js";
import { temporaryFolder } from "../../kit/temporary-folder.js";
import { toolgen } from "../../kit/toolgen.js";
import { type Case, cases, isAfter, servePages, workspaceOf } from "../../library/cases.js";
import { askCore, startClient } from "./client.js";

// The tables of test/library/cases say what this project's tools answer and what their namesakes in the core do. Here the core is asked.

interface Answer {
  readonly text?: string;
  readonly error?: string;
}

interface Spec {
  readonly schema: { readonly properties: object };
  readonly ignore: readonly string[];
  readonly weakAliases?: Readonly<Record<string, readonly string[]>>;
}

interface Told {
  readonly answers: readonly Answer[];
  readonly parameters: Readonly<Record<string, readonly string[]>>;
}

let answers: readonly Answer[];
let workspaces: readonly string[];
let parameters: Readonly<Record<string, readonly string[]>>;
const comparable = cases.flatMap(([tool, table]) => table.filter(({ theirs }) => theirs !== undefined).map((one) => ({ tool, one })));
const all = sampled(comparable, { usual: 30, kind: ({ tool }) => tool });
const place = new Map(all.map(({ one }, i) => [one, i]));

beforeAll(async () => {
  const pages = await servePages();
  const asked = all.map(({ tool, one }) => ({ tool, params: one.params, workspace: workspaceOf(one) }));
  const env = { GEMINI_CLI_HOME: temporaryFolder(), HOME: temporaryFolder(), HTTP_PROXY: pages.url };
  const told = askCore<Told>("library", asked, { env });
  pages.stop();
  parameters = told.parameters;
  workspaces = asked.map(({ workspace }) => workspace);
  answers = told.answers.map(({ text, error }, i) => {
    const said = (words: string) => words.replaceAll(asked[i]?.workspace ?? "", "{{workspace}}").trimEnd();
    return error === undefined ? { text: said(text ?? "") } : { error: said(error) };
  });
});

/** Removes the core's words before a part of a file, and ours behind it: only the part counts. */
const withoutNotes = (text: string) =>
  text
    .replace(/^\nIMPORTANT: [\s\S]*?--- FILE CONTENT \(truncated\) ---\n/, "")
    .replace(/ (?:Here is the updated code:|It has \d+ line)[\s\S]*$/, "")
    .replace(/\n*\n\[[^\n]*\]$/, "")
    .replace(/\nProcess Group PGID: \d+$/, "")
    .replace(/(?:^File: [\s\S]*?\n---(?:\n|$))+/m, (files) => inOrder(files))
    .trimEnd();

/** The order of files that a search finds is that of the program which finds them. */
const inOrder = (files: string) =>
  `${files
    .trimEnd()
    .split(/(?<=\n---)\n/)
    .sort()
    .join("\n")}\n`;

it.each(all.map(({ tool, one }) => [tool, one.name, one] as const))("%s: %s", (_tool, _name, one: Case) => {
  const { text, error } = answers[place.get(one) ?? -1] ?? {};
  if (one.theirs === "same") {
    expect(isAfter(one, workspaces[place.get(one) ?? -1] ?? ""), "files afterwards").toBe(true);
    if (typeof one.ours === "string") expect(withoutNotes(error ?? text ?? "")).toBe(withoutNotes(one.ours));
    else if ("media" in one.ours) expect(text).toBe(`[${one.ours.media}]`);
    else if ("lines" in one.ours && one.ours.lines !== undefined) expect(withoutNotes(text ?? "").split("\n")).toHaveLength(one.ours.lines);
    else expect(error).toBeDefined();
  } else if (typeof one.theirs === "string") expect(error ?? text).toContain(one.theirs.trimEnd());
  else expect(error ?? `no error: ${text}`).toContain(one.theirs?.error);
});

it.each([...new Set(all.map(({ tool }) => tool))])("%s takes every parameter of the core's", (tool) => {
  const spec = readFileSync(new URL(`../../../library/${tool.replaceAll("_", "-")}.yaml`, import.meta.url), "utf8");
  const { schema, ignore, weakAliases = {} }: Spec = parse(spec);
  const taken = [...Object.keys(schema.properties), ...ignore, ...Object.values(weakAliases).flat()];
  expect(parameters[tool]?.length).toBeGreaterThan(0);
  expect(parameters[tool]?.filter((name) => !taken.includes(name))).toEqual([]);
});

it("is discovered and called by the real client, by names of other agents too", async () => {
  const library = cases.map(([tool]) => `std/${tool}`).join(", ");
  const project = projectOf({ "toolgen.yaml": `version: 1\nlibrary: [${library}]\n`, "src/a.txt": "one\ntwo\n" });
  expect(toolgen(project, ["build"])).toMatchObject({ status: 0, stderr: "" });
  const client = await startClient(project);
  try {
    const discovered = await client.discover();
    expect(discovered.map(({ name }) => name).sort()).toEqual(cases.map(([tool]) => `discovered_tool_${tool}`));
    expect(discovered.filter(({ problem, cyclic }) => problem !== null || cyclic)).toEqual([]);
    const call = async (tool: string, params: object) => (await client.call(tool, params)).llmContent.trimEnd();
    expect(await call("list_directory", { path: "src" })).toBe(`Directory listing for ${project}/src:\na.txt (8 bytes)`);
    expect(await call("glob", { glob: "**/*.txt" })).toContain(`${project}/src/a.txt`);
    expect(await call("grep_search", { query: "tw.", path: "src" })).toContain("L2: two");
    expect(await call("replace", { path: "src/a.txt", oldText: "two", newText: "2" })).toContain("(1 replacements)");
    expect(await call("read_file", { filePath: "src/a.txt", offset: 2 })).toBe("2\n\n[Lines 2 to 2 of 2, the last of the file.]");
    expect(await call("write_file", { path: "b.txt", text: "three\n" })).toContain("Successfully created");
    expect(await call("read_many_files", { paths: ["*.txt"] })).toContain("three");
    expect(await client.noise()).toEqual([]);
  } finally {
    client.stop();
  }
});
