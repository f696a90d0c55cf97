import { spawnSync } from "node:child_process";
import { expect, it } from "vitest";
import { compiledTool } from "../../kit/compiled.js";

const properties = {
  x: { type: "string" },
  n: { type: "integer", minimum: 0 },
  p: { type: "string" },
  b: { type: "boolean" },
  e: { enum: ["a", "-b"] },
  xs: { type: "array", items: { type: "string" } },
};

type Shell = "sh" | "bash";

async function compiledScript(shell: Shell, script: string, more: object = {}) {
  const spec = {
    name: "t",
    description: "d",
    kind: "read",
    schema: { properties, required: Object.keys(properties) },
    paths: { p: "readWrite" },
    shell: { [shell]: script },
    ...more,
  };
  const text = JSON.stringify(spec);
  const { tool, diagnostics } = await compiledTool(text);
  const item = tool?.definition.command?.items[shell === "bash" ? 2 : 1];
  const written = item?.kind === "word" && typeof item.text[0] === "string" ? item.text[0] : undefined;
  const told = diagnostics.filter(({ code }) => code !== "unused-parameter");
  return { written, tool, told, at: (column: number) => text.slice(column - 1) };
}

const [x, p] = ['"$' + '{toolgen_x}"', '"$' + '{toolgen_p}"'];
const bare = x.slice(1, -1);

const accepted: readonly (readonly [Shell, string, string])[] = [
  ["sh", "echo {{x}}", `echo ${x}`],
  ["sh", "echo {{ x }}{{x}}", `echo ${x}${x}`],
  ["sh", 'echo "a {{x}} b"', `echo "a ${bare} b"`],
  ["sh", "echo 'a'{{x}}'b'", `echo 'a'${x}'b'`],
  ["sh", "echo --x={{x}} a\\ {{x}}", `echo --x=${x} a\\ ${x}`],
  ["sh", "echo {{x}}#a # c", `echo ${x}#a # c`],
  ["sh", "ls {{p}}/*.txt > /dev/null", `ls ${p}/*.txt > /dev/null`],
  ["sh", "echo $HOME{{x}} $1{{x}}", `echo $HOME${x} $1${x}`],
  ["sh", "ls > {{p}} 2>&1", `ls > ${p} 2>&1`],
  ["sh", 'echo "$(ls {{x}} "{{x}}")" $(ls {{x}})', `echo "$(ls ${x} "${bare}")" $(ls ${x})`],
  ["sh", "if [ -n {{x}} ]; then ls {{x}}; fi", `if [ -n ${x} ]; then ls ${x}; fi`],
  ["sh", 'for f in a {{x}}; do ls "$f"; done', `for f in a ${x}; do ls "$f"; done`],
  ["sh", "case {{x}} in a) ls ;; esac", `case ${x} in a) ls ;; esac`],
  ["sh", "f() { printf %s {{x}} | wc -l; }\nf && ! f &\nwait", `f() { printf %s ${x} | wc -l; }\nf && ! f &\nwait`],
  ["sh", 'INPUT_A={{x}} B=c ls "$INPUT_A"; export INPUT_C={{x}}', `INPUT_A=${x} B=c ls "$INPUT_A"; export INPUT_C=${x}`],
  ["sh", "sh -c 'echo \"$1\"' _ {{x}}", `sh -c 'echo "$1"' _ ${x}`],
  ["sh", "command -v {{x}}; exec ls {{x}}", `command -v ${x}; exec ls ${x}`],
  ["sh", "sed -e s/a/b/ {{x}}; sed -- {{e}} {{x}}", `sed -e s/a/b/ ${x}; sed -- "$\{toolgen_e}" ${x}`],
  ["sh", "cat <<E\n$HOME\nE\necho {{x}}", `cat <<E\n$HOME\nE\necho ${x}`],
  ["bash", "[[ {{x}} == a && -n {{x}} ]] && cat <<< {{x}}", `[[ ${x} == a && -n ${x} ]] && cat <<< ${x}`],
  ["bash", 'a=({{x}} b); ls "$' + '{a[@]}" <(echo {{x}})', `a=(${x} b); ls "$\{a[@]}" <(echo ${x})`],
  ["bash", 'a=("$@"); a+=(--author={{x}}); git log "${a[@]}"', `a=("$@"); a+=(--author=${x}); git log "$\{a[@]}"`],
  ["bash", 'f() { local -a a=({{x}}); git log -- "${a[@]:1}"; }; f', `f() { local -a a=(${x}); git log -- "$\{a[@]:1}"; }; f`],
  ["bash", 'a=(-n); sed "${a[@]}" 5p {{p}}', `a=(-n); sed "$\{a[@]}" 5p ${p}`],
  ["bash", 'set -u; a=({{x}}); wc ${a[@]+"${a[@]}"}', `set -u; a=(${x}); wc $\{a[@]+"$\{a[@]}"}`],
  ["sh", 'set -- "$@" --flag {{x}}; git log "$@"', `set -- "$@" --flag ${x}; git log "$@"`],
  ["sh", 'set -eu; git log "$@" {{x}}', `set -eu; git log "$@" ${x}`],
  ["sh", 'set -- {{p}}; sed -n 5p "$@"', `set -- ${p}; sed -n 5p "$@"`],
  ["sh", 'set -- -x; f() { tar -cf - "$@"; }; f {{p}}', `set -- -x; f() { tar -cf - "$@"; }; f ${p}`],
];

it.each(accepted)("puts quoted references into a script for %s: %s", async (shell, script, body) => {
  const { written, told } = await compiledScript(shell, script);
  expect(told).toEqual([]);
  expect(written?.slice(written.indexOf("set --; ") + 8)).toBe(body);
  // The shells themselves read it too.
  for (const program of shell === "sh" ? ["dash", "bash"] : ["bash"]) {
    expect(spawnSync(program, ["-n", "-c", written ?? ""], { encoding: "utf8" })).toMatchObject({ status: 0, stderr: "" });
  }
});

const refused: readonly (readonly [Shell, string, string])[] = [
  ["sh", "echo '{{x}}'", "single quotes"],
  ["sh", "# {{x}}\nls", "a comment"],
  ["sh", "ls # {{x}}", "a comment"],
  ["sh", "cat <<E\n{{x}}\nE\n", "a heredoc"],
  ["sh", "cat <<'E'\n$({{x}})\nE\n", "a heredoc"],
  ["sh", "cat <<-{{x}}\na\n{{x}}", "a heredoc"],
  ["sh", "echo $((1 + {{n}}))", "arithmetic"],
  ["sh", 'echo "$((1 + {{n}}))"', "arithmetic"],
  ["bash", "(( {{n}} > 1 ))", "arithmetic"],
  ["bash", "for (( i = {{n}}; i < 3; i++ )); do :; done", "arithmetic"],
  ["bash", "a[{{n}}]=1", "arithmetic"],
  ["bash", "a=([{{n}}]=1)", "arithmetic"],
  ["bash", "declare -i n={{n}}", "arithmetic"],
  ["bash", "f() { local -i n; n={{n}}; }", "arithmetic"],
  ["bash", "declare -n r; r={{x}}", "arithmetic"],
  ["bash", "[[ {{n}} -gt 1 ]]", "a comparison that calculates"],
  ["bash", "[[ -v {{x}} ]]", "a name"],
  ["bash", "[ -v {{x}} ]", "a name"],
  ["bash", "printf -v {{x}} a", "a name"],
  ["bash", "[[ a =~ {{x}} ]]", "a pattern"],
  ["sh", "case a in {{x}}) ls ;; esac", "a pattern"],
  ["sh", "ls [{{x}}]", "a pattern"],
  ["bash", "ls {a,{{x}},b}", "a brace expansion"],
  ["sh", "echo $" + "{a:-{{x}} }", "an expansion"],
  ["sh", "echo $" + '{a#"{{x}}"}', "an expansion"],
  ["sh", "echo a${{x}}", "an expansion"],
  ["sh", "echo `ls {{x}}`", "backquotes"],
  ["bash", "echo $'a{{x}}'", "$'…' or $\"…\""],
  ["bash", 'echo $"a{{x}}"', "$'…' or $\"…\""],
  ["sh", "{{x}} a", "the place of a program"],
  ["sh", "ls | {{x}}", "the place of a program"],
  ["sh", "A=1 ./{{x}} a", "the place of a program"],
  ["sh", "$(echo {{x}})", "the place of a program"],
  ["sh", "command -p {{x}}", "the place of a program"],
  ["sh", "exec {{x}}", "the place of a program"],
  ["sh", "{{x}}=1", "a name"],
  ["sh", "{{x}}() { ls; }", ""],
  ["sh", "for {{x}} in a; do ls; done", "a name"],
  ["sh", "export {{x}}", "a name"],
  ["sh", "PATH={{x}} ls", "a variable that loads code"],
  ["sh", "export LD_PRELOAD={{x}}", "a variable that loads code"],
  ["sh", "NAME={{x}} ls", "a variable that programs get"],
  ["sh", 'NAME="a {{x}}" ls', "a variable that programs get"],
  ["sh", "export NAME={{x}}", "a variable that programs get"],
  ["bash", "declare -x NAME={{x}}", "a variable that programs get"],
  ["bash", "declare -rx NAME={{x}}", "a variable that programs get"],
  ["sh", "NAME={{x}}; export NAME; ls", "a variable that programs get"],
  ["sh", "export NAME; NAME={{x}}; ls", "a variable that programs get"],
  ["sh", "set -a; NAME={{x}}; ls", "a variable that programs get"],
  ["sh", "set -o allexport; NAME={{x}}; ls", "a variable that programs get"],
  ["bash", "typeset -x NAME; NAME={{x}}; ls", "a variable that programs get"],
  ["sh", "ls >&{{n}}", "a file descriptor"],
  ["sh", "eval {{x}}", "what the shell evaluates"],
  ["sh", 'eval "ls \\"{{x}}\\""', "what the shell evaluates"],
  ["sh", 'eval "$(echo {{x}})"', "what the shell evaluates"],
  ["sh", "command eval {{x}}", "what the shell evaluates"],
  ["sh", "sh -c {{x}}", "what the shell evaluates"],
  ["sh", 'bash -ec "ls {{e}}"', "what the shell evaluates"],
  ["sh", "trap {{x}} EXIT", "what the shell evaluates"],
  ["sh", ". {{p}}", "what the shell evaluates"],
  ["bash", "source {{p}}", "what the shell evaluates"],
  ["sh", "alias a={{x}}", "what the shell evaluates"],
  ["sh", "read {{x}}", "what the shell evaluates"],
  ["sh", "unset {{x}}", "what the shell evaluates"],
  ["bash", "let a={{n}}", "arithmetic"],
  ["sh", "echo {{x}} | sh", "what a shell reads as its script"],
  ["sh", "$C {{x}}", "the place of a program"],
  ["sh", '"$@" {{x}}', "the place of a program"],
  ["sh", "exec $C {{x}}", "the place of a program"],
  ["sh", "sh -c $C {{x}}", "what the shell evaluates"],
  ["sh", "env $C {{x}}", "what the shell evaluates"],
  ["sh", "echo {{x}} | (cd /; sh)", "what a shell reads as its script"],
  ["sh", "f() { sh; }; echo {{x}} | f", "what a shell reads as its script"],
  ["bash", "{ bash; } <<< {{x}}", "what a shell reads as its script"],
  ["bash", "exec <<< {{x}}; sh", "what a shell reads as its script"],
  ["sh", "echo {{x}} | cat | bash -s a", "what a shell reads as its script"],
  ["bash", "python3 - <<< {{x}}", "what a shell reads as its script"],
  ["sh", 'echo {{x}} | bash "$@"', "what a shell reads as its script"],
  ["bash", 'a=(-c); sh "${a[@]}" {{x}}', "an argument that the program may evaluate"],
  ["bash", 'a=(-n); sed "${a[@]}" {{x}}', "an argument that the program may evaluate"],
  ["bash", 'a=(5 sh); timeout "${a[@]}" -c {{x}}', "an argument that the program may evaluate"],
  ["bash", 'a=(timeout 5); nice "${a[@]}" {{x}}', "an argument that the program may evaluate"],
  ["bash", 'a=(sh -c); "${a[@]}" {{x}}', "the place of a program"],
  ["bash", 'mapfile -t a < f; sh "${a[@]}" {{x}}', "what the shell evaluates"],
  ["bash", 'sh "${a[@]}" {{x}}', "what the shell evaluates"],
  ["bash", 'a=(c); sh "${a[@]/#/-}" {{x}}', "what the shell evaluates"],
  ["bash", 'a=(y -c); sh "x${a[@]}" {{x}}', "what the shell evaluates"],
  ["bash", '. ./a; git log "${a[@]}" {{x}}', "what the shell evaluates"],
  ["bash", "declare -a a={{n}}", "arithmetic"],
  ["bash", "declare -ai a=({{n}})", "arithmetic"],
];

it.each(refused)("refuses a placeholder in a script for %s: %s", async (shell, script, where) => {
  const { told, at } = await compiledScript(shell, script, { code: {} });
  expect(told.length).toBeGreaterThan(0);
  const [{ code, message, column } = { code: "", message: "", column: 0 }] = told;
  if (where === "") return expect(["shell-place", "shell-script"]).toContain(code);
  expect(code).toBe("shell-place");
  expect(message).toContain(`is not allowed in ${where}:`);
  expect(at(column ?? 0)).toMatch(/^\{\{/);
});

it.each([
  ["sh", "ls {{#if x}}{{x}}{{/if}}", "shell-block", "{{#if x}}"],
  ["sh", "if true; then", "shell-script", ""],
  ["sh", "echo a\necho )\n", "shell-script", ")"],
  ["sh", "cat <<E\na", "shell-script", "<<E"],
  ["sh", "echo {{x}} [[ ; [[ a ]]", "bash-in-sh", "[[ a ]]"],
  ["sh", "a=(b)", "bash-in-sh", "(b)"],
  ["sh", "echo $" + "{a//b/c}", "bash-in-sh", "$" + "{a//b/c}"],
  ["sh", "cat <<< a", "bash-in-sh", "<<< a"],
  ["sh", "ls > {{x}}", "redirect-not-a-path", "{{x}}"],
  ["bash", "ls &>> {{x}}", "redirect-not-a-path", "{{x}}"],
  ["sh", "echo \\\\{{x}}", "shell-reference", "{{x}}"],
  ["sh", 'echo "\\\\{{x}}"', "shell-reference", "{{x}}"],
  ["sh", "ls {{y}}", "unknown-name", "y"],
  ["sh", "ls {{xs}}", "not-text", "xs"],
  ["sh", "ls --{{x}}", "option-name", "{{x}}"],
  ["sh", "ls; sed -n {{x}} f", "evaluated-argument", "x"],
  ["sh", "timeout 5 ssh host ls {{x}}", "evaluated-argument", "x"],
  ["sh", "ls {{@secret.T}}", "secret-shown", "@secret.T"],
] as const)("says of a script for %s what is wrong, at its place: %s", async (shell, script, code, place) => {
  const { told, at } = await compiledScript(shell, script, { secrets: ["T"] });
  expect(told.map((d) => d.code)).toEqual([code]);
  expect(at(told[0]?.column ?? 0).startsWith(JSON.stringify(place).slice(1, -1))).toBe(true);
});

it.each([
  ["sh", 'w={{x}}; eval "ls $w"', '$w"'],
  ["sh", 'w={{x}}; v="a/$w"; sh -c "ls $v"', '$v"'],
  ["sh", 'for w in a {{x}}; do "$w"; done', '$w"'],
  ["sh", 'w={{x}}; "./$w" a', '$w"'],
  ["sh", "w={{x}}; echo $((w + 1))", "w + 1"],
  ["sh", 'w={{x}}; echo "$(( $w + 1 ))"', "w + 1"],
  ["bash", "w={{x}}; [[ 1 -lt w ]]", "w ]]"],
  ["bash", "a=({{x}}); [[ $a -gt 1 ]]", "$a -gt"],
  ["sh", 'w={{x}}; PATH="$w:$PATH" ls', "$w:"],
  ["sh", 'w={{x}}; echo "$w" | sh', '$w"'],
  ["sh", "w={{x}}; sh <<E\nls $w\nE\n", "$w\n"],
  ["sh", 'export INPUT_W={{x}}; . "$INPUT_W"', '$INPUT_W"'],
  ["bash", 'w={{x}}; a=(b); echo "${a[$w]}"', "$w]"],
  ["bash", 'w={{x}}; echo "${HOME:w}"', "w}"],
  ["bash", 'w={{x}}; echo "${!w}"', "${!w}"],
  ["bash", 'w={{x}}; echo "${w@P}"', "${w@P}"],
  ["bash", "w={{x}}; let w", "w"],
  ["sh", "w={{x}}; ls $w", "$w"],
  ["sh", 'f() { eval "$1"; }; f {{x}}', '$1"'],
  ["sh", 'f() { v=$2; "$v"; }; w={{x}}; f a "$w"', '$v"'],
  ["sh", 'set -- a {{x}}; sh -c "$2"', '$2"'],
  ["sh", 'w={{x}}; ls "a"$w', "$w"],
  ["bash", "a=({{x}}); ls ${a[@]}", "${a[@]}"],
  ["bash", 'a=({{x}}); eval "${a[@]}"', "${a[@]}"],
  ["bash", 'a=({{x}}); "${a[@]}"', "${a[@]}"],
  ["bash", 'a=({{x}}); b=("${a[@]}"); sh -c "${b[@]}"', "${b[@]}"],
  ["bash", 'a=(-c); a+=({{x}}); sh "${a[@]}"', "${a[@]}"],
  ["bash", 'a=({{x}}); env "${a[@]}"', "${a[@]}"],
  ["bash", 'a=({{x}}); ssh host "${a[@]}"', "${a[@]}"],
  ["bash", 'a=(-c {{x}}); git "${a[@]}" log', "${a[@]}"],
  ["sh", 'set -- sed -n; set -- "$@" {{x}}; env "$@"', "$@"],
  ["sh", 'w={{x}}; eval "${a:-$w}"', "$w}"],
  ["sh", 'w={{x}}; : "${v:=$w}"; eval "$v"', '$v"'],
  ["sh", 'w={{x}}; ls "${a:-$(eval "$w")}"', '$w")'],
  ["sh", 'set -- {{x}}; for f; do eval "$f"; done', '$f"'],
  ["sh", 'set -- a b c d e f g h i {{x}}; eval "${10}"', "${10}"],
  ["sh", 'g() { eval "$1"; }; h=g; "$h" {{x}}', '$1"'],
] as const)("follows a value into variables of a script for %s: %s", async (shell, script, place) => {
  const { told, at } = await compiledScript(shell, script);
  expect(told.map((d) => d.code)).toEqual(["shell-variable"]);
  expect(at(told[0]?.column ?? 0).startsWith(JSON.stringify(place).slice(1, -1))).toBe(true);
});

it.each([
  ["sh", 'w={{x}}; ls > "$w"', "redirect-not-a-path"],
  ["sh", 'w={{x}}; sed "$w" f', "evaluated-argument"],
  ["sh", 'w={{x}}; ls "--$w"', "option-name"],
] as const)("holds what a variable carries to the rules for values, in a script for %s: %s", async (shell, script, code) => {
  expect((await compiledScript(shell, script)).told.map((d) => d.code)).toEqual([code]);
});

it.each([
  ["sh", 'n={{n}}; echo $((n + 1)) "$(($n * 2))"'],
  ["bash", "n={{n}}; [[ $n -gt 1 ]] && (( n++ ))"],
  ["sh", 't={{p}}; trap \'rm -f "$t"\' EXIT; ls > "$t"'],
  ["sh", `w={{x}}; ls "$w" "$\{w%a}"; v=$w; case $w in a) ls ;; esac; echo $\{#w} $(($\{#w} + 1))`],
  ["sh", "n=$(wc -l < {{p}}); echo $((n + 1)) $n"],
  ["bash", "[[ -n {{x}} ]] && w={{x}} && [[ $w == a ]]"],
] as const)("leaves alone what a script for %s may do with its variables: %s", async (shell, script) => {
  expect((await compiledScript(shell, script)).told).toEqual([]);
});

it("points at the line and column of a block scalar", async () => {
  const spec =
    "name: t\ndescription: d\nkind: read\nschema: { properties: { x: { type: string } } }\nshell:\n  bash: |\n    set -e\n    ls {{x}}\n    echo '{{x}}'\n";
  const { diagnostics } = await compiledTool(spec);
  expect(diagnostics).toMatchObject([{ code: "shell-place", line: 9, column: 11 }]);
});

it("takes no two shells", async () => {
  for (const shell of [{ sh: "ls", bash: "ls" }, {}]) {
    const { diagnostics } = await compiledTool(JSON.stringify({ name: "t", description: "d", kind: "read", shell }));
    expect(diagnostics.map((d) => d.code)).toEqual(["one-shell"]);
  }
});

it("leaves the author's variables alone", async () => {
  const { written } = await compiledScript("sh", 'toolgen_x=1; echo "$toolgen_x" {{x}}');
  expect(written).toBe('toolgen2_x="$' + '{1}"; set --; toolgen_x=1; echo "$toolgen_x" "$' + '{toolgen2_x}"');
});

it.each([
  ["ls {{x}}", false],
  ["ls -- {{x}}", false],
  ["ls --x={{x}}", true],
  ['ls "{{x}}"', false],
  ["ls $A{{x}}", false],
  ['a={{x}}; ls "$a"', false],
  ["for a in {{x}}; do ls; done", false],
  ["printf '%s' {{x}}", true],
  ["printf {{x}}", false],
  ["[ -n {{x}} ]", true],
  ["[ {{x}} = a ]", true],
  ["[ {{x}} ]", false],
  ["case {{x}} in *) ls ;; esac", true],
  ["ls {{n}}", true],
  ["ls {{p}}", true],
  ["ls {{e}}", true],
  ["ls --x={{x}}; ls {{x}}", false],
])("lets a value begin with a dash where no program can take it for an option: %s", async (script, mayDash) => {
  const { tool } = await compiledScript("sh", script);
  const items = tool?.definition.command?.items ?? [];
  expect(JSON.stringify(items.at(-1))).toContain(`"mayDash":${mayDash}`);
});

it("makes a tool dangerous whose value can pass any option", async () => {
  const { told, tool } = await compiledScript("sh", "ls {{x}}", { allowLeadingDash: ["x"] });
  expect(told.map((d) => d.code)).toEqual(["unguarded-dash"]);
  expect(tool?.risk.level).toBe("dangerous");
  expect((await compiledScript("sh", "grep -- {{x}}; printf %s {{x}}", { allowLeadingDash: ["x"] })).tool?.risk.level).toBe("safe");
});

it("takes a platform's script, by the same rules", async () => {
  const on = (macos: object, more: object = { command: ["wc", "{{x}}"] }) =>
    compiledTool(
      JSON.stringify({
        name: "t",
        description: "d",
        kind: "read",
        schema: { properties: { x: { type: "string" } }, required: ["x"] },
        ...more,
        platforms: { macos },
      }),
    );
  expect((await on({ shell: "ls {{x}}" })).tool?.definition.platforms?.darwin).toMatchObject({ command: { program: "sh" } });
  expect((await on({ shell: "ls '{{x}}'" })).diagnostics.map((d) => d.code)).toEqual(["shell-place"]);
  expect((await on({ shell: "ls {{x}}", command: ["ls", "{{x}}"] })).diagnostics.map((d) => d.code)).toEqual(["two-executions"]);
  expect((await on({ program: "zsh" }, { shell: "ls {{x}}" })).diagnostics.map((d) => d.code)).toEqual(["program-of-a-shell"]);
});

it("reads a program that is named like something of every object", async () => {
  const { diagnostics } = await compiledTool(
    "name: t\ndescription: d\nkind: read\nschema: { properties: { x: { type: string } } }\nshell: constructor -x a && echo {{x}}\n",
  );
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
});
