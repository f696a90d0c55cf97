import { afterAll, beforeAll, expect, it } from "vitest";
import { sampled } from "../kit/repeat.js";
import { type Case, callTool, callToolWarm, cases, isAfter, libraryProject, type Pages, servePages, workspaceOf } from "./cases.js";

// That the namesakes in Gemini CLI answer what the tables say of them is for test/clients/gemini-cli-core/library.test.ts.

let project: string;
let pages: Pages;

beforeAll(async () => {
  pages = await servePages();
  project = libraryProject();
});
afterAll(() => {
  pages.stop();
});

/** A shell is a process group of its own, which the program `call` watches over; of the other tools, a call each shows that the bundle and its process do the same. */
const isProcess = (tool: string, one: Case) =>
  tool === "run_shell_command" || cases.some(([name, [first]]) => name === tool && first === one);

/** The shell's take a process for each, so a sample of them is called. */
const called = cases.flatMap(([tool, table]) => {
  const drawn = tool === "run_shell_command" ? sampled(table, { usual: 8 }) : table;
  return drawn.map((one) => [tool, one.name, one] as const);
});

it.each(called)("%s: %s", async (tool, _name, one) => {
  const workspace = workspaceOf(one);
  const env = Object.fromEntries(Object.entries(one.env ?? {}).map(([key, value]) => [key, value.replace("{{pages}}", pages.url)]));
  // What the environment names is reached as it is.
  const proxy = one.env === undefined ? pages.url : "";
  const callAs = isProcess(tool, one) ? callTool : callToolWarm;
  const call = async (params: object) => callAs(project, tool, params, { workspace, env: { http_proxy: proxy, no_proxy: "", ...env } });
  const { text, error }: { readonly text?: string; readonly error?: string } = await call(one.params);
  expect(isAfter(one, workspace), "files afterwards").toBe(true);
  if (typeof one.ours === "string") expect(error ?? text).toBe(one.ours.trimEnd());
  else if ("error" in one.ours) expect(error ?? `no error: ${text}`).toContain(one.ours.error);
  else if ("ends" in one.ours) {
    const { lines, ends } = one.ours;
    expect(text).toContain(ends);
    if (lines !== undefined) expect((text ?? "").split("\n\n[")[0]?.split("\n")).toHaveLength(lines);
  } else if ("has" in one.ours) {
    const next = async (offset: number) => (await call({ ...one.params, offset })).text ?? "";
    const whole = await toTheEnd(text ?? "", next);
    expect(error).toBeUndefined();
    expect(inOrder(whole, one.ours.has), "what it has, in this order").toEqual(one.ours.has);
    expect([...one.ours.lacks, "\uFFFD"].filter((words) => whole.includes(words))).toEqual([]);
  } else expect(text).toMatch(new RegExp(`^\\[${one.ours.media}, \\d+ bytes\\. It is in `));
});

/** All parts of a long answer, each of which tells where the next begins. */
async function toTheEnd(part: string, next: (offset: number) => Promise<string>): Promise<string> {
  const offset = /To go on: offset (\d+)\.\]$/.exec(part)?.[1];
  return offset === undefined ? part : `${part}\n${await toTheEnd(await next(Number(offset)), next)}`;
}

/** Those of some words that a text has behind those before them. */
function inOrder(text: string, words: readonly string[]): readonly string[] {
  let behind = 0;
  return words.filter((one) => {
    const at = text.indexOf(one, behind);
    if (at !== -1) behind = at + one.length;
    return at !== -1;
  });
}

it("says of each case that differs why the answer is better", () => {
  const silent = cases.flatMap(([tool, table]) =>
    table.filter(({ theirs = "same", better }) => (theirs === "same") === (better !== undefined)).map(({ name }) => `${tool}: ${name}`),
  );
  expect(silent).toEqual([]);
});
