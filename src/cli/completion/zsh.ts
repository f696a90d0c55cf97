import {
  type CompletedOption,
  type CompletedWord,
  type CompletionTable,
  choicesOf,
  firstWords,
  namesCall,
  namesFunction,
  pathPattern,
  posixQuoted,
  valuePattern,
} from "./completion-table.js";

/**
 * A completion script for zsh, with descriptions. It can be evaluated, or installed as `_toolgen` in a folder of
 * `fpath`.
 */
export function zshCompletion(table: CompletionTable): string {
  const cases = [{ path: "", words: firstWords(table), options: table.options, names: "none" as const }, ...table.commands].map(
    ({ path, words, options, names }) =>
      `    ("${path}")\n      proposed=(${words.map(wordOf).join(" ")})${names === "none" ? "" : `\n      proposed+=("\${(@f)${namesCall(names)}}")`}\n` +
      `      options=(${options.flatMap(flagsOf).join(" ")}) ;;`,
  );
  return `#compdef toolgen
# Completion of toolgen for zsh. Save it as _toolgen in a folder of fpath
${namesFunction.replace("local folder", "setopt local_options null_glob\n  local folder")}

_toolgen() {
  local typed="" word
  local -i at
  local -a proposed options
  for ((at = 2; at < CURRENT; at++)); do
    word="\${words[at]}"
    case "$word" in
      (${valuePattern(table)}) ((at++)) ;;
      (-*) ;;
      (*) case "$typed $word" in (${pathPattern(table)}) typed="\${typed:+$typed }$word" ;; esac ;;
    esac
  done
  case "$typed \${words[CURRENT-1]}" in
${choices(table)}
  esac
  case "\${words[CURRENT-1]}" in
    (${valuePattern(table)}) _files; return ;;
  esac
  case "$typed" in
${cases.join("\n")}
  esac
  if [[ "\${words[CURRENT]}" == -* ]]; then
    _describe -o option options
  elif ((\${#proposed})); then
    _describe command proposed
  else
    _files
  fi
}

if [[ "\${funcstack[1]}" == _toolgen ]]; then _toolgen "$@"; else compdef _toolgen toolgen; fi
`;
}

const wordOf = ({ word, description }: CompletedWord) => described(word, description);
const flagsOf = ({ flags, description }: CompletedOption) => flags.map((flag) => described(flag, description));
const described = (word: string, description: string) =>
  posixQuoted(description === "" ? word : `${word}:${description.replaceAll("\\", "\\\\").replaceAll(":", "\\:")}`);

const choices = (table: CompletionTable) =>
  choicesOf(table)
    .map(({ path, flag, values }) => `    ("${path} ${flag}") compadd -- ${values.join(" ")}; return ;;`)
    .join("\n");
