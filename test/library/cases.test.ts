import { afterAll, beforeAll, expect, it } from "vitest";
import { projectOf, toolgen } from "../cli/toolgen.js";
import { removeFolders } from "../tools.d/repository.js";
import { callTool, cases, isAfter, workspaceOf } from "./cases.js";
import { type Pages, servePages } from "./pages.js";

// That the namesakes in Gemini CLI answer what the tables say of them is for test/clients/gemini-cli-core/library.test.ts.

let project: string;
let pages: Pages;

beforeAll(async () => {
  pages = await servePages();
  project = projectOf({ "toolgen.yaml": `version: 1\nlibrary: [${cases.map(([tool]) => `std/${tool}`).join(", ")}]\n` });
  expect(toolgen(project, ["build"])).toMatchObject({ status: 0, stderr: "" });
});
afterAll(() => {
  pages.stop();
  removeFolders();
});

it.each(cases.flatMap(([tool, table]) => table.map((one) => [tool, one.name, one] as const)))("%s: %s", (tool, _name, one) => {
  const workspace = workspaceOf(one);
  const env = Object.fromEntries(Object.entries(one.env ?? {}).map(([key, value]) => [key, value.replace("{{pages}}", pages.url)]));
  // What the environment names is reached as it is.
  const proxy = one.env === undefined ? pages.url : "";
  const { text, error } = callTool(project, tool, one.params, { workspace, env: { http_proxy: proxy, no_proxy: "", ...env } });
  expect(isAfter(one, workspace), "files afterwards").toBe(true);
  if (typeof one.ours === "string") expect(error ?? text).toBe(one.ours.trimEnd());
  else if ("error" in one.ours) expect(error ?? `no error: ${text}`).toContain(one.ours.error);
  else if ("ends" in one.ours) {
    const { lines, ends } = one.ours;
    expect(text).toContain(ends);
    if (lines !== undefined) expect((text ?? "").split("\n\n[")[0]?.split("\n")).toHaveLength(lines);
  } else expect(text).toMatch(new RegExp(`^\\[${one.ours.media}, \\d+ bytes\\. It is in `));
});

it("says of each case that differs why the answer is better", () => {
  const silent = cases.flatMap(([tool, table]) =>
    table.filter(({ theirs = "same", better }) => (theirs === "same") === (better !== undefined)).map(({ name }) => `${tool}: ${name}`),
  );
  expect(silent).toEqual([]);
});
