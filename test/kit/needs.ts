import { accessSync, constants, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";

/** Debian's packages of programs that have another name. */
const packages: Readonly<Record<string, string>> = {
  bwrap: "bubblewrap",
  rg: "ripgrep",
  nginx: "nginx-light",
  script: "bsdutils",
  nvim: "neovim",
  psql: "postgresql",
  mariadbd: "mariadb-server-core",
  mysql: "mariadb-client-core",
  "mariadb-install-db": "mariadb-server-core",
  "google-chrome": "chromium",
};

/**
 * Returns true if a program isn't installed, for `it.skipIf`. The last lines of the run then name it, and the package
 * that has it.
 */
export function missing(program: string): boolean {
  return lacks(
    program,
    (process.env.PATH ?? "").split(delimiter).some((folder) => isExecutable(join(folder, program))),
    {
      remedy: `sudo apt-get install ${packages[program] ?? program}`,
    },
  );
}

/** Returns true if this machine doesn't have what tests need, for `it.skipIf`. The last lines of the run then say what, and the remedy. */
export function lacks(what: string, has: boolean, { remedy }: { readonly remedy: string }): boolean {
  if (!has) note(what, remedy);
  return !has;
}

/** The needs of this run's tests that this machine doesn't meet, sorted. */
export function lacking(): readonly { readonly what: string; readonly remedy: string }[] {
  const folder = notes();
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .sort()
    .map((name) => ({ what: decodeURIComponent(name), remedy: readFileSync(join(folder, name), "utf8") }));
}

/** Files of tests run in several processes, so each need is a file. */
const notes = () => join(process.env.TOOLGEN_TEST_FOLDER ?? "", "lacking");

function note(what: string, remedy: string): void {
  mkdirSync(notes(), { recursive: true });
  writeFileSync(join(notes(), encodeURIComponent(what)), remedy);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
