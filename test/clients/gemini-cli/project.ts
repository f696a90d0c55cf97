import { copyFileSync, cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { projectOf } from "../../kit/project.js";
import { temporaryFolder } from "../../kit/temporary-folder.js";
import { toolgen } from "../../kit/toolgen.js";

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

/** The policy rule that docs/mcp.md gives to users of this client. */
export function documentedRule(): string {
  const page = readFileSync(join(here, "..", "..", "..", "docs", "mcp.md"), "utf8");
  const block = page.split("**Gemini CLI**")[1]?.split("```toml\n")[1]?.split("```")[0];
  if (block === undefined) throw new Error("docs/mcp.md shows no rule for Gemini CLI");
  return block;
}

/** The settings that a build emits and those that `toolgen install gemini --user` writes, both at once: the model sees every tool twice. */
export function bothSettings(folder: string): Readonly<Record<string, unknown>> {
  const home = temporaryFolder();
  const { status, stderr } = toolgen(folder, ["install", "gemini", "--user", "--yes"], {
    env: { HOME: home, GEMINI_CLI_HOME: undefined, XDG_STATE_HOME: undefined, XDG_CONFIG_HOME: undefined },
  });
  if (status !== 0) throw new Error(stderr);
  const installed: object = JSON.parse(readFileSync(join(home, ".gemini", "settings.json"), "utf8"));
  return { ...generated<object>(folder, "gemini/settings.json"), ...installed };
}

export function writeSettings(folder: string, settings: object): void {
  mkdirSync(join(folder, ".gemini"), { recursive: true });
  writeFileSync(join(folder, ".gemini", "settings.json"), JSON.stringify(settings));
}
