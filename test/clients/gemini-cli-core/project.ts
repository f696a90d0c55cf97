import { execFileSync } from "node:child_process";
import { cpSync, existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { freshFolder, makeRepository } from "../../tools.d/repository.js";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const toolgen = join(root, "dist", "cli", "main.js");

/** A repository with this project's own tools and the fixtures beside this folder, compiled by the real command line. */
export function makeProject(): string {
  if (!existsSync(toolgen)) throw new Error("dist/ is missing: run `npm run build` before these tests, as `npm test` does.");
  const folder = freshFolder();
  makeRepository(folder);
  cpSync(join(root, "tools.d"), join(folder, "tools.d"), { recursive: true });
  cpSync(join(root, "test", "clients", "fixtures"), join(folder, "tools.d", "fixtures"), { recursive: true });
  execFileSync(process.execPath, [toolgen, "build"], { cwd: folder, stdio: ["ignore", "ignore", "inherit"] });
  return folder;
}

/** The names of this project's own tools that the client is shown. */
export function ownTools(folder: string): readonly string[] {
  const listed = execFileSync(process.execPath, [toolgen, "list", "--json"], { cwd: folder, encoding: "utf8" });
  const rows = JSON.parse(listed) as readonly { readonly name: string; readonly source: string; readonly host?: string }[];
  return rows.filter((row) => !row.source.includes("/fixtures/") && row.host === undefined).map((row) => row.name);
}
