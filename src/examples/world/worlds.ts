import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { ExampleSetup } from "../example-setup.js";
import { writeFake } from "./write-fake.js";

/** A folder for one run: a workspace with the given files, the fake programs, and a place for temporary files. */
export interface World {
  readonly workspace: string;
  readonly bin: string;
  readonly temporary: string;
  /** The text of a file of the workspace; `undefined` if there is none. */
  file(path: string): string | undefined;
  remove(): void;
}

/** The folder of worlds; all of them are deleted by `remove`, whatever programs left in them. */
export interface Worlds {
  fresh(given: ExampleSetup): World;
  /** The world of calls that start nothing and are given nothing: one for all of them. */
  readonly empty: World;
  remove(): void;
}

export function makeWorlds(): Worlds {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "toolgen-example-")));
  let made = 0;
  const fresh = (given: ExampleSetup): World => {
    const folder = join(root, String(++made));
    const [workspace, bin, temporary] = ["workspace", "bin", "tmp"].map((name) => join(folder, name)) as [string, string, string];
    for (const path of [workspace, bin, temporary]) mkdirSync(path, { recursive: true });
    for (const [path, text] of Object.entries(given.files)) {
      mkdirSync(dirname(join(workspace, path)), { recursive: true });
      writeFileSync(join(workspace, path), text, { flag: "wx" });
    }
    for (const [name, fake] of Object.entries(given.bin)) writeFake(bin, { name, fake });
    return { workspace, bin, temporary, file: (path) => readText(join(workspace, path)), remove: () => removeFolder(folder) };
  };
  return {
    fresh,
    empty: fresh({ bin: {}, files: {}, env: {}, platform: undefined, http: undefined, mcp: undefined }),
    remove: () => removeFolder(root),
  };
}

/** Returns `undefined` for anything but a file. Reading a pipe that a program made might never end. */
function readText(path: string): string | undefined {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ? readFileSync(path, "utf8") : undefined;
}

function removeFolder(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 2 });
  } catch {
    // Programs may leave folders without write permission, whose files can't be deleted.
    for (const path of foldersBelow(folder)) chmodSync(path, 0o700);
    rmSync(folder, { recursive: true, force: true, maxRetries: 2 });
  }
}

function* foldersBelow(folder: string): Iterable<string> {
  yield folder;
  for (const entry of readdirSync(folder, { withFileTypes: true })) if (entry.isDirectory()) yield* foldersBelow(join(folder, entry.name));
}
