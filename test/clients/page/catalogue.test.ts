import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { hostileSpec, hostileTexts } from "../../compiler/emit/catalogue/hostile-specs.js";
import { lacksBrowser, openPage, shownTools, startBrowser, violations, writeCatalogue } from "./browser.js";

const spec = (name: string, more: string) => `name: ${name}\ndescription: ${name} is here.\ncommand: [echo]\n${more}\n`;
const specs = {
  "toolgen.yaml":
    "version: 1\nserver: office\ntargets: { docs: {}, pi: { exclude: [send] }, mcp: { exclude: [wipe] }, gemini: { exclude: [wipe] } }\n",
  "look.yaml": spec(
    "look",
    `kind: read
risk: safe
toolsets: [desk, night shift]
nameAliases: [peek]
schema: { type: object, required: [drawer], properties: { drawer: { type: integer, minimum: 1, description: Which one. } } }
aliases: { drawer: [number] }
examples: [{ name: the second, params: { drawer: 2 }, expect: { argv: [echo] } }]`,
  ),
  "send.yaml": spec("send", "kind: fetch\nrisk: moderate\ntoolsets: [desk]"),
  "wipe.yaml": spec("wipe", "kind: delete\nrisk: dangerous"),
};

/** A test in Chromium. */
const onPage = it.skipIf(lacksBrowser);

let browser: Browser;
let address: string;
beforeAll(async () => {
  browser = await startBrowser();
  address = await writeCatalogue(specs);
});
afterAll(() => browser.close());

onPage("finds tools by any of their words, and says how many", async () => {
  const { page, problems } = await openPage(browser, address);
  const found = page.getByRole("status");
  expect(await found.textContent()).toBe("3 tools");
  const search = page.getByRole("searchbox");
  for (const words of ["PEEK", "number", "which drawer"]) {
    await search.fill(words);
    expect(await shownTools(page)).toEqual(["look"]);
    expect(await found.textContent()).toBe("1 of 3 tools");
  }
  await search.fill("nothing like this");
  expect(await shownTools(page)).toEqual([]);
  expect(await page.locator("#none").isVisible()).toBe(true);
  await page.getByRole("button", { name: "Reset" }).click();
  await expect.poll(() => shownTools(page)).toEqual(["look", "send", "wipe"]);
  expect(problems).toEqual([]);
});

onPage.each([
  { label: "Kind", option: "fetch", shown: ["send"] },
  { label: "Risk", option: "dangerous", shown: ["wipe"] },
  { label: "Toolset", option: "desk", shown: ["look", "send"] },
  { label: "Toolset", option: "night shift", shown: ["look"] },
  { label: "Client", option: "pi", shown: ["look", "wipe"] },
  { label: "Client", option: "Claude Code", shown: ["look", "send"] },
])("filters by $label: $option", async ({ label, option, shown }) => {
  const { page } = await openPage(browser, address);
  await page.getByRole("combobox", { name: label }).selectOption({ label: option });
  expect(await shownTools(page)).toEqual(shown);
});

onPage("groups the tools by toolset, and counts those that are shown of each", async () => {
  const { page } = await openPage(browser, address);
  const titles = () => page.locator(".group:not([hidden]) > p").allInnerTexts();
  expect(await titles()).toEqual(["desk 2 tools", "No toolset 1 tool"]);
  expect(await page.getByRole("region", { name: "desk" }).locator("article h2").allTextContents()).toEqual(["look", "send"]);
  await page.getByRole("combobox", { name: "Kind" }).selectOption("fetch");
  expect(await titles()).toEqual(["desk 1 of 2 tools"]);
  const without = await openPage(browser, await writeCatalogue({ "wipe.yaml": specs["wipe.yaml"] }));
  expect(await without.page.locator(".group > p").count()).toBe(0);
  expect(await shownTools(without.page)).toEqual(["wipe"]);
});

onPage("names a tool as each client's model sees it", async () => {
  const { page } = await openPage(browser, address);
  const footer = await page.locator("footer").innerText();
  expect(footer).toContain("Gemini CLI\n2 tools; a model sees a tool as mcp_office_NAME or discovered_tool_NAME");
  expect(footer).toContain("Claude Code\n2 tools; a model sees a tool as mcp__office__NAME\n");
});

onPage.each([360, 700, 860, 1280])(
  "gives the fields of a line one height and one baseline, and the header one line, at %d pixels",
  async (width) => {
    const { page } = await openPage(browser, address, { viewport: { width, height: 640 } });
    const boxes = (selector: string) =>
      page.evaluate<readonly { top: number; bottom: number; height: number }[]>(
        `[...document.querySelectorAll(${JSON.stringify(selector)})].map((e) => e.getBoundingClientRect().toJSON())`,
      );
    const fields = await boxes("search input, search select, search button");
    expect(fields.length).toBe(6);
    expect(new Set(fields.map(({ height }) => height)).size).toBe(1);
    const lines = new Set(fields.map(({ bottom }) => Math.round(bottom)));
    expect(lines.size).toBe(width >= 860 ? 1 : width >= 700 ? 2 : 4);
    const [header] = await boxes("header");
    expect(header?.height).toBeLessThan(80);
  },
);

onPage("keeps search and filters in the address, so that they can be sent", async () => {
  const { page } = await openPage(browser, address);
  await page.getByRole("searchbox").fill("here");
  await page.getByRole("combobox", { name: "Toolset" }).selectOption("desk");
  const again = await openPage(browser, page.url());
  expect(await shownTools(again.page)).toEqual(["look", "send"]);
  expect(await again.page.getByRole("searchbox").inputValue()).toBe("here");
  // A value that the page doesn't have is ignored.
  expect(await shownTools((await openPage(browser, `${address}?kind=none`)).page)).toHaveLength(3);
});

onPage("works by keys alone, with a focus that can be seen", async () => {
  const { page } = await openPage(browser, address);
  const focused = () => page.evaluate("document.activeElement.id || document.activeElement.textContent");
  await page.keyboard.press("Tab");
  expect(await focused()).toBe("Skip to the tools");
  expect((await page.locator(".skip").boundingBox())?.x).toBeGreaterThan(0);
  await page.keyboard.press("/");
  expect(await focused()).toBe("words");
  await page.keyboard.type("e/");
  expect(await page.getByRole("searchbox").inputValue()).toBe("e/");
  await page.keyboard.press("Escape");
  expect(await page.getByRole("searchbox").inputValue()).toBe("");
  const stops = [];
  for (const key of ["ArrowDown", "ArrowDown", "ArrowDown", "ArrowDown", "ArrowUp"]) {
    await page.keyboard.press(key);
    stops.push(await focused());
  }
  expect(stops).toEqual(["look", "send", "wipe", "wipe", "send"]);
  expect(await page.evaluate("getComputedStyle(document.activeElement).outlineStyle")).toBe("solid");
  await page.keyboard.press("Enter");
  await expect.poll(() => page.locator("#tool-send details").getAttribute("open")).toBe("");
});

onPage("opens the tool that the address names, with its parameters, examples and clients", async () => {
  const { page } = await openPage(browser, `${address}#tool-look`);
  const details = await page.locator("#tool-look details").innerText();
  expect(details).toContain("drawer integer required");
  expect(details).toContain("Which one. Other names: number. At least 1.");
  expect(details).toContain('{"drawer":2}');
  expect(details).toContain("Codex: drawer: minimum lost");
  expect((await openPage(browser, `${address}#%E0%A4%A`)).problems).toEqual([]);
});

onPage("can be read without a script, and asks no network for anything", async () => {
  const { page, requested } = await openPage(browser, address, { javaScriptEnabled: false });
  expect(await page.getByRole("searchbox").isVisible()).toBe(false);
  await page.locator("#tool-look summary").click();
  expect(await page.locator("#tool-look").innerText()).toContain("Which one.");
  expect(requested).toEqual([address]);
});

onPage("follows the system's theme, and the switch", async () => {
  const background = (page: Page) => page.evaluate("getComputedStyle(document.documentElement).backgroundColor");
  const light = await openPage(browser, address, { colorScheme: "light" });
  const dark = await openPage(browser, address, { colorScheme: "dark" });
  const [inLight, inDark] = [await background(light.page), await background(dark.page)];
  expect(inLight).not.toBe(inDark);
  await light.page.getByRole("button", { name: "Dark theme" }).click();
  expect(await background(light.page)).toBe(inDark);
  // The browser may store the choice after a new process has read it.
  const reloaded = async () => {
    await light.page.reload();
    return background(light.page);
  };
  await expect.poll(reloaded).toBe(inDark);
  await light.page.getByRole("button", { name: "Light theme" }).click();
  expect(await background(light.page)).toBe(inLight);
});

onPage.each(["light", "dark"] as const)("breaks no rule of axe in the %s theme, with every tool open", async (colorScheme) => {
  for (const hostile of [{}, { "hostile.yaml": hostileSpec }]) {
    const { page } = await openPage(browser, await writeCatalogue({ ...specs, ...hostile }), { colorScheme });
    for (const summary of await page.locator("summary").all()) await summary.click();
    expect(await violations(page)).toEqual([]);
    await page.evaluate("document.documentElement.lang = ''");
    expect((await violations(page)).join()).toContain("html-has-lang");
  }
});

onPage("needs no scrolling to the side on a phone", async () => {
  const { page } = await openPage(browser, await writeCatalogue({ ...specs, "hostile.yaml": hostileSpec }), {
    viewport: { width: 360, height: 640 },
  });
  for (const summary of await page.locator("summary").all()) await summary.click();
  expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(360);
  const wide =
    "[...document.querySelectorAll('body *')].filter((e) => e.getBoundingClientRect().right > 361).map((e) => e.outerHTML.slice(0, 80))";
  expect(await page.evaluate(wide)).toEqual([]);
});

onPage.each([320, 480, 700, 860, 1024, 1280])("shows all of the search field's hint on a page of %d pixels", async (width) => {
  const { page } = await openPage(browser, address, { viewport: { width, height: 640 } });
  const [hint, room] = (await page.evaluate(`(() => {
    const input = document.querySelector("#words");
    const style = getComputedStyle(input);
    const context = document.createElement("canvas").getContext("2d");
    context.font = style.font;
    const room = input.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    return [context.measureText(input.placeholder).width, room];
  })()`)) as readonly [number, number];
  expect(hint).toBeGreaterThan(0);
  expect(hint).toBeLessThanOrEqual(room);
});

onPage("shows hostile texts as texts", async () => {
  const { page, problems, requested } = await openPage(browser, await writeCatalogue({ "hostile.yaml": hostileSpec }));
  await page.locator("summary").click();
  expect(await page.evaluate("window.attacked")).toBeUndefined();
  const shown = await page.locator("article").innerText();
  for (const text of hostileTexts.filter((one) => !/[\u0000-\u001f\u200b\u202a-\u202e\u2066-\u2069`]/.test(one)))
    expect(shown).toContain(text);
  expect(shown).not.toMatch(/[\u200b\u202a-\u202e\u2066-\u2069\u0007\u001b]/);
  expect(problems).toEqual([]);
  expect(requested).toHaveLength(1);
  // The policy is what stops a mistake in the printing of texts.
  await page.evaluate("document.body.insertAdjacentHTML('beforeend', '<img src=x onerror=\"window.attacked=1\">')");
  await expect.poll(() => problems.join("\n")).toContain("Content Security Policy");
  expect(await page.evaluate("window.attacked")).toBeUndefined();
});

const { toolSpec }: { readonly toolSpec: (index: number) => object } = await import(
  new URL("../../bench/projects.mjs", import.meta.url).href
);

onPage("can be searched with 1,000 tools, below 3 MB", async () => {
  const thousand = Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`tool-${index}.json`, JSON.stringify(toolSpec(index))]));
  const large = await writeCatalogue(thousand);
  expect(readFileSync(fileURLToPath(large)).length).toBeLessThan(3_000_000);
  const { page } = await openPage(browser, large);
  await page.getByRole("searchbox").fill("metrics labels");
  expect(await page.getByRole("status").textContent()).toBe("90 of 1000 tools");
});
