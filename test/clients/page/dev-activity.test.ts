import { appendFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { lacksBrowser, openPage, startBrowser, violations } from "./browser.js";
import { type DevProcess, endAll, type McpSession, pictureProject, startDev, startMcp } from "./dev-server.js";

const log = ".local/state/toolgen/audit.jsonl";

/** A test in Chromium. */
const onPage = it.skipIf(lacksBrowser);

let browser: Browser;
let project: DevProcess;
let server: McpSession;
beforeAll(async () => {
  browser = await startBrowser();
  project = await startDev(pictureProject, { TOOLGEN_REPAIRS: "1" });
  server = await startMcp(project.folder, { TOOLGEN_REPAIRS: "1" });
});
afterAll(async () => {
  await server.end();
  await browser.close();
  endAll();
});

async function openActivity(url = project.url, theme: "light" | "dark" = "light") {
  const opened = await openPage(browser, url, { colorScheme: theme });
  await opened.page.locator(".activity summary").click();
  return opened;
}

const rows = (page: Page) => page.locator(".calls li").allInnerTexts();

onPage("shows calls of other programs as they come, the newest first, filtered by tool", async () => {
  const { page, problems } = await openActivity();
  project.run(["call", "count_lines"], '{"path": "notes.txt", "text": "TODO"}');
  await expect.poll(async () => (await rows(page))[0]).toMatch(/^count_lines done, exit 0 .*\n?.*by call; .*repairs: alias/);
  await server.call("measure_file", { file: "notes.txt" });
  await expect.poll(async () => (await rows(page))[0]).toMatch(/^measure_file done[\s\S]*by mcp/);
  await server.call("measure_file", { what: 1 });
  await expect.poll(async () => (await rows(page))[0]).toMatch(/^measure_file invalid/);
  expect(await page.locator(".activity [role=status]").innerText()).toBe("3 calls, the last measure_file: invalid");
  await page.getByLabel("Calls of").selectOption("count_lines");
  expect(await rows(page)).toHaveLength(1);
  expect(problems).toEqual([]);
});

onPage("shows which calls were repaired or refused, and how often, as `toolgen repairs` does", async () => {
  const { page } = await openActivity();
  await page.getByRole("tab", { name: "Calls" }).press("ArrowRight");
  const counted = page.getByRole("region", { name: "Repairs of count_lines" });
  project.run(["call", "count_lines"], '{"path": "notes.txt", "txt": "TODO"}');
  await expect.poll(() => counted.innerText()).toContain("`txt` is not a parameter, and resembles `text`");
  const shown = (await counted.innerText()).split("\n").filter((line) => /\d × /.test(line));
  const printed = project.run(["repairs"]);
  expect(shown.length).toBeGreaterThan(1);
  for (const line of shown) expect(printed).toContain(line.trim());
  expect(await violations(page)).toEqual([]);
});

onPage("shows no call of another project, and texts of the log as texts", async () => {
  const { page, problems } = await openActivity();
  const line = (tool: string, own: object) =>
    `${JSON.stringify({ time: new Date().toISOString(), id: "0", tool, via: "mcp", pid: 1, outcome: "done", ...own })}\n`;
  const hostile = "<img src=x onerror=window.attacked=1>\u202e";
  appendFileSync(
    join(project.folder, log),
    [
      line("elsewhere", { id: "a", project: "/somewhere/else" }),
      line("nowhere", { id: "b" }),
      line(hostile, { id: "c", project: project.folder, rule: hostile, decision: "ask", level: hostile, arguments: { "</li>": hostile } }),
      line("odd", { id: "d", project: project.folder, repairs: 7 }),
      "not a line\n",
    ].join(""),
  );
  await expect.poll(async () => (await rows(page))[0]).toContain("<img src=x onerror=window.attacked=1>\ufffd");
  const shown = (await rows(page)).join("\n");
  expect(shown).not.toMatch(/elsewhere|nowhere|odd|\u202e/);
  expect(await page.evaluate("window.attacked")).toBeUndefined();
  expect(problems).toEqual([]);
});

onPage("keeps secrets out, as the log does", async () => {
  const own = await startDev(
    {
      "toolgen.yaml": "version: 1\naudit: true\n",
      ".config/toolgen/settings.json": '{ "audit": { "arguments": true } }',
      "tools.d/login.yaml": `name: login
description: Log in.
kind: read
schema: { type: object, properties: { password: { type: string, format: password }, user: { type: string } } }
command: [echo, "{{user}}"]
`,
    },
    {},
  );
  const { page } = await openActivity(own.url);
  own.run(["call", "login"], '{"user": "anna", "password": "hunter2"}');
  await expect.poll(async () => (await rows(page)).join()).toContain("anna");
  expect(await page.content()).not.toContain("hunter2");
  expect(await own.end()).toBe(0);
});

onPage("says how the log and the statistics are turned on where they are off", async () => {
  const own = await startDev({ ...pictureProject, "toolgen.yaml": "version: 1\n" });
  const { page } = await openActivity(own.url);
  expect(await page.locator(".activity").innerText()).toContain("The log is off");
  expect(await violations(page)).toEqual([]);
  await page.getByRole("tab", { name: "Repairs" }).click();
  expect(await page.locator(".activity").innerText()).toContain("Counting is off");
  own.write(".config/toolgen/settings.json", '{ "audit": true }');
  await page.getByRole("tab", { name: "Calls" }).click();
  await expect.poll(() => page.locator(".activity").innerText()).not.toContain("The log is off");
  expect(await own.end()).toBe(0);
});

onPage("holds no more than the newest 500 calls, of which it shows 100", async () => {
  const own = await startDev(pictureProject);
  own.run(["call", "count_lines"], '{"file": "notes.txt", "text": "TODO"}');
  const { page } = await openActivity(own.url);
  const line = (n: number) =>
    `${JSON.stringify({ time: new Date().toISOString(), id: `call-${n}`, tool: `tool_${n}`, via: "mcp", pid: 1, outcome: "done", project: own.folder })}\n`;
  appendFileSync(join(own.folder, log), Array.from({ length: 700 }, (_, n) => line(n)).join(""));
  await expect.poll(() => page.locator(".activity [role=status]").innerText()).toContain("500 calls");
  expect((await rows(page))[0]).toContain("tool_699");
  expect(await rows(page)).toHaveLength(100);
  const again = await openActivity(own.url);
  await expect.poll(() => again.page.locator(".activity [role=status]").innerText()).toContain("500 calls");
  expect(await own.end()).toBe(0);
});

onPage.each(["light", "dark"] as const)("breaks no rule of axe in the %s theme, on a phone too", async (theme) => {
  const { page } = await openActivity(project.url, theme);
  await expect.poll(() => rows(page)).not.toEqual([]);
  expect(await violations(page)).toEqual([]);
  await page.setViewportSize({ width: 360, height: 640 });
  expect(await violations(page)).toEqual([]);
  expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(360);
});
