import { readdirSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { executeCallAsync } from "../../src/call/execute-call.js";
import { findTool } from "../../src/call/find-tool.js";
import { endIdleProcesses } from "../../src/call/warm-processes.js";
import { printed } from "../kit/printed.js";
import { sampled } from "../kit/repeat.js";
import { temporaryFolder } from "../kit/temporary-folder.js";
import { type Case, cases, isAfter, libraryProject, type Pages, servePages, workspaceOf } from "./cases.js";

let project: string;
let pages: Pages;
beforeAll(async () => {
  pages = await servePages();
  project = libraryProject();
});
afterAll(async () => {
  await endIdleProcesses(() => true);
  pages.stop();
});

/** One folder for all calls of a tool, so that they share a process. */
const homes = new Map<string, { readonly workspace: string; readonly home: string }>();
function placeOf(tool: string) {
  const known = homes.get(tool) ?? { workspace: temporaryFolder(), home: temporaryFolder() };
  homes.set(tool, known);
  return known;
}

it.each(cases.flatMap(([tool, table]) => sampled(table, { usual: 1 }).map((one) => [tool, one.name, one] as const)))(
  "gives the result of a process of its own: %s: %s",
  async (tool, _name, one) => {
    const expected = await resultOf(tool, one, { isLast: true });
    expect(await resultOf(tool, one, { isLast: false })).toEqual(expected);
    expect(await resultOf(tool, one, { isLast: false })).toEqual(expected);
  },
);

/** The result of a call and the state of its files. */
async function resultOf(tool: string, one: Case, how: { readonly isLast: boolean }) {
  const { workspace, home } = placeOf(tool);
  for (const name of readdirSync(workspace)) rmSync(join(workspace, name), { recursive: true, force: true });
  for (const name of readdirSync(home)) rmSync(join(home, name), { recursive: true, force: true });
  workspaceOf(one, workspace);
  const found = findTool(tool, { bin: join(project, "generated/bin"), load: createRequire(import.meta.url) });
  if (!found.ok) throw new Error(found.message);
  const given = Object.fromEntries(Object.entries(one.env ?? {}).map(([key, value]) => [key, value.replace("{{pages}}", pages.url)]));
  const proxy = one.env === undefined ? pages.url : "";
  const env = { PATH: process.env.PATH ?? "", HOME: home, TMPDIR: home, http_proxy: proxy, no_proxy: "", ...given };
  const { signal } = new AbortController();
  const result = await executeCallAsync(found.tool, one.params, { workspace, projectDir: project, env, signal, ...how });
  // Files of long results have random names.
  const text = JSON.stringify(printed(result)).replaceAll(/[0-9a-f]{16,}/g, "random");
  return { text, isAfter: isAfter(one, workspace) };
}
