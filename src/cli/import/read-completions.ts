import { readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import type { ProgramHelp } from "../../import/program-help.js";
import type { Shell } from "../../import/read-help.js";

/** A completion script, and where it came from. */
export interface CompletionScript {
  readonly shell: Shell;
  readonly text: string;
  readonly source: string;
}

interface InstalledRequest {
  readonly program: string;
  /** The program's file. Packages of a prefix have their scripts in its `share`. */
  readonly file: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

const places: readonly (readonly [shell: Shell, folder: string, prefix: string, suffix: string])[] = [
  ["fish", "fish/vendor_completions.d", "", ".fish"],
  ["fish", "fish/completions", "", ".fish"],
  ["zsh", "zsh/vendor-completions", "_", ""],
  ["zsh", "zsh/site-functions", "_", ""],
  ["bash", "bash-completion/completions", "", ""],
];

const mostBytes = 1024 * 1024;

/** Returns the scripts that a program's package, or a shell, has installed for it. They are read and never run. */
export function installedCompletions({ program, file, environment }: InstalledRequest): readonly CompletionScript[] {
  const shares = [join(dirname(dirname(file)), "share"), ...(environment.XDG_DATA_DIRS || "/usr/local/share:/usr/share").split(":")];
  const own = [...new Set(shares)].flatMap((share) =>
    places.map(([shell, folder, prefix, suffix]) => ({ shell, path: join(share, folder, `${prefix}${program}${suffix}`) })),
  );
  const ofZsh = [...new Set(shares)].flatMap((share) =>
    foldersIn(join(share, "zsh/functions/Completion")).map((folder) => join(folder, `_${program}`)),
  );
  return [...own, ...ofZsh.map((path) => ({ shell: "zsh" as const, path }))].flatMap(({ shell, path }) => {
    const text = textAt(path);
    return text === undefined ? [] : [{ shell, text, source: path }];
  });
}

function textAt(path: string): string | undefined {
  try {
    const stats = statSync(path);
    return stats.isFile() && stats.size <= mostBytes ? readFileSync(path, "utf8") : undefined;
  } catch {
    return undefined;
  }
}

function foldersIn(path: string): readonly string[] {
  try {
    return readdirSync(path, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [join(path, entry.name)] : []));
  } catch {
    return [];
  }
}

/** Commands and options that print a completion script, by the names that libraries give them. */
const commandName = /^(?:(?:generate|gen|shell)-(?:shell-)?)?completions?$/;
const optionName = /^--(?:(?:generate|gen|print|shell|show)-(?:shell-)?)?completions?(?:-script)?$/;

/** A model completes texts, too. */
const isAboutShell = (text: string) => /\b(?:shells?|bash|zsh|fish|tab)\b/i.test(text);

/** Returns the arguments with which a program prints its script for fish, if its own help names them. */
export function completionArguments({ commands, commandTexts, options }: ProgramHelp): readonly (readonly string[])[] {
  const named = commands
    .filter((name) => commandName.test(name) && isAboutShell(`${name} ${commandTexts[name]}`))
    .map((name) => [name, "fish"]);
  const optional = options.flatMap(({ names, value, description }) => {
    const name = names.find((one) => optionName.test(one));
    if (name !== undefined && value !== undefined && isAboutShell(`${name} ${value.name} ${description}`))
      return [value.attachment === "=" ? [`${name}=fish`] : [name, "fish"]];
    const written = names.includes("--generate") && /\bcomplete-fish\b/.test(`${value?.name} ${description}`);
    return written ? [["--generate=complete-fish"]] : [];
  });
  return [...named, ...optional].slice(0, 2);
}

/** A script that prints completions by asking the program for each says nothing itself. */
export const isCompletion = (text: string): boolean => /^complete (?:.* )?(?:-c|--command)\b/m.test(text);
