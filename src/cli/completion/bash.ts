import {
  type CompletedOption,
  type CompletionTable,
  choicesOf,
  firstWords,
  namesCall,
  namesFunction,
  pathPattern,
  valuePattern,
} from "./completion-table.js";

/** A completion script for bash. It starts no process but `sed`, so it is as fast as the shell. */
export function bashCompletion(table: CompletionTable): string {
  const cases = [{ path: "", words: firstWords(table), options: table.options, names: "none" as const }, ...table.commands].map(
    ({ path, words, options, names }) => {
      const all = [...words.map(({ word }) => word), ...flagsOf(options)].join(" ");
      return `    "${path}") words="${all}"${names === "none" ? "" : `\n      words+=" ${namesCall(names)}"`} ;;`;
    },
  );
  return `# Completion of toolgen for bash. Save it as ~/.local/share/bash-completion/completions/toolgen
${namesFunction}

_toolgen() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" typed="" words="" word i
  COMPREPLY=()
  # Bash takes --format=json for three words.
  if [ "$current" = "=" ]; then current=""; elif [ "$previous" = "=" ]; then previous="\${COMP_WORDS[COMP_CWORD-2]}"; fi
  for ((i = 1; i < COMP_CWORD; i++)); do
    word="\${COMP_WORDS[i]}"
    case "$word" in
      ${valuePattern(table)}) i=$((i + 1)) ;;
      -*) ;;
      *) case "$typed $word" in ${pathPattern(table)}) typed="\${typed:+$typed }$word" ;; esac ;;
    esac
  done
  case "$typed $previous" in
${choices(table)}
  esac
  case "$previous" in
    # Readline completes file names where nothing is proposed.
    ${valuePattern(table)}) return ;;
  esac
  case "$typed" in
${cases.join("\n")}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}

complete -o default -F _toolgen toolgen
`;
}

const flagsOf = (options: readonly CompletedOption[]) => options.flatMap(({ flags }) => flags.filter((flag) => flag.startsWith("--")));

const choices = (table: CompletionTable) =>
  choicesOf(table)
    .map(({ path, flag, values }) => `    "${path} ${flag}") COMPREPLY=($(compgen -W "${values.join(" ")}" -- "$current")); return ;;`)
    .join("\n");
