import { join } from "node:path";
import { ToolError } from "toolgen/runtime";
import { repositoryOf } from "../files/repository-of.js";
import { plainNames } from "./file-filter.js";
import { isBinary } from "./is-binary.js";
import { type Program, programLines, Unusable } from "./program-lines.js";
import { safeGitOptions, safeGitVariables } from "./safe-git.js";

/** A line that matches, in a file by its path below the folder. */
export interface Match {
  readonly file: string;
  readonly line: number;
  readonly text: string;
}

export interface Query {
  readonly pattern: string;
  /** Where the program runs, and what it searches there: a file's name, or `.`. */
  readonly folder: string;
  readonly file: string;
  /** The requested files; more may be searched. */
  readonly glob: string | undefined;
  readonly case_sensitive: boolean;
  readonly fixed_strings: boolean;
  readonly no_ignore: boolean;
  /** Returns true for the names of folders that are always skipped. */
  readonly isLeftOut: (name: string) => boolean;
  /** True if few lines are read: then each is wanted at once, instead of in blocks of several files' lines. */
  readonly readsFew: boolean;
  readonly signal: AbortSignal;
}

/**
 * Finds matches with ripgrep; if that is missing with `git grep`, and if that is missing too with `grep`. The result
 * may include ignored files, because not every program knows all ignore files.
 */
export async function* findMatches(query: Query): AsyncGenerator<Match> {
  for (const program of [ripgrep(query), ...gitGreps(query), ...greps(query)]) {
    try {
      for await (const line of programLines(program, query)) {
        const match = read(line);
        if (match !== undefined && program.isText(match.file)) yield match;
      }
      return;
    } catch (error) {
      if (!(error instanceof Unusable)) throw error;
    }
  }
  throw new ToolError("Neither ripgrep nor git nor grep is there to search with: install ripgrep.");
}

/** `path NUL number : text`; Git also has a NUL after the number. */
function read(line: string): Match | undefined {
  const [, file, number, text] = /^([^\0]*)\0(\d+)[:\0]([\s\S]*)$/.exec(line) ?? [];
  return file === undefined
    ? undefined
    : { file: file.replace(/^\.\//, ""), line: Number(number), text: (text ?? "").replace(/^\uFEFF|\r$/g, "") };
}

const everything = () => true;

function ripgrep({ pattern, folder, file, glob, case_sensitive, fixed_strings, no_ignore, readsFew }: Query): Program {
  const names = glob === undefined ? [] : plainNames(glob, folder);
  return {
    program: "rg",
    args: [
      ...[
        "--no-config",
        "--color=never",
        "--no-heading",
        "--with-filename",
        "--line-number",
        "--no-column",
        "--null",
        "--hidden",
        "--glob=!.git",
      ],
      ...["--no-messages", "--sort=path", case_sensitive ? "--case-sensitive" : "--ignore-case", "--no-require-git", "--no-ignore-dot"],
      ...(fixed_strings ? ["--fixed-strings"] : []),
      ...(no_ignore ? ["--no-ignore"] : []),
      ...(readsFew ? ["--line-buffered"] : []),
      ...names.map((name) => `--glob=${name}`),
      ...[`--regexp=${pattern}`, "--", file],
    ],
    // It also exits with 2 if a file is unreadable, but then prints no error.
    verdict: (code, said) => (code !== 2 ? "unusable" : said === "" ? "done" : "wrong"),
    isText: everything,
  };
}

/**
 * First with Perl's expressions, which not every Git supports. In a repository tracked files are searched, whatever
 * ignore files say.
 */
function gitGreps(query: Query): readonly Program[] {
  const { pattern, folder, file, glob, case_sensitive, fixed_strings, no_ignore } = query;
  const names = glob === undefined ? [] : plainNames(glob, folder);
  const places = file !== "." || names.length === 0 ? [`:(literal)${file}`] : names.map((name) => `:(glob)**/${name}`);
  const inRepository = repositoryOf(folder) !== undefined && !no_ignore;
  const kinds = fixed_strings ? ["--fixed-strings"] : ["--perl-regexp", "--extended-regexp"];
  return [...(inRepository ? ["--untracked"] : []), "--no-index"].flatMap((which) =>
    kinds.map(
      (kind): Program => ({
        program: "git",
        variables: safeGitVariables,
        args: [
          ...[...safeGitOptions, "grep", which],
          ...[
            no_ignore ? "--no-exclude-standard" : "--exclude-standard",
            "--no-color",
            "--no-column",
            "--no-full-name",
            "--line-number",
            "--null",
            "-I",
          ],
          ...[
            kind,
            ...(case_sensitive ? [] : ["--ignore-case"]),
            "-e",
            kind === "--extended-regexp" ? asPosix(pattern) : pattern,
            "--",
            ...places,
          ],
        ],
        verdict: (code, said) =>
          code !== 128 || /not compiled with|dubious ownership|not a git repository|cannot use bare repository/.test(said)
            ? "unusable"
            : "wrong",
        isText: everything,
      }),
    ),
  );
}

/**
 * It doesn't know ignore files. Binary files are detected here, because it also treats files in another encoding than
 * the terminal's as binary.
 */
function greps({ pattern, folder, file, glob, case_sensitive, fixed_strings, isLeftOut }: Query): readonly Program[] {
  const names = glob === undefined ? [] : plainNames(glob, folder);
  // Larger than everything else in most projects, and useless to search if it is left out afterwards.
  const skipped = [".git", "node_modules"].filter(isLeftOut);
  const known = new Map<string, boolean>();
  const isText = (found: string): boolean => {
    const answer = known.get(found) ?? !isBinary(join(folder, found));
    known.set(found, answer);
    return answer;
  };
  return (fixed_strings ? ["-F"] : ["-P", "-E"]).map(
    (kind): Program => ({
      program: "grep",
      args: [
        ...["-r", "-n", "-H", "-a", "-s", "--null", "--color=never", kind, ...skipped.map((name) => `--exclude-dir=${name}`)],
        ...[...(case_sensitive ? [] : ["-i"]), ...names.map((name) => `--include=${name}`)],
        ...["-e", kind === "-E" ? asPosix(pattern) : pattern, "--", file],
      ],
      verdict: (code, said) => {
        if (code !== 2 || /not (?:supported|compiled)|unknown option|invalid option/.test(said)) return "unusable";
        return said === "" ? "done" : "wrong";
      },
      isText,
    }),
  );
}

/** The classes of Perl's expressions that POSIX's lack. */
const asPosix = (pattern: string) => pattern.replaceAll("\\d", "[0-9]").replaceAll("\\D", "[^0-9]");
