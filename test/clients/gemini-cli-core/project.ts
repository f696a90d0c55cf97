import { cpSync, existsSync, renameSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { makeRepository } from "../../kit/git.js";
import { temporaryCopy, temporaryFolder } from "../../kit/temporary-folder.js";
import { toolgen } from "../../kit/toolgen.js";

const root = fileURLToPath(new URL("../../..", import.meta.url));

/** A repository with this project's own tools and the fixtures beside this folder, compiled by the command line once a run. */
export const makeProject = (): string => temporaryCopy(madeProject());

/** The folder that `makeProject` copies. */
export function madeProject(): string {
  const made = join(process.env.TOOLGEN_TEST_FOLDER ?? "", "gemini-project");
  if (existsSync(made)) return made;
  const folder = temporaryFolder();
  makeRepository(folder);
  cpSync(join(root, "tools.d"), join(folder, "tools.d"), { recursive: true });
  cpSync(join(root, "test", "clients", "fixtures"), join(folder, "tools.d", "fixtures"), { recursive: true });
  const { status, stderr } = toolgen(folder, ["build"]);
  if (status !== 0) throw new Error(stderr);
  try {
    renameSync(folder, made);
  } catch (error) {
    // Another worker has made it meanwhile.
    if (!existsSync(made)) throw error;
  }
  return made;
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
