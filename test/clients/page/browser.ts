import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import type { AxeResults } from "axe-core";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { expect } from "vitest";
import { compile } from "../../../src/compiler/compile.js";
import { isError } from "../../../src/contract/diagnostic.js";
import { readAssets } from "../../../src/contract/node-host.js";
import { memoryHost } from "../../kit/memory-host.js";
import { lacks } from "../../kit/needs.js";
import { temporaryFolder } from "../../kit/temporary-folder.js";

/** Debian's, Ubuntu's runners', and where macOS has it. */
const programs: readonly string[] = [
  "/usr/bin/chromium",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

const executablePath = programs.find((path) => existsSync(path));
/** Tests of pages are skipped without a browser. */
export const lacksBrowser = lacks("Chromium", executablePath !== undefined, { remedy: "sudo apt-get install chromium" });

/** Starts the browser of this machine. */
export function startBrowser(): Promise<Browser> {
  if (executablePath === undefined) throw new Error("There is no Chromium.");
  // In a container the tests are root, for whom Chromium has no sandbox.
  return chromium.launch({ executablePath, args: ["--no-sandbox"] });
}

/** Compiles specs to a catalogue on disk. Returns the address of its page. */
export async function writeCatalogue(specs: Readonly<Record<string, string>>): Promise<string> {
  const folder = temporaryFolder("catalogue");
  const placed = Object.fromEntries(
    Object.entries(specs).map(([name, text]) => [name === "toolgen.yaml" ? name : `tools.d/${name}`, text]),
  );
  const files = { "toolgen.yaml": "version: 1\ntargets: { docs: {}, pi: { exclude: [] } }\n", ...placed };
  const [compilation, diagnostics] = await compile(memoryHost(files), await readAssets(), { targets: ["docs"], handlers: "leave" });
  if (diagnostics.some(isError)) throw new Error(diagnostics.map(({ message }) => message).join("\n"));
  for (const { path, text } of compilation.files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return pathToFileURL(join(folder, "docs/index.html")).href;
}

/** An open page, with everything that went wrong on it and every address that it asked for. */
interface OpenPage {
  readonly page: Page;
  readonly problems: string[];
  readonly requested: string[];
}

export async function openPage(browser: Browser | undefined, address: string, options: BrowserContextOptions = {}): Promise<OpenPage> {
  if (browser === undefined) throw new Error("There is no Chromium.");
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const problems: string[] = [];
  const requested: string[] = [];
  page.on("pageerror", (error) => problems.push(String(error)));
  page.on("console", (message) => problems.push(message.text()));
  page.on("request", (request) => requested.push(request.url()));
  await page.goto(address);
  return { page, problems, requested };
}

/** The names of the tools that are shown. */
export const shownTools = (page: Page) => page.locator("article:not([hidden]) h2").allTextContents();

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** The rules that a page breaks. axe is run by the debugger, whose scripts no policy of a page stops. */
export async function violations(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe);
  const { violations: found, passes }: AxeResults = await page.evaluate("axe.run(document)");
  expect(passes.length).toBeGreaterThan(15);
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
}
