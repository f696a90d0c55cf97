import { cpSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { makeRepository } from "../../kit/git.js";
import { temporaryFolder } from "../../kit/temporary-folder.js";
import { toolgen } from "../../kit/toolgen.js";

const root = fileURLToPath(new URL("../../..", import.meta.url));

/** A repository with this project's own tools and the fixtures beside this folder, compiled by the command line. */
export function makeProject(): string {
  const folder = temporaryFolder();
  makeRepository(folder);
  cpSync(join(root, "tools.d"), join(folder, "tools.d"), { recursive: true });
  cpSync(join(root, "test", "clients", "fixtures"), join(folder, "tools.d", "fixtures"), { recursive: true });
  const { status, stderr } = toolgen(folder, ["build"]);
  if (status !== 0) throw new Error(stderr);
  return folder;
}

/** The names of this project's own tools that the client is shown. */
export function ownTools(folder: string): readonly string[] {
  const rows = JSON.parse(toolgen(folder, ["list", "--json"]).stdout) as readonly {
    readonly name: string;
    readonly source: string;
    readonly host?: string;
  }[];
  return rows.filter((row) => !row.source.includes("/fixtures/") && row.host === undefined).map((row) => row.name);
}
