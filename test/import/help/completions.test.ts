import fc from "fast-check";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { importCommand } from "../../../src/import/import-command.js";
import { mergeManual } from "../../../src/import/program-help.js";
import { isCompletionOf, mergeCompletion, readCompletion, readHelp, type Shell } from "../../../src/import/read-help.js";
import { programRoles } from "../../../src/programs/program-roles.js";

interface Option {
  readonly long: string;
  readonly short: string | undefined;
  readonly kind: "switch" | "text" | "choice";
}

const values = ["fast", "slow-er"];
const options = fc
  .uniqueArray(
    fc.record({
      long: fc.constantFrom("colour", "max-width", "tag", "sort-by", "dry", "format2", "unit.x"),
      kind: fc.constantFrom<Option["kind"]>("switch", "text", "choice"),
    }),
    { selector: (one) => one.long, minLength: 1, maxLength: 6 },
  )
  .map((all) => all.map((one, index): Option => ({ ...one, short: index % 2 === 0 ? "abcdefg"[index] : undefined })));

const named = (one: Option) => (one.short === undefined ? [`--${one.long}`] : [`-${one.short}`, `--${one.long}`]);

/** How libraries and authors write completion scripts. `knowsSwitches`: an option without a value is one. */
const scripts: Readonly<Record<string, { readonly shell: Shell; readonly knowsSwitches?: true; script(all: readonly Option[]): string }>> =
  {
    "clap for fish": {
      shell: "fish",
      script: (all) =>
        all
          .map((one) => {
            const value =
              one.kind === "choice"
                ? `-r -f -a "${values.map((value) => `${value}\\t'It\\'s'`).join("\n")}"`
                : one.kind === "text"
                  ? "-r"
                  : "";
            return `complete -c tool${one.short === undefined ? "" : ` -s ${one.short}`} -l ${one.long} -d 'It\\'s how' ${value}\n`;
          })
          .join(""),
    },
    "fish by hand": {
      shell: "fish",
      script: (all) =>
        all
          .map((one) => {
            const value = one.kind === "choice" ? ` -xa '${values.join(" ")}'` : one.kind === "text" ? " -x" : "";
            return `complete --command tool --long-option=${one.long}${one.short === undefined ? "" : ` --short-option ${one.short}`}${value} --description "How"\n`;
          })
          .join(""),
    },
    "clap for zsh": {
      shell: "zsh",
      knowsSwitches: true,
      script: (all) =>
        `#compdef tool\n_tool() {\n    _arguments "\${_arguments_options[@]}" : \\\n${all
          .flatMap((one) =>
            named(one).map((name) => {
              const value = one.kind === "choice" ? `:MODE:(${values.join(" ")})` : one.kind === "text" ? ":TEXT:_default" : "";
              return `'${value === "" ? name : `${name}${name.startsWith("--") ? "=" : "+"}`}[How it'\\''s done]${value}' \\\n`;
            }),
          )
          .join("")}&& ret=0\n}\n`,
    },
    "zsh by hand": {
      shell: "zsh",
      knowsSwitches: true,
      script: (all) =>
        `#compdef tool\n_arguments -s \\\n${all
          .map((one) => {
            const names = named(one);
            const value =
              one.kind === "choice"
                ? `:mode:((${values.map((value) => `${value}\\:"text"`).join(" ")}))`
                : one.kind === "text"
                  ? ":text: "
                  : "";
            return names.length === 1
              ? `  '${names[0]}[how]${value}' \\\n`
              : `  '(${names.join(" ")})'{${names.join(",")}}'[how]${value}' \\\n`;
          })
          .join("")}  '*:file:_files'\n`,
    },
    "bash-completion": {
      shell: "bash",
      script: (all) =>
        `_tool()\n{\n    local cur prev words cword\n    _init_completion || return\n\n    case $prev in\n        -h | --help)\n            return\n            ;;\n${all
          .filter(({ kind }) => kind !== "switch")
          .map(
            (one) =>
              `        ${named(one).join(" | ")})\n            ${one.kind === "choice" ? `COMPREPLY=( $(compgen -W '${values.join(" ")}' -- "$cur") )` : "_filedir"}\n            return\n            ;;\n`,
          )
          .join("")}    esac\n} &&\ncomplete -F _tool tool\n`,
    },
  };

const runs = process.env.TOOLGEN_TEST_SUITE === "soak" ? 500 : 15;

const importWith = async (help: string, completed: ReturnType<typeof readCompletion>) => {
  const merged = mergeCompletion(mergeManual(readHelp(help, ["tool"]), undefined), completed);
  const request = { name: "tool", words: ["tool"], group: "group", help: merged, roles: programRoles("tool"), chosen: undefined };
  const { tools } = await importCommand(request, { check: async (texts) => texts.map(() => []), header: [] });
  return { properties: parse(tools[0]?.text ?? "{}").schema?.properties ?? {}, notes: tools[0]?.notes ?? [], text: tools[0]?.text ?? "" };
};

it.each(Object.entries(scripts))(
  "learns from %s which options take a value, and which",
  async (_name, { shell, knowsSwitches, script }) => {
    await fc.assert(
      fc.asyncProperty(options, async (all) => {
        const text = script(all);
        const help = `Usage: tool [options] FILE\n\nOptions:\n${all.map((one) => `  ${named(one).join(", ")}  How it is done\n`).join("")}  --other  Another\n`;
        const completed = readCompletion(text, shell, ["tool"]);
        const { properties } = await importWith(help, completed);
        for (const { long, kind } of all) {
          const schema = properties[long.replaceAll(/[-.]/g, "_")];
          // What bash offers may be for an option with an optional value.
          const isSwitch = kind === "switch" || shell === "bash";
          expect([long, schema?.type, schema?.enum], text).toEqual([long, isSwitch ? "boolean" : "string", undefined]);
          if (kind === "choice" && !isSwitch) expect(schema.description, text).toContain(`Such as: ${values.join(", ")}.`);
        }
        const said = new Map(completed.flatMap(({ names, takesValue }) => names.map((name) => [name, takesValue])));
        for (const { long, kind } of all) if (kind === "switch" && knowsSwitches) expect(said.get(`--${long}`), text).toBe(false);
      }),
      { numRuns: runs },
    );
  },
);

const help = (lines: string) => `Usage: tool [options] FILE\n\nOptions:\n${lines}\n`;
const fish = (lines: string, words: readonly string[] = ["tool"]) => readCompletion(lines, "fish", words);

it("takes no values that a program finds when the shell asks, and none that are only suggestions", async () => {
  const lines = [
    'complete -c tool -l branch -xa "(git branch)"',
    "complete -c tool -l user -xa '$users'",
    "complete -c tool -l width -xa '80 120'",
    "complete -c tool -l size -xa 'small large'",
    "complete -c tool -l level -xa 'low high'",
    "complete -c tool -l mode -xa 'a b'",
  ].join("\n");
  const text = help(
    "  --branch=B  a\n  --user=U  b\n  --width=W  c\n  --size=N  d\n  --level=LEVEL  e (default: middle)\n  --mode={x,y}  f\n",
  );
  const { properties } = await importWith(text, fish(lines));
  expect(Object.entries(properties).flatMap(([name, schema]) => ((schema as { enum?: unknown }).enum === undefined ? [] : [name]))).toEqual(
    ["mode"],
  );
  expect(properties.mode.enum).toEqual(["x", "y"]);
});

it("takes the values of a script for suggestions, whatever the name of the value, and closes no list of the help with them", async () => {
  const lines = [
    "complete -c tool -l sort -xa 'name size'",
    'complete -c tool -l sort -xa "(tool --list-columns)"',
    "complete -c tool -l jobs -xa 'auto max'",
    "complete -c tool -l mode -xa 'fast slow'",
    "complete -c tool -l level -xa 'low high'",
  ].join("\n");
  const text = help(
    "  --sort=COLUMN  Sort by it\n  --jobs=JOBS  a\n  --mode=MODE  How, one of fast, slow or odd\n  --level=L  Level, one of low or middle\n",
  );
  const { properties } = await importWith(text, fish(lines));
  expect(properties).toMatchObject({
    sort: { type: "string", description: "Sort by it. Such as: name, size." },
    jobs: { type: "string", description: "A. Such as: auto, max." },
    mode: { enum: ["fast", "slow", "odd"] },
    level: { type: "string", description: "Level, one of low or middle. Such as: low, high." },
  });
  expect([properties.sort.enum, properties.jobs.enum, properties.level.enum]).toEqual([undefined, undefined, undefined]);
});

it.each<readonly [Shell, script: string, type: string]>([
  ["bash", "case $prev in\n  --bind | --move)\n    COMPREPLY=( $(compgen -W 'a b') )\n    ;;\nesac\n", "boolean"],
  ["bash", 'case "$prev" in\n  --bind)\n    _filedir\n    return\n    ;;\nesac\n', "boolean"],
  ["fish", "complete -c tool -l bind -a 'always never'", "boolean"],
  ["fish", "complete -c tool -l bind -fa 'always never'", "boolean"],
  ["fish", "complete -c tool -l bind -ra 'always never'", "string"],
  ["fish", "complete -c tool -l bind -x", "string"],
  ["zsh", "_arguments '--bind[b]::when:(always never)'", "boolean"],
  ["zsh", "_arguments '--bind[b]:from:_files:to:_files'", "boolean"],
  ["zsh", "_arguments '--bind=[b]:from:_files'", "string"],
  ["zsh", "_arguments '--bind[b]:from:((a\\:one b\\:two))'", "string"],
])("doesn't make a value of a switch unless %s says that one must follow: %j", async (shell, script, type) => {
  const { properties } = await importWith(help("  --bind  a\n  --other  b\n"), readCompletion(script, shell, ["tool"]));
  expect(properties.bind.type).toBe(type);
});

it.each<readonly [Shell, script: string]>([
  [
    "zsh",
    "_tool() {\n_arguments : \\\n'--own[o]' \\\n&& ret=0\n    case $state in\n    (tool)\n        case $line[1] in\n(add)\n_arguments '--into[i]:F:_files'\n;;\nesac\nesac\n}\n",
  ],
  ["zsh", "_tool-add() {\n  _arguments '--into[i]:F:_files'\n}\n_tool() {\n  _arguments '--own[o]'\n}\n"],
  [
    "zsh",
    "_tool_add () {\n  _arguments '--into[i]:F:_files'\n}\n_arguments '--own[o]'\ncase $words[1] in\n  rm) _arguments '--force[f]' ;;\nesac\n",
  ],
  ["fish", "complete -c tool -l own -d o\ncomplete -c tool -n '__fish_seen_subcommand_from add rm' -l into -r\n"],
  [
    "fish",
    "complete -c tool -n 'not __fish_seen_subcommand_from add rm' -l own\ncomplete -c tool -n '__fish_tool_using_command add' -l into -r\n",
  ],
])("reads no options of commands for the program, from %s: %j", (shell, script) => {
  expect(readCompletion(script, shell, ["tool"]).flatMap(({ names }) => names)).toEqual(["--own"]);
});

it("reads a condition of fish with several tests", () => {
  const condition = "__fish_seen_subcommand_from config; and not __fish_seen_subcommand_from get set";
  const lines = `complete -c tool -n "${condition}" -l list\ncomplete -c tool -n "__fish_seen_subcommand_from config; and __fish_seen_subcommand_from get set" -l type -r`;
  const names = (...words: readonly string[]) => fish(lines, ["tool", ...words]).flatMap((one) => one.names);
  expect([names(), names("config"), names("config", "get"), names("get")]).toEqual([[], ["--list"], ["--type"], []]);
});

it("doesn't let a script say that a program or a secret is neither", async () => {
  const lines = "complete -c tool -l pager -xa 'less more'\ncomplete -c tool -l password -xa 'one two'\ncomplete -c tool -l exec -r";
  const { properties, notes } = await importWith(help("  --pager=PROG  a\n  --password=TEXT  b\n  --exec  c\n  --ok  d\n"), fish(lines));
  expect(Object.keys(properties)).toEqual(["file", "ok"]);
  expect(notes.join("\n")).toMatch(/--pager, --exec: its value seems to be a program[\s\S]*--password: its value is a secret/);
});

it("reads the options of one command, and of the whole program", () => {
  const lines = [
    "complete -c tool -l verbose -r",
    'complete -c tool -n "__fish_seen_subcommand_from add" -l into -r',
    'complete -c tool -n "__fish_tool_using_subcommand remove; and not __fish_seen_subcommand_from x" -l from -r',
    "complete -c other -l else -r",
  ].join("\n");
  const names = (words: readonly string[]) => fish(lines, words).flatMap((one) => one.names);
  expect(names(["tool"])).toEqual(["--verbose"]);
  expect(names(["tool", "add"])).toEqual(["--verbose", "--into"]);
  expect(names(["tool", "remove"])).toEqual(["--verbose", "--from"]);
});

it("decides on options whose help doesn't say whether they take a value, and lists those that only the script has", async () => {
  const d = "Some information.\n-l  --length  length of it\n-v --verbose  more\n-h    --help This help information.\n";
  const completed = readCompletion("_arguments '--length=[a]:n:' '--verbose[b]' '--secret-one[c]'", "zsh", ["tool"]);
  const { properties, notes } = await importWith(d, completed);
  expect([properties.length.type, properties.verbose.type]).toEqual(["string", "boolean"]);
  expect(notes).toContain("Left out: --secret-one: only its completion script has them.");
  // Without options in the help, those of the script are used.
  const alone = await importWith(
    "Usage: tool FILE\n\nDo it.\n",
    fish("complete -c tool -l size -r -d 'How large'\ncomplete -c tool -l odd -d 'Odd'"),
  );
  expect(alone.properties).toMatchObject({ size: { type: "string", description: "How large" } });
  expect(alone.notes).toContain("Left out: --odd: the help doesn't say whether it takes a value.");
});

it("knows the script of another program with the same name by its options", () => {
  const own = readHelp(help("  --width=N  a\n  --quiet  b\n"), ["tool"]);
  expect(isCompletionOf(fish("complete -c tool -l width -r\ncomplete -c tool -l quiet\ncomplete -c tool -l hidden"), own)).toBe(true);
  expect(isCompletionOf(fish("complete -c tool -l width -r\ncomplete -c tool -l upper\ncomplete -c tool -l xml"), own)).toBe(false);
});

it("leaves to the help what a script for several variants of a program says in two ways", async () => {
  const variants = `_arguments "$all"{-D,--dired}'[how]' '-D+[format]:format:' '--mode=[a]:m:(a b)' '--mode=[a]:m:(c d)'`;
  const { properties } = await importWith(help("  -D, --dired  a\n  --mode=M  b\n"), readCompletion(variants, "zsh", ["tool"]));
  expect([properties.dired.type, properties.mode.enum]).toEqual(["boolean", undefined]);
});

it("reads hostile scripts in time proportional to their length", { timeout: 20_000 }, () => {
  for (const piece of ["'", "case $prev in\n", "complete -c tool -l a ", "'(-a)'", "{-a,", '"\\"', "[", "a|", "'-a[x]:y:("])
    for (const shell of ["fish", "zsh", "bash"] as const) {
      const start = performance.now();
      readCompletion(piece.repeat(20_000), shell, ["tool"]);
      expect(performance.now() - start, `${shell} ${piece}`).toBeLessThan(2000);
    }
});
