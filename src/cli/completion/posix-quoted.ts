import { type CompletionTable, nameFolders, valueFlags } from "./completion-table.js";

/** Returns the call that prints names, for bash and zsh. */
export const namesCall = (names: keyof typeof nameFolders): string => `$(__toolgen_names ${nameFolders[names].join(" ")})`;

/** A text in single quotes, for bash and zsh. */
export const posixQuoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** The options that are followed by a value, as a pattern of `case`. */
export const valuePattern = (table: CompletionTable): string => valueFlags(table).join("|");

/** The possible beginnings of commands, as a pattern of `case` over the words so far and the next word. */
export const pathPattern = ({ commands }: CompletionTable): string =>
  commands.map(({ path }) => `"${path.includes(" ") ? path : ` ${path}`}"`).join("|");

/**
 * Prints the names that the project's outputs have in these folders, for bash and zsh. A shell would run a `$(…)` in a
 * name, so only valid names are printed.
 */
export const namesFunction = `__toolgen_names() {
  local folder="$PWD" output file modules
  while [ ! -e "$folder/toolgen.yaml" ] && [ ! -d "$folder/tools.d" ] && [ -n "$folder" ]; do folder="\${folder%/*}"; done
  output="$(sed -n "s/^['\\"]\\{0,1\\}output['\\"]\\{0,1\\} *: *['\\"]\\{0,1\\}\\([A-Za-z0-9._/-]*\\).*/\\\\1/p" "$folder/toolgen.yaml" 2>/dev/null)"
  for modules in "$@"; do
    for file in "$folder/\${output:-generated}/$modules"/*.cjs; do
      file="\${file##*/}"
      file="\${file%.cjs}"
      case "$file" in
        *[!A-Za-z0-9_-]*) ;;
        *) printf '%s\\n' "$file" ;;
      esac
    done
  done
}`;
