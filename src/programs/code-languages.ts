import type { RiskLevel } from "../contract/risk.js";
import { admitsNone } from "./template/pattern.js";

/** A language of `code`, and the least risk of a tool whose parameter is a program in it (docs/spec.md). */
export interface CodeLanguage {
  readonly leastRisk: RiskLevel;
  /** Other words that authors write for it. */
  readonly aliases: readonly string[];
}

const dangerous = (...aliases: readonly string[]): CodeLanguage => ({ leastRisk: "dangerous", aliases });
const moderate = (...aliases: readonly string[]): CodeLanguage => ({ leastRisk: "moderate", aliases });
const safe = (...aliases: readonly string[]): CodeLanguage => ({ leastRisk: "safe", aliases });

/** The closed list of languages that `code` accepts. */
const languages = {
  // Shells and general languages start any program.
  sh: dangerous(
    ...["shell", "dash", "ash", "ksh", "mksh", "posix", "command", "commandline", "cmdline"],
    // Programs that pass a text to a shell, or start what it names.
    ...["eval", "source", ".", "ssh", "su", "sudo", "env", "watch", "xargs", "rsync", "find", "tar", "busybox"],
  ),
  bash: dangerous("bashscript"),
  zsh: dangerous(),
  fish: dangerous(),
  pwsh: dangerous("powershell", "ps1"),
  cmd: dangerous("bat", "batch"),
  python: dangerous("py", "python2", "python3", "pypy"),
  javascript: dangerous("js", "node", "nodejs", "mjs", "ecmascript", "bun", "deno"),
  typescript: dangerous("ts", "tsx"),
  perl: dangerous("pl", "perl5"),
  ruby: dangerous("rb"),
  php: dangerous(),
  lua: dangerous(),
  r: dangerous("rscript"),
  julia: dangerous(),
  elixir: dangerous("exs"),
  groovy: dangerous(),
  tcl: dangerous("expect"),
  applescript: dangerous("osascript"),
  // `system()` and pipes; the `e` and `w` commands of GNU sed; `$(shell …)`; `:!`.
  awk: dangerous("gawk", "mawk", "nawk"),
  sed: dangerous("gsed"),
  make: dangerous("makefile", "gnumake"),
  vim: dangerous("vi", "ex", "vimscript", "ed"),
  // The clients run shell commands (`\!`, `.shell`, `system`) and the servers do (`COPY … TO PROGRAM`), unless a
  // pattern rules it out.
  sql: dangerous("psql", "mysql", "sqlite", "sqlite3", "postgres", "postgresql", "duckdb", "mariadb", "plsql", "tsql"),
  other: dangerous("program", "code", "script", "any", "unknown", "text"),
  // They change data on a server, or read files that they name, unless a pattern rules it out.
  graphql: moderate("gql"),
  cypher: moderate(),
  yq: moderate(),
  jq: moderate("gojq", "jaq"),
  // They select from their input, and neither write nor start anything.
  jsonpath: safe(),
  jmespath: safe(),
  xpath: safe(),
  css: safe("selector", "cssselector"),
  regex: safe("regexp", "re", "pcre", "ere", "bre"),
  glob: safe("wildcard"),
  promql: safe("prometheus"),
} as const satisfies Readonly<Record<string, CodeLanguage>>;

export type CodeLanguageName = keyof typeof languages;

export const codeLanguages = Object.keys(languages) as readonly CodeLanguageName[];

/** The words that authors write for a language, by its name. */
export const codeLanguageWords: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  codeLanguages.map((name) => [name, languages[name].aliases]),
);

const named = (level: RiskLevel) => codeLanguages.filter((name) => languages[name].leastRisk === level).join(", ");

/** The list as documentation shows it: each level, and the languages for which a tool has at least this level. */
export const codeLanguagesByRisk = `dangerous: ${named("dangerous")}; moderate: ${named("moderate")}; safe: ${named("safe")}`;

/**
 * Returns the lowest risk of a parameter that is a program in a language, where `patterns` are those of the texts that
 * it accepts.
 */
export function leastRiskOf(language: CodeLanguageName, patterns: readonly (string | undefined)[]): RiskLevel {
  if (language === "sql" && patterns.length > 0 && patterns.every(isOneSelect)) return "moderate";
  const reads = readsBy[language];
  if (reads !== undefined && patterns.length > 0 && patterns.every((pattern) => pattern !== undefined && admitsNone(pattern, reads)))
    return "safe";
  return languages[language].leastRisk;
}

/** The characters without which a filter reads no file: `import "f"` of jq, `load("f")` of yq. */
const readsBy: Partial<Readonly<Record<CodeLanguageName, string>>> = { jq: '"', yq: '"(' };

/**
 * Returns true if a pattern allows only a single SELECT without functions, which no client or server reads as a shell
 * command.
 */
const isOneSelect = (pattern: string | undefined): boolean =>
  pattern !== undefined &&
  /^\^(?:SELECT|select|\(\?:SELECT\|select\)|\(\?:select\|SELECT\)) /.test(pattern) &&
  admitsNone(pattern, "\\;(\n\r");

/**
 * Returns the language of a program's text: `javascript` for `node`, and `other` for a program without a listed
 * language.
 */
export function languageOf(program: string): CodeLanguageName {
  const name = program
    .slice(program.lastIndexOf("/") + 1)
    .replace(/-?[0-9.]+$/, "")
    .toLowerCase();
  return codeLanguages.find((language) => language === name || languages[language].aliases.some((word) => word === name)) ?? "other";
}
