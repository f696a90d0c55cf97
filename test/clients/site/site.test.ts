import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { execa } from "execa";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { lacksBrowser, openPage, startBrowser, violations } from "../page/browser.js";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const dist = join(root, "contributing/site/dist");
const base = "/0.1/";
const onPage = it.skipIf(lacksBrowser);

let browser: Browser | undefined;
let server: Server | undefined;
let address = "";

beforeAll(async () => {
  await execa(process.execPath, [join(root, "scripts/site.mjs"), "--base", base], { cwd: root });
  server = createServer(({ url = "" }, response) => {
    const path = join(dist, new URL(url, "http://site").pathname.slice(base.length - 1).replace(/\/$/, "/index.html"));
    if (!existsSync(path)) return void response.writeHead(404).end();
    response.writeHead(200, { "content-type": types[extname(path)] ?? "application/octet-stream" }).end(readFileSync(path));
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server?.once("listening", resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}${base}`;
  if (!lacksBrowser) browser = await startBrowser();
}, 300_000);

afterAll(async () => {
  await browser?.close();
  server?.close();
});

const types: Readonly<Record<string, string>> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".woff2": "font/woff2",
};

it("leads from no page to a page or a heading that doesn't exist", () => {
  const pages = (readdirSync(dist, { recursive: true }) as string[]).filter((name) => name.endsWith(".html"));
  expect(pages.length).toBeGreaterThan(60);
  const html = new Map(pages.map((page) => [page, readFileSync(join(dist, page), "utf8")]));
  const dead = [...html].flatMap(([page, text]) =>
    [...text.matchAll(/href="([^"]+)"/g)].flatMap(([, href = ""]) => {
      const { pathname, hash, origin } = new URL(href, `http://site${base}${page}`);
      if (origin !== "http://site") return [];
      const target = decodeURIComponent(pathname).slice(base.length).replace(/^$/, "index.html");
      const isThere = pathname.startsWith(base) && (html.has(target) || existsSync(join(dist, target)));
      const id = decodeURIComponent(hash.slice(1));
      const hasHeading = id === "" || !html.has(target) || html.get(target)?.includes(`id="${id}"`);
      return isThere && hasHeading ? [] : [`${page}: ${href}`];
    }),
  );
  expect([...new Set(dead)]).toEqual([]);
});

const sample = ["index.html", "tutorial.html", "spec.html", "speed.html", "diagnostics/files-and-yaml.html"];

onPage.each(["light", "dark"] as const)("breaks no rule of axe in the %s theme", async (colorScheme) => {
  for (const name of sample) {
    const { page } = await openPage(browser, `${address}${name}`, { colorScheme });
    expect(await violations(page), name).toEqual([]);
  }
});

onPage("needs no scrolling to the side on a phone", async () => {
  for (const name of sample) {
    const { page } = await openPage(browser, `${address}${name}`, { viewport: { width: 360, height: 640 } });
    expect(await page.evaluate("document.documentElement.scrollWidth"), name).toBeLessThanOrEqual(360);
  }
});

onPage("asks no other host for anything, and has no error", async () => {
  const { requested, problems } = await openPage(browser, address);
  expect(requested.filter((url) => !url.startsWith(address) && !url.startsWith("data:"))).toEqual([]);
  expect(problems).toEqual([]);
});

/** Questions as people type them, each with the page that answers it. */
const questions: Readonly<Record<string, string>> = {
  "install in claude code": "clients",
  "import openapi": "import-openapi",
  "exit codes": "call",
  telemetry: "mcp-telemetry",
  "where are login tokens": "login",
  "merge conflict generated": "merging",
  sandbox: "spec-surroundings",
  "audit log": "audit",
  "unknown-key": "diagnostics",
  "read only database": "databases",
  prompts: "resources-and-prompts",
  "agentic loop": "agent",
  "tool registry": "registry",
  doctor: "doctor",
  "trusted paths": "risk-values",
  "handler packages": "spec-handlers",
  "language server": "editors",
  "claude code plugin": "bundles",
  "gemini cli policy": "gemini-cli",
  "how fast": "speed",
  "pass a secret": "secrets",
  "be asked less": "ask-less-or-more",
};

onPage("finds the page that answers a question first", async () => {
  const { page } = await openPage(browser, address);
  await page.locator(".DocSearch-Button, .VPNavBarSearchButton, #local-search button").first().click();
  const found: Record<string, string> = {};
  for (const question of Object.keys(questions)) {
    await page.locator("#localsearch-input").fill(question);
    await page.waitForTimeout(400);
    const href = (await page.locator(".results .result").first().getAttribute("href")) ?? "";
    found[question] = href
      .slice(base.length)
      .replace(/\.html.*$/, "")
      .replace(/^diagnostics\/.*/, "diagnostics");
  }
  expect(found).toEqual(questions);
});
