// The pictures of the catalogue's page of this repository, in docs/images. They differ a little between machines with
// other fonts.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";
import { root } from "../run.mjs";
import { images } from "./pictures.mjs";

const programs = ["/usr/bin/chromium", "/usr/bin/google-chrome"];

const shots = [
  { name: "catalogue.png", colorScheme: "light", viewport: { width: 860, height: 500 }, hash: "#tool-git_blame" },
  { name: "catalogue-phone.png", colorScheme: "dark", viewport: { width: 360, height: 500 }, hash: "" },
];

/** Draws the page that `toolgen build` wrote. */
export async function takeScreenshots() {
  const executablePath = programs.find((path) => existsSync(path));
  if (executablePath === undefined) throw new Error("there is no Chromium: apt-get install chromium");
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  for (const { name, hash, ...options } of shots) {
    const page = await browser.newPage(options);
    await page.goto(`${pathToFileURL(join(root, "generated/docs/index.html")).href}${hash}`);
    await page.getByRole("status").waitFor();
    await page.screenshot({ path: join(images, name) });
  }
  await browser.close();
}
