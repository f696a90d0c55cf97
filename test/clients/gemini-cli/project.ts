import { copyFileSync, cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { projectOf, toolgen } from "../../cli/toolgen.js";

const here = fileURLToPath(new URL(".", import.meta.url));

/** A folder of notes with the tools of `tools.yaml`, compiled by the real command line. */
export function makeProject(): string {
  const folder = projectOf({
    "notes/garden.txt": "Plant beans.\nWater them.\n",
    "notes/kitchen/soup.txt": "Soak the beans.\n",
    "meeting/.gitkeep": "",
  });
  mkdirSync(join(folder, "tools.d"));
  copyFileSync(join(here, "tools.yaml"), join(folder, "tools.d", "notes.yaml"));
  cpSync(join(here, "..", "fixtures", "programs"), join(folder, "tools.d", "programs"), { recursive: true });
  const { status, stderr } = toolgen(folder, ["build"]);
  if (status !== 0) throw new Error(stderr);
  return folder;
}

/** Reads a JSON file below `generated/`. */
export function generated<T>(folder: string, path: string): T {
  return JSON.parse(readFileSync(join(folder, "generated", path), "utf8"));
}

/** What docs/mcp.md tells users of this client to write, in the form that it names. */
export function documented(form: "json" | "toml"): string {
  const page = readFileSync(join(here, "..", "..", "..", "docs", "mcp.md"), "utf8");
  const [, ours = ""] = page.split("**Gemini CLI**");
  const block = ours.split(`\`\`\`${form}\n`)[1]?.split("```")[0];
  if (block === undefined) throw new Error(`docs/mcp.md shows no ${form} for Gemini CLI`);
  return block;
}

/** The settings that a build emits and those of docs/mcp.md, both at once: the model sees every tool twice. */
export function bothSettings(folder: string): Readonly<Record<string, unknown>> {
  return { ...generated<object>(folder, "gemini/settings.json"), ...JSON.parse(documented("json")) };
}

export function writeSettings(folder: string, settings: object): void {
  mkdirSync(join(folder, ".gemini"), { recursive: true });
  writeFileSync(join(folder, ".gemini", "settings.json"), JSON.stringify(settings));
}
