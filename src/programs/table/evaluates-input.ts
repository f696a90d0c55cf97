import type { CodeLanguageName } from "../code-languages.js";

/**
 * Returns true if program text of the author's contains a call that runs a text which isn't written in it: `system($0)`
 * in awk, `os.system(sys.argv[1])` in Python. A value that such a program gets would be code. Texts are searched for
 * such calls and not followed.
 */
export function evaluatesInput(language: CodeLanguageName, text: string): boolean {
  if (language === "awk") return awk.test(withoutLiterals(text));
  return patterns[language]?.test(text) === true;
}

/** One literal text as the only argument, or as the first one of a list. */
const literal = String.raw`\s*\(?\s*(?:"[^"\\$#@]*"|'[^'\\]*')\s*(?:[,;)]|$)`;
const python = String.raw`(?<![\w.])(?:eval|exec|__import__)\s*\((?!\s*(?:"[^"\\]*"|'[^'\\]*')\s*\))|\bos\s*\.\s*(?:system|popen|exec[lv]\w*|spawn\w+|posix_spawn\w*)(?!${literal})|\bfrom\s+os\s+import\b[^\n;]*\b(?:system|popen|exec|spawn)|\bshell\s*=\s*(?:True|1)\b|\bgetoutput\b|\bgetstatusoutput\b|\bpty\b|\brunpy\b|\bimport_module\b|\b(?:pickle|marshal)\s*\.\s*loads?\b`;
const javascript = String.raw`(?<![\w.$])eval\s*\(|\bFunction\s*\(|\bchild_process\b[\s\S]*\b(?:exec|execSync|spawn|spawnSync|execFile|execFileSync|fork)\s*\((?!${literal.slice(String.raw`\s*\(?`.length)})|\bshell\s*:|\brunIn\w*Context\b|(?<![\w.$])(?:import|require)\s*\(\s*(?!["'])`;

const patterns: Partial<Readonly<Record<CodeLanguageName, RegExp>>> = {
  python: new RegExp(python),
  javascript: new RegExp(javascript),
  typescript: new RegExp(javascript),
  perl: new RegExp(
    String.raw`(?<![\w$@%&>{])(?:system|exec|qx|readpipe)\b(?!\s*=>)(?!${literal})|\`[^\`]*[$@]|(?<![\w$@%&>])eval\s*[^\s{;]|\b(?:do|require)\s+\$|\bopen\s*\(?[^,;]*,[^,;"']*\$[^,;)]*(?:[);]|$)`,
  ),
  ruby: new RegExp(
    String.raw`(?<![\w.:@$])(?:system|exec|eval|spawn|instance_eval|class_eval|load|require|open)\b(?!\s*[=:])(?!${literal})|\`[^\`]*#\{|%x|\bIO\.popen\b`,
  ),
  php: /(?<![\w>$:])(?:eval|assert|system|exec|shell_exec|passthru|popen|proc_open|create_function)\s*\((?!\s*(?:"[^"\\$]*"|'[^'\\]*')\s*[,)])|`[^`]*\$|\b(?:include|require)(?:_once)?\b\s*\(?\s*\$|\bunserialize\b/,
  lua: new RegExp(String.raw`\b(?:os\.execute|io\.popen|loadstring|load|dofile|loadfile)\b(?!${literal})`),
  // `e` alone, and the flag of `s`.
  sed: /(?:^|[;{}\n])\s*(?:(?:\d+|\$|\/(?:[^/\\]|\\.)*\/)(?:,(?:\d+|\$|\/(?:[^/\\]|\\.)*\/))?)?\s*!?\s*e\s*(?:$|[;}\n])|(?:^|[\s;{}!/\d$])s([^\w\s\\;])(?:(?!\1)[^\\\n]|\\[\s\S])*\1(?:(?!\1)[^\\]|\\[\s\S])*\1[a-zA-Z0-9]*e/,
};

/** `system(x)`, `x | getline`, `print | x`, and pipes to a shell. */
const awk =
  /\bsystem\s*\((?!\s*""\s*\))|(?<!\|)\|&?(?!\|)\s*(?!getline\b|""(?!\s*[\w$("]))[^\s|]|(?<!(?:^|[;{(\n])\s*""\s*)(?<!\|)\|&?\s*getline\b/;

/** Empties texts and regular expressions of awk; a text that starts a shell keeps its content. */
function withoutLiterals(text: string): string {
  const withoutTexts = text.replaceAll(/"(?:[^"\\]|\\.)*"/g, (one) => (/^"(?:\S*\/)?(?:ba|da|z|k)?sh\b/.test(one) ? '"sh"' : '""'));
  return withoutTexts.replaceAll(/(?<=(?:^|[~(,!{;&\n]|\|\|)\s*)\/(?:[^/\\\n]|\\.)*\//g, "R");
}

/** Returns true if program text links, renames or copies files: other names then lead to what a script writes. */
export const movesFiles = (text: string): boolean =>
  /\b(?:(?:sym|hard)?link|rename|copy|move|cp|mv|ln_s)\w*\s*[("'$]|\bshutil\b/i.test(text);
