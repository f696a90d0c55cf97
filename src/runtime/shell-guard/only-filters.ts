import type { FilterOptions } from "./filter-options.js";

/**
 * Returns true if a program in a filter's own language only filters: it opens no file, starts nothing and reads its
 * input to the end.
 */
export function onlyFilters(program: string, language: FilterOptions["language"]): boolean {
  switch (language) {
    case "sed":
      return isPlainSed(program);
    case "awk":
      return isPlainAwk(program);
    case "jq":
      return !/(?<![.\w])(?:halt|halt_error|import|include)\b/.test(program);
    case "yq":
      return !/\b(?:load\w*|env|envsubst|strenv|system)\b/.test(program);
    // NUL ends a name in `find -print0`: such a stream is for programs, not a text that a model reads.
    case "tr":
      return !/\\0/.test(program);
    case undefined:
      return true;
  }
}

/**
 * A list of `[ADDRESS[,ADDRESS]][!]COMMAND`. Excluded: `q`, `Q`, `r`, `w`, `e`, the flags `w` and `e` of `s`, and texts
 * of several lines.
 */
function isPlainSed(program: string): boolean {
  let rest = program.trim();
  while (rest !== "") {
    const address = /^(?:(?:\d+(?:~\d+)?|\$)|\/(?:[^/\\\n]|\\.)*\/I?)(?:\s*,\s*(?:[+~]?\d+|\$|\/(?:[^/\\\n]|\\.)*\/I?))?\s*!?\s*/.exec(
      rest,
    );
    rest = rest.slice(address?.[0].length ?? 0);
    const command = /^(?:[pdlnNDPhHgGxz=]|[{}])/.exec(rest)?.[0] ?? substitution(rest);
    if (command === undefined) return false;
    const isBrace = command === "{" || command === "}";
    rest = rest.slice(command.length);
    const end = /^\s*(?:[;\n]\s*)+|^\s*(?=\})|^\s*$/.exec(rest)?.[0];
    if (end === undefined && !isBrace) return false;
    rest = rest.slice(end?.length ?? 0).trimStart();
  }
  return true;
}

/** `s` with any delimiter, and `y`. */
function substitution(text: string): string | undefined {
  const [name = "", delimiter = ""] = text;
  if ((name !== "s" && name !== "y") || delimiter === "" || /[\s\\\w]/.test(delimiter)) return undefined;
  let end = 2;
  for (let parts = 0; parts < 2; end++) {
    if (end >= text.length) return undefined;
    if (text[end] === "\\") end++;
    else if (text[end] === delimiter) parts++;
    else if (text[end] === "[" && parts === 0 && name === "s") end = endOfClass(text, end);
  }
  const flags = /^[gpiIM\d]*/.exec(text.slice(end))?.[0] ?? "";
  return text.slice(0, end + (name === "s" ? flags.length : 0));
}

/** The last character of a class, in which a delimiter and a backslash are literal. */
function endOfClass(text: string, start: number): number {
  const first = text[start + 1] === "^" ? start + 2 : start + 1;
  const close = text.indexOf("]", text[first] === "]" ? first + 1 : first);
  return close === -1 ? text.length : close;
}

/**
 * Excluded: `system`, pipes, `getline`, `exit`, files that `print` writes, and loaded code. Texts in quotes are removed
 * first.
 */
function isPlainAwk(program: string): boolean {
  const code = program.replaceAll(/"(?:[^"\\\n]|\\.)*"/g, '""');
  if (/\b(?:system|getline|exit|close|fflush|nextfile)\b|@/.test(code)) return false;
  if (/(?<!\|)\|(?!\|)/.test(withoutPatterns(code))) return false;
  return !/\bprintf?\b[^;}\n]*>/.test(code);
}

/**
 * Without `/…/`, in which `|` separates alternatives. A division may look like one and be removed too, so only `|` is
 * searched in the rest.
 */
const withoutPatterns = (code: string) => code.replaceAll(/(^|[\s(,{};!~&|])\/(?:[^/\\\n]|\\.)*\//g, "$1");
