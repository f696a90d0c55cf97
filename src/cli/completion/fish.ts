import { type CompletedOption, type CompletionTable, firstWords, nameFolders, valueFlags } from "./completion-table.js";

/** A completion script for fish, with descriptions. */
export function fishCompletion(table: CompletionTable): string {
  const values = valueFlags(table).join(" ");
  const paths = table.commands.map(({ path }) => quoted(path)).join(" ");
  const all = [{ path: "", words: firstWords(table), options: table.options, names: "none" as const }, ...table.commands];
  const lines = all.flatMap(({ path, words, options, names }) => {
    const line = (rest: string) => `complete -c toolgen -n ${quoted(`__toolgen_typed ${quoted(path)}`)} ${rest}`;
    return [
      ...words.map(({ word, description }) => line(`-f -a ${quoted(word)}${described(description)}`)),
      ...(names === "none" ? [] : nameFolders[names].map((folder) => line(`-f -a '(__toolgen_names ${folder})' -d '${kindIn[folder]}'`))),
      ...options.map((option) => line(optionOf(option))),
    ];
  });
  return `# Completion of toolgen for fish. Save it as ~/.config/fish/completions/toolgen.fish
function __toolgen_names
    set -l folder $PWD
    while not test -e "$folder/toolgen.yaml" -o -d "$folder/tools.d" -o -z "$folder"
        set folder (string replace -r '/[^/]*$' '' -- $folder)
    end
    set -l output (string match -rg '^["\\']?output["\\']? *: *["\\']?([A-Za-z0-9._/-]+)' <"$folder/toolgen.yaml" 2>/dev/null)
    test -n "$output"; or set output generated
    for file in "$folder/$output/$argv[1]"/*.cjs
        string match -rg '/([A-Za-z0-9_-]+)\\.cjs$' -- $file
    end
end

function __toolgen_typed
    set -l words (commandline -opc)[2..]
    set -l typed ""
    set -l skip false
    for word in $words
        if test $skip = true
            set skip false
        else if contains -- $word ${values}
            set skip true
        else if not string match -q -- '-*' $word
            set -l longer (string trim -- "$typed $word")
            contains -- $longer ${paths}; and set typed $longer
        end
    end
    test "$typed" = "$argv[1]"
end

${lines.join("\n")}
`;
}

const kindIn = { "bin/tools": "tool", "mcp/prompts": "prompt", "mcp/resources": "resource" } as const;

function optionOf({ flags, description, takes }: CompletedOption): string {
  const names = flags.map((flag) => (flag.startsWith("--") ? `-l ${flag.slice(2)}` : `-s ${flag.slice(1)}`)).join(" ");
  const value = takes === "nothing" ? "" : takes === "value" ? " -r" : ` -x -a ${quoted(takes.join(" "))}`;
  return `${names}${value}${described(description)}`;
}

const described = (text: string) => (text === "" ? "" : ` -d ${quoted(text)}`);
const quoted = (text: string) => `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
