import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { lacksBrowser, openPage, startBrowser } from "./browser.js";
import { type DevProcess, endAll, pictureProject, startDev } from "./dev-server.js";

const root = new URL("../../../", import.meta.url);
const imageFile = (name: string) => fileURLToPath(new URL(`docs/images/${name}`, root));
/** The texts and the style of the page when the pictures were taken: their pixels differ between browsers and fonts. */
const takenFile = fileURLToPath(new URL("pictures.json", import.meta.url));
const taken: Record<string, unknown> = existsSync(takenFile) ? JSON.parse(readFileSync(takenFile, "utf8")) : {};
/** `npm run docs:pictures -- --screenshots` sets it. */
const record = process.env.RECORD === "1";

/** A test in Chromium. */
const onPage = it.skipIf(lacksBrowser);

let browser: Browser | undefined;
let project: DevProcess;
beforeAll(async () => {
  if (!lacksBrowser) browser = await startBrowser();
  project = await startDev(pictureProject, { TOOLGEN_REPAIRS: "1", LANG: "C.UTF-8" });
  project.run(["call", "count_lines"], '{"path": "notes.txt", "text": "TODO"}');
  project.run(["call", "count_lines"], '{"path": "notes.txt", "txt": "TODO"}');
  project.run(["call", "delete_branch"], '{"branch": "old-search"}');
});
afterAll(async () => {
  await browser?.close();
  endAll();
});

interface Picture {
  readonly name: string;
  readonly shows: string;
  readonly colorScheme: "light" | "dark";
  readonly viewport: { readonly width: number; readonly height: number };
  readonly address: () => string;
  /** The parts of the page that are on the picture. */
  readonly parts: readonly string[];
  readonly prepare?: (page: Page) => Promise<void>;
}

const generated = pathToFileURL(fileURLToPath(new URL("generated/docs/index.html", root))).href;

const pictures: readonly Picture[] = [
  {
    name: "catalogue.png",
    shows: "a tool in the catalogue",
    colorScheme: "light",
    viewport: { width: 860, height: 500 },
    address: () => `${generated}#tool-git_blame`,
    parts: ["header", "search", "#tool-git_blame"],
  },
  {
    name: "catalogue-phone.png",
    shows: "the catalogue on a phone",
    colorScheme: "dark",
    viewport: { width: 360, height: 500 },
    address: () => generated,
    parts: ["header", "search", "article"],
  },
  {
    name: "dev.png",
    shows: "a call with its steps and its result",
    colorScheme: "light",
    viewport: { width: 860, height: 1180 },
    address: () => `${project.url}#tool-measure_file`,
    parts: ["#tool-measure_file .try"],
    prepare: async (page) => {
      await lookAt(page, '{"path": "notes.txt"}');
      await page.getByRole("button", { name: "Run it" }).click();
      await page.getByRole("tab", { name: "MCP" }).click();
      await page.evaluate('document.querySelector("#tool-measure_file .try").scrollIntoView(true); scrollBy(0, -95)');
    },
  },
  {
    name: "dev-dark.png",
    shows: "calls as they come",
    colorScheme: "dark",
    viewport: { width: 860, height: 520 },
    address: () => project.url,
    parts: ["header", ".activity"],
    prepare: async (page) => {
      await page.locator(".activity summary").click();
      await page.locator(".calls li").first().waitFor();
    },
  },
  {
    name: "dev-phone.png",
    shows: "a confirmation on a phone",
    colorScheme: "light",
    viewport: { width: 360, height: 500 },
    address: () => `${project.url}#tool-delete_branch`,
    parts: ["dialog"],
    prepare: async (page) => {
      await lookAt(page, '{"branch": "old-search"}');
      await page.getByRole("button", { name: "Run it…" }).click();
      await page.getByRole("dialog").waitFor();
    },
  },
];

async function lookAt(page: Page, args: string): Promise<void> {
  await page.getByLabel("Arguments, as a model sends them").fill(args);
  await page.getByRole("button", { name: "Look at the call" }).click();
  await page.getByText("What would run").waitFor();
}

/** The project's folder is another one in each run. */
const nameFolder = (page: Page) =>
  page.evaluate(`{
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) walker.currentNode.data = walker.currentNode.data.replaceAll(${JSON.stringify(project.folder)}, "/home/anna/office");
  }`);

/** The visible texts of a part. Times differ between runs, and the numbers of all tools are no reason for another picture. */
const textOf = async (page: Page, part: string) =>
  (await page.locator(part).first().innerText()).replaceAll(/\d+(?:\.\d+)? ms/g, "N ms").replaceAll(/\d+\/\d+\/\d+, [\d:]+.[AP]M/g, "TIME");

const style = createHash("sha256")
  .update(readFileSync(new URL("src/cli/page/catalogue.css", root)))
  .digest("hex");

/** The width and the height that a PNG file says it has. */
const sizeOf = (png: Buffer) => ({ width: png.readUInt32BE(16), height: png.readUInt32BE(20) });

const mostBytes = 100_000;

onPage.each(pictures)(
  "has in $name of the docs what the page shows now: $shows",
  async ({ name, colorScheme, viewport, address, parts, prepare }) => {
    const { page } = await openPage(browser, address(), { colorScheme, viewport, locale: "en-US" });
    await page.getByRole("status").first().waitFor();
    await prepare?.(page);
    await nameFolder(page);
    const png = await page.screenshot({ animations: "disabled", caret: "hide" });
    const now = { style, texts: await Promise.all(parts.map((part) => textOf(page, part))) };
    if (record) {
      writeFileSync(imageFile(name), png);
      taken[name] = now;
      writeFileSync(takenFile, `${JSON.stringify(taken, null, 2)}\n`);
    }
    expect(taken[name], "the page has changed: npm run docs:pictures -- --screenshots").toEqual(now);
    const committed = readFileSync(imageFile(name));
    expect([sizeOf(committed), sizeOf(png)]).toEqual([viewport, viewport]);
    expect(committed.length).toBeLessThan(mostBytes);
  },
);

it("refreshes all pictures that pages of the docs show, and no other", () => {
  const shown = ["catalogue.md", "dev.md"].flatMap((page) => [
    ...readFileSync(new URL(`docs/${page}`, root), "utf8").matchAll(/src="\.\/images\/([\w-]+\.png)"/g),
  ]);
  expect(shown.map(([, name]) => name).sort()).toEqual(pictures.map(({ name }) => name).sort());
  expect(Object.keys(taken).sort()).toEqual(pictures.map(({ name }) => name).sort());
});
