import { readdirSync } from "node:fs";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { lacksBrowser, openPage, startBrowser, violations } from "./browser.js";
import { comparable, type DevProcess, endAll, pictureProject, read, runCall, startDev, startMcp } from "./dev-server.js";

const sound = Buffer.from("RIFF\0\0\0\0WAVEfmt ").toString("base64");
const files = {
  ...pictureProject,
  "tools.d/fail.yaml": "name: fail\ndescription: Fail.\nkind: execute\nrisk: safe\nshell: echo half; echo wrong >&2; exit 3\n",
  "tools.d/long.yaml": "name: long\ndescription: Much.\nkind: read\ncommand: [seq, '5000']\noutput: { maxBytes: 2kB }\n",
  "tools.d/play.yaml": `name: play
description: Play.
kind: read
command: [printf, '%s', '{"content":[{"type":"audio","mimeType":"audio/wav","data":"${sound}"},{"type":"resource_link","uri":"file:///a","name":"a"}]}']
output: { format: mcp }
`,
  "tools.d/many.yaml": `name: many
description: Leaves a trace of each run.
kind: read
command: [mktemp, ./ran-XXXXXX]
`,
};

/** A test in Chromium. */
const onPage = it.skipIf(lacksBrowser);

let browser: Browser | undefined;
let project: DevProcess;
beforeAll(async () => {
  if (!lacksBrowser) browser = await startBrowser();
  project = await startDev(files);
});
afterAll(async () => {
  await browser?.close();
  endAll();
});

const run = (tool: string, args: object) => runCall(project, tool, args);

it.each([
  ["measure_file", { path: "notes.txt" }],
  ["count_lines", { file: "notes.txt", text: "TODO" }],
  ["fail", {}],
  ["long", {}],
])("shows what the MCP server and `call` give their clients: %s", async (tool, args) => {
  const results = await run(tool, args);
  const server = await startMcp(project.folder);
  const { content, structuredContent, isError } = (await server.call(tool, args)) as Readonly<Record<string, unknown>>;
  await server.end();
  const shown = results.MCP ?? {};
  expect(comparable(read(shown.content))).toBe(comparable(content));
  expect(read(shown.structuredContent)).toEqual(structuredContent);
  expect([shown.failed, read(shown.isError)]).toEqual([isError ?? false, isError]);
  expect(comparable(results["Gemini CLI"]?.stdout)).toBe(comparable(project.run(["call", tool], JSON.stringify(args))));
});

it("shows a failure as each client gets it", async () => {
  const results = await run("fail", {});
  expect(Object.values(results).map(({ failed }) => failed)).not.toContain(false);
  expect(results["Gemini CLI"]).toMatchObject({ "exit code": "1", llmContent: expect.stringContaining("Stderr: ") });
  expect(results.pi?.error).toContain("wrong");
  expect(read(results["Gemini API"]?.functionResponse)).toMatchObject({
    name: "fail",
    response: { error: expect.stringContaining("half") },
  });
});

it("shows clients of the first revision of MCP, and providers, apart where they get something else", async () => {
  const results = await run("play", {});
  expect(Object.keys(results)).toEqual(["Gemini CLI", "MCP", "MCP 2024-11-05", "pi", "Gemini API", "Providers", "Classes"]);
  expect(read(results.MCP?.content)).toMatchObject([{ type: "audio" }, { type: "resource_link" }]);
  expect(read(results["MCP 2024-11-05"]?.content)).toMatchObject([{ type: "text" }, { type: "text" }]);
  const old = await startMcp(project.folder, {}, "2024-11-05");
  expect(read(results["MCP 2024-11-05"]?.content)).toEqual(((await old.call("play", {})) as { content: unknown }).content);
  await old.end();
  expect(results.pi?.content).toContain("A sound of audio/wav");
});

it("runs a call once for all clients", async () => {
  const traces = () => readdirSync(project.folder).filter((name) => name.startsWith("ran-"));
  const results = await run("many", {});
  expect(traces()).toHaveLength(1);
  expect(results["Gemini CLI"]?.stdout).toContain(traces()[0]);
});

onPage.each(["light", "dark"] as const)(
  "works by keys alone from the search to a client's result, in the %s theme",
  async (colorScheme) => {
    const { page, problems } = await openPage(browser, project.url, { colorScheme });
    const { keyboard } = page;
    await keyboard.press("/");
    await keyboard.type("measure_file");
    await keyboard.press("ArrowDown");
    await keyboard.press("Enter");
    const form = page.getByRole("region", { name: "Try measure_file" });
    // The form is there before its fields, which come with the answer of the server.
    await form.getByRole("button", { name: "Look at the call", disabled: false }).waitFor();
    const focused = () => page.evaluate("document.activeElement.textContent || document.activeElement.tagName");
    const tabTo = async (text: string) => {
      for (let i = 0; i < 12 && (await focused()) !== text; i++) await keyboard.press("Tab");
      expect(await focused()).toBe(text);
    };
    await tabTo("INPUT");
    await keyboard.type("notes.txt");
    await tabTo("Look at the call");
    await keyboard.press("Enter");
    await expect.poll(() => form.getByRole("status").innerText()).toContain("What would run");
    await tabTo("Run it");
    await keyboard.press("Enter");
    await form.getByRole("tablist").waitFor();
    await tabTo("Gemini CLI");
    for (const key of ["ArrowRight", "ArrowRight", "ArrowLeft"]) await keyboard.press(key);
    expect(await focused()).toBe("MCP");
    expect(await form.getByRole("tabpanel").innerText()).toContain("structuredContent");
    for (const [key, tab] of [
      ["End", "Classes"],
      ["ArrowRight", "Gemini CLI"],
      ["Home", "Gemini CLI"],
    ] as const) {
      await keyboard.press(key);
      expect(await focused()).toBe(tab);
      expect(await violations(page)).toEqual([]);
    }
    await keyboard.press("Tab");
    expect(await page.evaluate("document.activeElement.getAttribute('role')")).toBe("tabpanel");
    await page.setViewportSize({ width: 360, height: 640 });
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(360);
    expect(await violations(page)).toEqual([]);
    expect(problems).toEqual([]);
  },
);
