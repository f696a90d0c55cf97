import { once } from "node:events";
import { existsSync, rmSync, symlinkSync } from "node:fs";
import { request } from "node:http";
import { connect } from "node:net";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { hostileSpec } from "../../compiler/emit/catalogue/hostile-specs.js";
import { lacksBrowser, openPage, shownTools, startBrowser, violations } from "./browser.js";
import { type DevProcess, endAll, startDev } from "./dev-server.js";

const count = (description = "Count lines.") => `name: count
description: ${description}
kind: read
schema:
  type: object
  required: [file]
  properties: { file: { type: string }, limit: { type: integer, default: 3 }, order: { enum: [up, down] } }
aliases: { file: [path] }
command: [echo, "{{file}}", "{{limit}}", "{{order}}"]
examples: [{ params: { path: a.txt } }]
`;
const wipe = `name: wipe
description: Wipe a board.
kind: delete
risk: { level: dangerous, impact: "Wipes {{board}}" }
schema: { type: object, required: [board], properties: { board: { type: string } } }
paths: { board: write }
command: [touch, "{{board}}"]
`;
const show = `name: show
description: Show a file.
kind: delete
schema: { type: object, required: [file], properties: { file: { type: string } } }
paths: { file: read }
command: [cat, "{{file}}"]
`;
const files = {
  "toolgen.yaml": "version: 1\nrisk: { banned: { decision: deny } }\n",
  "tools.d/count.yaml": count(),
  "tools.d/wipe.yaml": wipe,
  "tools.d/banned.yaml": "name: banned\ndescription: Never.\nkind: execute\ncommand: [touch, banned]\n",
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

async function openTool(name: string, theme: "light" | "dark" = "light") {
  const opened = await openPage(browser, `${project.url}#tool-${name}`, { colorScheme: theme });
  const form = opened.page.getByRole("region", { name: `Try ${name}` });
  // The form is there before its fields, which come with the answer of the server.
  await form.getByRole("button", { name: "Look at the call", disabled: false }).waitFor();
  return { ...opened, form };
}

const sent = (page: Page) => page.getByLabel("Arguments, as a model sends them");

onPage("shows repair, decision and command, and runs a call after a click", async () => {
  const { page, form, problems } = await openTool("count");
  await expect.poll(() => sent(page).inputValue()).toContain("a.txt");
  await form.getByRole("button", { name: "Look at the call" }).click();
  const steps = form.getByRole("status");
  await expect.poll(() => steps.innerText()).toContain("path → file");
  const shown = await steps.innerText();
  expect(shown).toContain("safe: runs without asking. By tools.d/count.yaml: kind");
  expect(shown).toContain('"limit": 3');
  expect(shown).toMatch(/"argv": \[\s*"echo",\s*"a.txt",\s*"3"\s*\]/);
  await form.getByRole("button", { name: "Run it" }).click();
  const results = form.getByRole("tabpanel");
  await expect.poll(() => results.locator(".result").first().innerText()).toBe("a.txt 3\n");
  // Each call is shown before it runs.
  expect(await form.getByRole("button", { name: "Run it" }).isDisabled()).toBe(true);
  expect(problems).toEqual([]);
});

onPage("writes arguments from the fields of the schema, and shows the refusal of wrong ones as a model reads it", async () => {
  const { page, form } = await openTool("count");
  await form.getByLabel("file (required)").fill("b.txt");
  await form.getByLabel("limit").fill("5");
  await form.getByLabel("order").selectOption('"up"');
  expect(JSON.parse(await sent(page).inputValue())).toEqual({ file: "b.txt", limit: 5, order: "up" });
  await sent(page).fill('{"file": 7, "unknown": true}');
  await form.getByRole("button", { name: "Look at the call" }).click();
  await expect.poll(() => form.getByRole("status").innerText()).toContain("count was not run");
  expect(await form.getByRole("button", { name: "Run it" }).isDisabled()).toBe(true);
});

onPage("runs what needs a confirmation only after one", async () => {
  const { page, form } = await openTool("wipe");
  await sent(page).fill('{"board": "wiped.txt"}');
  const look = form.getByRole("button", { name: "Look at the call" });
  await look.click();
  await expect.poll(() => form.getByRole("status").innerText()).toContain("dangerous: asks first");
  await form.getByRole("button", { name: "Run it…" }).click();
  const dialog = page.getByRole("dialog", { name: "Run wipe?" });
  expect((await dialog.innerText()).split("\n").filter((line) => line !== "")).toEqual([
    "Run wipe?",
    "Wipes wiped.txt",
    "This command will run:",
    "touch wiped.txt",
    `In the folder ${project.folder}.`,
    "Writes: wiped.txt.",
    "It asks because its risk is dangerous, by tools.d/wipe.yaml: risk.",
    "Cancel",
    "Run it",
  ]);
  expect(await violations(page)).toEqual([]);
  const [cancel, run] = await page.evaluate<readonly string[]>(
    "[...document.querySelectorAll('.answers button')].map((button) => getComputedStyle(button).backgroundColor)",
  );
  expect(run).not.toBe(cancel);
  await page.keyboard.press("Enter");
  await expect.poll(() => dialog.count()).toBe(0);
  expect(await form.locator(".results").count()).toBe(0);
  expect(existsSync(join(project.folder, "wiped.txt"))).toBe(false);
  await form.getByRole("button", { name: "Run it…" }).click();
  await dialog.getByRole("button", { name: "Run it" }).click();
  await expect.poll(() => form.locator(".results").count()).toBe(1);
  expect(existsSync(join(project.folder, "wiped.txt"))).toBe(true);
});

onPage("offers nothing of a call that settings deny", async () => {
  const { form } = await openTool("banned");
  await form.getByRole("button", { name: "Look at the call" }).click();
  await expect.poll(() => form.getByRole("status").innerText()).toContain("is denied. By toolgen.yaml");
  expect(await form.getByRole("button", { name: "Run it" }).isDisabled()).toBe(true);
});

onPage("follows the specs: changes, new tools, errors, and keeps what was typed", async () => {
  const { page } = await openTool("count");
  await sent(page).fill('{"file": "typed.txt"}');
  project.write("tools.d/count.yaml", count("Count other lines."));
  await expect.poll(() => page.locator("#tool-count .about").innerText()).toBe("Count other lines.");
  expect(await sent(page).inputValue()).toBe('{"file": "typed.txt"}');
  project.write("tools.d/abacus.yaml", count().replace("name: count", "name: abacus"));
  await expect.poll(() => shownTools(page)).toEqual(["abacus", "banned", "count", "wipe"]);
  project.write("tools.d/abacus.yaml", "name: abacus\nkindd: read\n");
  await expect.poll(() => page.getByRole("alert").innerText()).toContain("unknown-key");
  project.write("tools.d/abacus.yaml", count("Fixed.").replace("name: count", "name: abacus"));
  await expect.poll(() => page.getByRole("alert").count()).toBe(0);
  expect(await page.locator("#tool-abacus .about").innerText()).toBe("Fixed.");
});

onPage("puts a tool whose toolset changes into its other group", async () => {
  const tool = (name: string, toolset: string) =>
    `name: ${name}\ndescription: ${toolset}.\nkind: read\ntoolsets: [${toolset}]\ncommand: [echo]\n`;
  const own = await startDev({
    "toolgen.yaml": "version: 1\n",
    ...Object.fromEntries(["a", "b", "c"].map((name) => [`tools.d/${name}.yaml`, tool(name, name === "c" ? "desk" : "night")])),
  });
  const { page } = await openPage(browser, own.url);
  const groups = () => page.locator(".group > p").allInnerTexts();
  await page.evaluate("window.isSame = true");
  expect(await groups()).toEqual(["desk 1 tool", "night 2 tools"]);
  own.write("tools.d/a.yaml", tool("a", "desk"));
  await expect.poll(groups).toEqual(["desk 2 tools", "night 1 tool"]);
  expect(await shownTools(page)).toEqual(["a", "c", "b"]);
  own.write("tools.d/d.yaml", tool("d", "night"));
  await expect.poll(() => shownTools(page)).toEqual(["a", "c", "b", "d"]);
  expect(await page.evaluate("window.isSame")).toBe(true);
  own.write("tools.d/b.yaml", tool("b", "day"));
  await expect.poll(groups).toEqual(["day 1 tool", "desk 2 tools", "night 1 tool"]);
  expect(await own.end()).toBe(0);
});

onPage("runs no call that was shown before the specs changed", async () => {
  const { page, form } = await openTool("wipe");
  await sent(page).fill('{"board": "late.txt"}');
  await form.getByRole("button", { name: "Look at the call" }).click();
  await expect.poll(() => form.getByRole("status").innerText()).toContain("asks first");
  project.write("tools.d/wipe.yaml", wipe.replace("Wipe a board", "Wipe one board"));
  await expect.poll(() => page.locator("#tool-wipe .about").innerText()).toBe("Wipe one board.");
  await form.getByRole("button", { name: "Run it…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Run it" }).click();
  await expect.poll(() => form.locator(".result").innerText()).toContain("have changed since");
  expect(existsSync(join(project.folder, "late.txt"))).toBe(false);
});

onPage("shows invisible characters of choices and commands, and keeps the values", async () => {
  project.write(
    "tools.d/bidi.yaml",
    `name: bidi
description: Say.
kind: delete
schema: { type: object, properties: { pick: { enum: ["a\\u202eb"] } } }
command: [echo, "{{pick}}"]
`,
  );
  const opened = await openPage(browser, project.url);
  const { page } = opened;
  await expect.poll(() => page.locator("#tool-bidi").count()).toBe(1);
  await page.locator("#tool-bidi summary").click();
  const form = page.getByRole("region", { name: "Try bidi" });
  await form.getByLabel("pick").selectOption({ index: 1 });
  expect(JSON.parse(await sent(page).inputValue())).toEqual({ pick: "a\u202eb" });
  expect(await form.locator(".fields").first().innerText()).not.toContain("\u202e");
  await form.getByRole("button", { name: "Look at the call" }).click();
  await expect.poll(() => form.getByRole("status").innerText()).toContain("a\ufffdb");
  expect(await form.getByRole("status").innerText()).not.toContain("\u202e");
  await form.getByRole("button", { name: "Run it…" }).click();
  const dialog = page.getByRole("dialog");
  expect(await dialog.innerText()).toContain("a\ufffdb");
  expect(await dialog.innerText()).not.toContain("\u202e");
  await dialog.getByRole("button", { name: "Run it" }).click();
  await expect.poll(() => form.locator(".result").first().innerText()).toContain("a\ufffdb");
});

onPage("drops an answer about arguments that aren't there any more", async () => {
  const { page, form } = await openTool("count");
  await expect.poll(() => sent(page).inputValue()).toContain("a.txt");
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/inspect", async (route) => {
    const response = await route.fetch();
    await held;
    await route.fulfill({ response });
  });
  await form.getByRole("button", { name: "Look at the call" }).click();
  await sent(page).fill('{"file": "other.txt"}');
  const answered = page.waitForResponse("**/inspect");
  release();
  await (await answered).finished();
  await page.waitForTimeout(200);
  expect(await form.getByRole("status").innerText()).toBe("");
  expect(await form.getByRole("button", { name: "Run it" }).isDisabled()).toBe(true);
});

it("runs nothing that links or settings have made another call since", async () => {
  const link = join(project.folder, "link.txt");
  for (const name of ["one.txt", "two.txt"]) project.write(name, name);
  symlinkSync("one.txt", link);
  project.write("tools.d/show.yaml", show);
  const post = async (path: string, body: object): Promise<{ offer?: string; text?: string }> => {
    const headers = { "content-type": "application/json", origin: new URL(project.url).origin };
    return (await fetch(`${project.url}${path}`, { method: "POST", headers, body: JSON.stringify(body) })).json() as never;
  };
  const look = () => post("inspect", { tool: "show", text: '{"file": "link.txt"}' });
  await expect.poll(() => look().catch(() => undefined)).toMatchObject({ offer: expect.any(String), mustConfirm: true });
  // The last build of an earlier change may still forget offers.
  await new Promise((resolve) => setTimeout(resolve, 500));
  const { offer } = await look();
  expect(await post("run", { offer, confirmed: "true" })).toEqual({ ok: false, text: "The call must be confirmed." });
  expect(await post("run", { offer, confirmed: true })).toMatchObject({
    ok: true,
    results: expect.arrayContaining([expect.objectContaining({ client: "pi", isError: false })]),
  });
  expect(await post("run", { offer, confirmed: true })).toMatchObject({ ok: false, text: expect.stringContaining("run already") });
  const later = await look();
  rmSync(link);
  symlinkSync("two.txt", link);
  const swapped = await post("run", { offer: later.offer, confirmed: true });
  expect(swapped).toEqual({ ok: false, text: "The call isn't what was shown any more. Look at it again." });
  const allowed = await look();
  // Settings of the user aren't read by a build.
  project.write(".config/toolgen/settings.json", '{ "risk": { "show": { "decision": "deny" } } }');
  const denied = await post("run", { offer: allowed.offer, confirmed: true });
  rmSync(join(project.folder, ".config"), { recursive: true });
  expect(denied).toMatchObject({ ok: false, text: expect.stringContaining("settings") });
  expect(denied.text).not.toContain("two.txt\n");
});

onPage("tells a call apart that is right but lacks a secret", async () => {
  project.write("tools.d/token.yaml", "name: token\ndescription: T.\nkind: read\ncommand: [echo]\nsecrets: [DEV_ABSENT]\n");
  const { page } = await openPage(browser, project.url);
  await expect.poll(() => page.locator("#tool-token").count()).toBe(1);
  await page.locator("#tool-token summary").click();
  const form = page.getByRole("region", { name: "Try token" });
  await form.getByRole("button", { name: "Look at the call" }).click();
  await expect.poll(() => form.getByRole("status").innerText()).toContain("DEV_ABSENT");
  expect(await form.getByRole("status").innerText()).not.toContain("Not possible");
});

onPage("keeps what was typed in a tool that is closed again, and gives a form the new fields", async () => {
  const { page, form } = await openTool("wipe");
  await sent(page).fill('{"board": "typed"}');
  await page.locator("#tool-wipe summary").click();
  const wider = wipe.replace("board: { type: string }", "board: { type: string }, speed: { type: string }");
  project.write("tools.d/wipe.yaml", wider.replace("Wipe a board", "Wipe boards"));
  await expect.poll(() => page.locator("#tool-wipe .about").innerText()).toBe("Wipe boards.");
  await page.locator("#tool-wipe summary").click();
  expect(await sent(page).inputValue()).toBe('{"board": "typed"}');
  await expect.poll(() => form.getByLabel("speed").count()).toBe(1);
  expect(await form.getByLabel("board (required)").inputValue()).toBe("typed");
});

onPage.each(["light", "dark"] as const)("breaks no rule of axe in any state, in the %s theme and on a phone", async (theme) => {
  for (const width of [860, 360]) {
    const { page, form } = await openTool("wipe", theme);
    await page.setViewportSize({ width, height: 640 });
    const look = form.getByRole("button", { name: "Look at the call" });
    const check = async () => {
      expect(await violations(page)).toEqual([]);
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(width);
    };
    await check();
    await sent(page).fill("not JSON");
    await look.click();
    await expect.poll(() => form.getByRole("status").innerText()).toContain("Not possible");
    await check();
    await sent(page).fill('{"board": "axe.txt"}');
    await look.click();
    await form.getByRole("button", { name: "Run it…" }).click();
    await page.getByRole("dialog").waitFor();
    await check();
    await page.keyboard.press("Escape");
    expect(await page.getByRole("dialog").count()).toBe(0);
    await form.getByRole("button", { name: "Run it…" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Run it" }).click();
    await form.getByRole("tablist").waitFor();
    await check();
    await page.locator("#tool-banned summary").click();
    const banned = page.getByRole("region", { name: "Try banned" });
    await banned.getByRole("button", { name: "Look at the call" }).click();
    await expect.poll(() => banned.getByRole("status").innerText()).toContain("is denied");
    await check();
    project.write("tools.d/broken.yaml", "name: broken\nkindd: read\n");
    await page.getByRole("alert").waitFor();
    await check();
    rmSync(join(project.folder, "tools.d/broken.yaml"));
    await expect.poll(() => page.getByRole("alert").count()).toBe(0);
    await page.close();
  }
});

onPage("shows the request of a tool that sends one", async () => {
  const own = await startDev({
    "toolgen.yaml": "version: 1\n",
    "tools.d/ask.yaml": `name: ask
description: Ask.
kind: fetch
risk: moderate
schema: { type: object, required: [word], properties: { word: { type: string } } }
http: { method: GET, url: "https://example.com/search", query: { q: "{{word}}" } }
examples: [{ params: { word: two words } }]
`,
  });
  const { page } = await openPage(browser, `${own.url}#tool-ask`);
  await page.getByRole("button", { name: "Look at the call" }).click();
  await expect
    .poll(() => page.getByRole("region", { name: "Try ask" }).getByRole("status").innerText())
    .toContain("https://example.com/search?q=two");
  await page.getByRole("button", { name: "Run it…" }).click();
  expect(await page.getByRole("dialog").innerText()).toMatch(
    /This request will be sent:\s+GET https:\/\/example\.com\/search\?q=two%20words\s+To example\.com\.\s+It asks because its risk is moderate/,
  );
  await page.keyboard.press("Escape");
  expect(await own.end()).toBe(0);
});

it("has a page load again that listens only after the specs have changed", async () => {
  const stateNow = async () => /data-state="(\d+)"/.exec(await (await fetch(project.url)).text())?.[1];
  const firstEvents = async (state = "") => {
    const { body } = await fetch(`${project.url}events?state=${state}`);
    const reader = body?.getReader();
    const read = await reader?.read();
    await reader?.cancel();
    return Buffer.from(read?.value ?? []).toString();
  };
  const shown = await stateNow();
  project.write("tools.d/late.yaml", show.replaceAll("show", "late"));
  await expect.poll(stateNow, { timeout: 20_000 }).not.toBe(shown);
  expect(await firstEvents(shown)).toContain('{"kind":"reload"}');
  expect(await firstEvents(await stateNow())).not.toContain("reload");
});

onPage("shows hostile texts as texts, also in forms, steps and updates", async () => {
  const { page, problems } = await openPage(browser, project.url);
  project.write("tools.d/hostile.yaml", hostileSpec);
  await expect.poll(() => page.locator("#tool-hostile").count(), { timeout: 20_000 }).toBe(1);
  await page.locator("#tool-hostile summary").click();
  const form = page.getByRole("region", { name: "Try hostile" });
  await form.getByRole("button", { name: "Look at the call" }).click();
  await expect.poll(() => form.getByRole("status").innerText()).toContain("</pre><b>");
  expect(await page.evaluate("window.attacked")).toBeUndefined();
  expect(problems).toEqual([]);
  project.write("tools.d/hostile.yaml", "name: hostile\n<img src=x onerror=window.attacked=1>: 1\n");
  await expect.poll(() => page.getByRole("alert").innerText()).toContain("<img src=x");
  expect(await page.evaluate("window.attacked")).toBeUndefined();
});

/** The status of a request with these headers. */
function statusOf(path: string, headers: Readonly<Record<string, string>>, method = "GET"): Promise<number | undefined> {
  const { hostname, port } = new URL(project.url);
  return new Promise((resolve, reject) => {
    const asked = request({ hostname, port, path, method, headers, setHost: false }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    asked.on("error", reject);
    asked.end(method === "POST" ? "{}" : undefined);
  });
}

it("answers only its own page: by token, Host and Origin, and on loopback alone", async () => {
  const { pathname, port, host } = new URL(project.url);
  const json = { host, origin: `http://${host}`, "content-type": "application/json" };
  expect(await statusOf(pathname, { host })).toBe(200);
  expect(await statusOf(pathname, { host: `localhost:${port}` })).toBe(200);
  expect(await statusOf(`${pathname}inspect`, json, "POST")).toBe(404);
  for (const wrong of ["/", `/${"a".repeat(32)}/`, `${pathname.slice(0, -2)}/`, "//", "/%"])
    expect(await statusOf(wrong, { host })).toBe(404);
  expect(await statusOf(pathname, { host: `evil.example:${port}` })).toBe(403);
  expect(await statusOf(pathname, { host, origin: "http://evil.example" })).toBe(403);
  expect(await statusOf(pathname, { host, "sec-fetch-site": "cross-site" })).toBe(403);
  expect(await statusOf(`${pathname}run`, { ...json, origin: "null" }, "POST")).toBe(403);
  expect(await statusOf(`${pathname}run`, { host, "content-type": "application/json" }, "POST")).toBe(403);
  expect(await statusOf(`${pathname}run`, { ...json, "content-type": "text/plain" }, "POST")).toBe(415);
  expect(await statusOf(pathname, { host }, "PUT")).toBe(405);
  // A server that listened wider would answer on every address of the machine.
  const elsewhere = connect(Number(port), "127.0.0.2");
  const [error] = await once(elsewhere, "error");
  expect(error.code).toMatch(/^E(?:CONNREFUSED|ADDRNOTAVAIL)$/);
  const response = await fetch(project.url);
  expect(response.headers.get("referrer-policy")).toBe("no-referrer");
  expect(response.headers.get("content-security-policy")).toBe("frame-ancestors 'none'");
  expect(await response.text()).toMatch(/script-src 'sha256-[\w+/=]+'; connect-src 'self'; base-uri 'none'/);
});

onPage("ends at a signal, and says so on open pages", async () => {
  const own = await startDev(files);
  const { page } = await openPage(browser, own.url);
  await expect.poll(() => shownTools(page)).toHaveLength(3);
  expect(await own.end()).toBe(0);
  await expect.poll(() => page.getByRole("alert").innerText()).toContain("has ended");
});

onPage("starts while specs have errors, shows them with their lines, and becomes the catalogue when they are corrected", async () => {
  const own = await startDev({ "toolgen.yaml": "version: 1\n", "tools.d/a.yaml": "name: a\nkindd: read\n" });
  const { page, problems } = await openPage(browser, own.url);
  await expect.poll(() => page.getByRole("alert").innerText()).toMatch(/tools\.d\/a\.yaml:2:1[\s\S]*unknown-key[\s\S]*kindd: read\n.*\^/);
  expect(await shownTools(page)).toEqual([]);
  expect(await page.locator("#none").isVisible()).toBe(false);
  expect(await violations(page)).toEqual([]);
  own.write("tools.d/a.yaml", "name: a\ndescription: A tool.\nkind: read\ncommand: [echo]\n");
  await expect.poll(() => shownTools(page)).toEqual(["a"]);
  await expect.poll(() => page.getByRole("alert").count()).toBe(0);
  own.write("toolgen.yaml", "version: 1\nserver: [1]\n");
  await expect.poll(() => page.getByRole("alert").innerText()).toContain("toolgen.yaml:2");
  expect(await shownTools(page)).toEqual(["a"]);
  expect(problems).toEqual([]);
});

it("answers neither a huge body, nor one that isn't JSON, nor more streams than pages need", async () => {
  const own = await startDev(files);
  const { host } = new URL(own.url);
  const headers = { origin: `http://${host}`, "content-type": "application/json" };
  const post = (body: string) => fetch(`${own.url}inspect`, { method: "POST", headers, body }).then(({ status }) => status);
  expect(await post("not JSON")).toBe(400);
  expect(await post("[]")).toBe(404);
  expect(await post(JSON.stringify({ tool: "count", text: "a".repeat(3_000_000) }))).toBe(200);
  const huge = await post(JSON.stringify({ tool: "count", text: "a".repeat(5_000_000) })).catch(() => "connection closed");
  expect([413, "connection closed"]).toContain(huge);
  const opened = await Promise.all(Array.from({ length: 40 }, () => fetch(`${own.url}events`)));
  const statuses = opened.map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(30);
  expect(statuses.filter((status) => status === 503)).toHaveLength(10);
  await Promise.all(opened.map((response) => response.body?.cancel()));
  // The places of streams that have ended are free.
  await expect.poll(async () => (await fetch(`${own.url}events`)).status).toBe(200);
  expect(await own.end()).toBe(0);
});
