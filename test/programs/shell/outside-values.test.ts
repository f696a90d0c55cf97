import { expect, it } from "vitest";
import { compiledTool } from "../../kit/compiled.js";

const schema = {
  properties: { v: { type: "string" }, p: { type: "string" }, e: { enum: ["a", "b"] }, n: { type: "integer" } },
  required: ["v", "p", "e", "n"],
};
const stdin = { stdin: "{{v}}" };
const tempFiles = { tempFiles: { f: "{{v}}" } };

async function wrong(spec: object) {
  const { diagnostics } = await compiledTool(
    JSON.stringify({ name: "t", description: "d", kind: "read", schema, paths: { p: "read" }, allowLeadingDash: ["v"], ...spec }),
  );
  return diagnostics.filter(({ severity }) => severity === "error").map(({ code, message }) => `${code}: ${message}`);
}

const env = { env: { set: { INPUT_V: "{{v}}" } } };

const own = (script: string, more: object = {}) => ({ command: ["bash", "-c", script, "x", "{{v}}"], ...more });

it.each<[object]>([
  [own('eval "$1"')],
  [own("ev'al' \"$1\"")],
  [own('printf "%s" "$1" | bash')],
  [own('printf "%s" "$1" > f; bash f')],
  [own("$1")],
  [own("echo $(( $1 ))")],
  [own("[[ $1 -eq 1 ]]")],
  [own('f() { eval "$1"; }; f "$1"')],
  [own('for a; do eval "$a"; done')],
  [own('sh -c "$1"')],
  [own('python3 -c "$1"')],
  [own('awk "$1" f')],
  [own('sh -c \'eval "$1"\' x "$1"')],
  [{ command: ["sh", "-c", 'eval "$0"', "{{v}}"] }],
  [{ command: ["sh", "-ec", 'eval "$1"', "x", "a{{v}}"] }],
  [{ command: ["env", "A=b", "timeout", "5", "sh", "-c", 'eval "$1"', "x", "{{v}}"] }],
  [{ command: ["sh", "-c", '{{#if e}}eval "$1"{{/if}}', "x", "{{v}}"] }],
  [{ command: ["sh", "-c", 'eval "$1"', "x", "{{#if v}}--a={{v}}{{/if}}"] }],
  [{ command: ["busybox", "sh", "-c", 'eval "$1"', "x", "{{v}}"] }],
  [{ command: ["sh", "-c", 'eval "$1"', "x", "{{@params}}"] }],
  [{ command: "sh -c 'cat | bash'", ...stdin }],
  [{ command: ["sh", "-c", 'eval "$(cat)"'], ...stdin }],
  [{ command: ["sh", "-c", "cat | bash"], ...stdin }],
  [{ command: ["sh", "-c", "cat | bash"], stdin: "{{@params}}" }],
  [{ command: ["sh", "-c", "read -r a; $a"], stdin: "{{#if e}}{{v}}{{/if}}" }],
  [{ command: ["sh", "-c", "cat | python3"], ...stdin }],
  [{ command: ["ssh", "host", 'eval "$(cat)"'], ...stdin }],
  [{ command: ["bash", "-c", '. "$1"', "x", "{{@temp.f}}"], ...tempFiles }],
  [{ command: ["bash", "-c", 'eval "$(cat "$1")"', "x", "{{@temp.f}}"], ...tempFiles }],
  [{ command: ["bash", "-c", 'sh "$1"', "x", "{{@temp.f}}"], ...tempFiles }],
  [{ command: ["bash", "-c", 'sh < "$1"', "x", "{{@temp.f}}"], ...tempFiles }],
  [{ command: ["xargs", "sh", "-c", 'eval "$0"'], ...stdin }],
  [{ command: ["xargs", "-n1", "sh", "-c", 'eval "$1"', "x"], ...stdin }],
  [{ shell: "read -r x; $x", ...stdin }],
  [{ shell: 'eval "$(cat)"', ...stdin }],
  [{ shell: 'sh -c "$(cat)"', ...stdin }],
  [{ shell: "cat > zz; sh zz", ...stdin }],
  [{ shell: 'awk "$(cat)" f', ...stdin }],
  [{ shell: { bash: "mapfile -t a; [[ ${a[0]} -eq 1 ]]" }, ...stdin }],
  [{ shell: 'read -r x; echo "$((x))"', ...stdin }],
  [{ shell: "cat | sh", ...stdin }],
  [{ shell: "f() { cat; }; f | sh", ...stdin }],
  [{ shell: "sh", ...stdin }],
  [{ shell: ". /dev/stdin", ...stdin }],
  [{ shell: 'x=$(cat /dev/stdin); eval "$x"', ...stdin }],
  [{ shell: { bash: 'x=$(< /dev/fd/0); eval "$x"' }, ...stdin }],
  [{ shell: "exec 3<&0; sh <&3", ...stdin }],
  [{ shell: "sh -c 'eval \"$(cat)\"'", ...stdin }],
  [{ shell: 'while read -r l; do eval "$l"; done', ...stdin }],
  [{ shell: "xargs sh -c 'eval \"$0\"'", ...stdin }],
  [{ shell: 'if read -r l; then python3 -c "$l"; fi', ...stdin }],
  [{ shell: ". {{@temp.f}}", ...tempFiles }],
  [{ shell: 'eval "$(cat {{@temp.f}})"', ...tempFiles }],
  [{ shell: 't={{@temp.f}}; . "$t"', ...tempFiles }],
  [{ shell: 'set -- {{@temp.f}}; . "$1"', ...tempFiles }],
  [{ shell: "cp {{@temp.f}} g; sh g", ...tempFiles }],
  [{ shell: "cat {{@temp.f}} | sh", ...tempFiles }],
  [{ shell: "sh < {{@temp.f}}", ...tempFiles }],
  [{ shell: "sh -c '. \"$1\"' x {{@temp.f}}", ...tempFiles }],
  [{ shell: 'read -r x < {{@temp.f}}; eval "$x"', ...tempFiles }],
  [{ command: ["sh", "-c", 'eval "$INPUT_V"'], ...env }],
  [{ command: ["sh", "-c", 'sh -c "$INPUT_V"'], ...env }],
  [{ command: ["sh", "-c", "sh -c 'eval \"$INPUT_V\"'"], ...env }],
  [{ command: ["sh", "-c", "$INPUT_V"], ...env }],
  [{ command: ["bash", "-c", "echo $((INPUT_V))"], ...env }],
  [{ command: ["bash", "-c", "[[ INPUT_V -gt 1 ]]"], ...env }],
  [{ command: ["bash", "-c", "a=(1); echo ${a[INPUT_V]}"], ...env }],
  [{ command: ["bash", "-c", 'echo "${INPUT_V@P}"'], ...env }],
  [{ command: ["bash", "-c", "let x=INPUT_V"], ...env }],
  [{ command: ["find", ".", "-exec", "sh", "-c", 'eval "$INPUT_V"', ";"], ...env }],
  [{ command: ["sh"], stdin: 'eval "$INPUT_V"', ...env }],
  [{ command: ["bash", "-s"], stdin: "echo $((INPUT_V))", ...env }],
  [{ command: ["sh", "{{@temp.f}}"], tempFiles: { f: 'eval "$INPUT_V"' }, ...env }],
  [{ command: ["sh", "{{@temp.f}}", "{{v}}"], tempFiles: { f: 'eval "$1"' } }],
  [{ command: ["sh", "{{@temp.f}}"], tempFiles: { f: 'eval "$(cat)"' }, ...stdin }],
  [{ command: ["bash", "-s", "x", "{{v}}"], stdin: "echo $(($2))" }],
  [{ shell: 'eval "$INPUT_V"', ...env }],
  [{ shell: 'w=$INPUT_V; eval "$w"', ...env }],
  [{ shell: 'python3 -c "$INPUT_V"', ...env }],
  [{ shell: "env | sh", ...env }],
  [{ shell: 'eval "$(printenv INPUT_V)"', ...env }],
  [{ shell: "export -p | cut -c 3- | sh", ...env }],
  [{ shell: "awk 'BEGIN { print ENVIRON[\"INPUT_V\"] }' | sh", ...env }],
  [{ shell: '. "$INPUT_F"', env: { set: { INPUT_F: "{{@temp.f}}" } }, ...tempFiles }],
  [{ shell: 'eval "$INPUT_V"', platforms: { linux: env } }],
  [{ command: ["xargs", "-0", "docker", "exec", "-i", "box", "sh", "-c"], ...stdin }],
  [own('exec 3<<< "$1"; source /dev/fd/3')],
  [{ shell: { bash: 'exec 3<<< "$INPUT_V"; source /dev/fd/3' }, ...env }],
  [own('hash -p "$1" q; q')],
  [own('jobs -x "$1"')],
  [own('$EMPTY "$1"')],
  [own('cd "$1"; ./run.sh')],
  [own('pushd "$1"; sh run.sh')],
  [{ command: ["sh", "-c", "./run.sh"], cwd: "{{p}}" }],
  [own("n=q; q=$1; echo $((n))")],
  [own('n=q; q=$1; eval "\\$$n"')],
  [own("BASH_CMDS[q]=$1; q")],
  [own("q=$1; set | grep q | sh")],
  [{ shell: "set | cut -d= -f2- | sh", ...env }],
  [{ shell: { bash: "sed -n 'w s'; sh s" }, ...stdin }],
])("refuses %j, whose value would be code", async (spec) => {
  expect(await wrong(spec)).not.toEqual([]);
});

it.each<[object]>([
  [{ command: ["sh", "-c", 'wc -l < "$1"', "count", "{{p}}"] }],
  [own('grep -e "$1" f')],
  [own('x="$1"; echo "a $x" | sort -u')],
  [own('n=$(grep -c -- "$1" f || true); echo $((n + 1))')],
  [own('cd src && npm test -- "$1" 2>&1 | tail -n 20')],
  [own('for a; do printf "%s\\n" "$a"; done')],
  [{ command: ["sh", "-c", 'eval "$1"', "x", "{{e}}"] }],
  [{ command: ["sh", "-c", "echo $(( $1 + 1 ))", "x", "{{n}}"] }],
  [{ command: ["bash", "-c", "cat | wc -l"], ...stdin }],
  [{ command: ["sh", "-c", 'diff -u "$1" "$2"', "x", "{{p}}", "{{@temp.f}}"], ...tempFiles }],
  [{ command: ["sh", "-c", 't=$(mktemp); cat > "$t"; sort "$t"'], ...stdin }],
  [{ command: ["xargs", "sh", "-c", 'ls -- "$@"', "x"], ...stdin }],
  [{ shell: "cat | wc -l", ...stdin }],
  [{ shell: 't=$(mktemp); cat > "$t"; sort "$t"', ...stdin }],
  [{ shell: "while read -r l; do printf '%s\\n' \"$l\"; done", ...stdin }],
  [{ shell: "diff -u {{p}} {{@temp.f}}; n=$(wc -l < {{@temp.f}}); echo $((n))", ...tempFiles }],
  [{ shell: 't={{@temp.f}}; wc -l "$t"', ...tempFiles }],
  [{ shell: "git apply --check {{@temp.f}} && git apply {{@temp.f}}", ...tempFiles }],
  [{ shell: 'read -r x; eval "$x"', stdin: "{{e}}" }],
  [{ shell: 'printf \'%s\' "$INPUT_V" | wc -c; [ "$INPUT_V" = a ] || echo "$INPUT_V"', ...env }],
  [{ shell: 'eval "$INPUT_V"; echo $((INPUT_N + 1))', env: { set: { INPUT_V: "{{e}}", INPUT_N: "{{n}}" } } }],
  [{ shell: 'cat "$INPUT_P"; grep -- "$INPUT_V" f', env: { set: { INPUT_P: "{{p}}", INPUT_V: "{{v}}" } } }],
  [{ shell: 'eval "$V"', env: { set: { V: "{{v}}" } }, code: { v: "sh" } }],
  [{ command: ["sh"], stdin: 'printf "%s" "$INPUT_V"', ...env }],
  [{ command: ["sh", "{{@temp.f}}", "{{v}}"], tempFiles: { f: 'printf "%s" "$1"' } }],
  [{ shell: 'cd "$(git rev-parse --show-toplevel)" && git apply -', ...stdin }],
])("builds %j", async (spec) => {
  expect(await wrong(spec)).toEqual([]);
});

it.each<[object]>([
  [own('sort f > "$1"')],
  [own('w=a/$1; cat < "$w"')],
  [{ shell: 'sort f > "$INPUT_V"', ...env }],
  [{ shell: 'read -r f; sort > "$f"', ...stdin }],
])("refuses %j, whose value names a file that isn't in `paths`", async (spec) => {
  expect(await wrong(spec)).toEqual([expect.stringContaining("redirect-not-a-path")]);
});

const given = { shell: "sh -s {{v}} <<'E'\necho \"$1\"\nE\n" };
it.each<[object]>([
  [{ command: ["sh", "-s", "{{v}}"], stdin: 'echo "$1"' }],
  [{ command: ["sh", "-s", "--", "{{v}}"], stdin: 'echo "$1"' }],
  [{ command: ["bash", "-es", "{{v}}"], stdin: 'echo "$1"' }],
  [{ shell: "printf %s 'echo \"$1\"' | sh -s {{v}}" }],
  [{ shell: { bash: "bash -s -- {{v}} <<< 'echo \"$1\"'" } }],
  [given],
])("builds a script of the author's that a shell reads from its input, with a value as its argument: %j", async (spec) => {
  expect(await wrong(spec)).toEqual([]);
  const worse = JSON.parse(JSON.stringify(spec).replace("echo", "eval"));
  expect(await wrong(worse)).not.toEqual([]);
});

it.each<[object]>([
  [{ command: ["sh", "{{v}}", "-s"], stdin: "echo" }],
  [{ command: ["sh", "-sc", "{{v}}"] }],
  [{ command: ["sh", "-c", "-s", "{{v}}"] }],
  [{ command: ["git", "--config-env=alias.a=INPUT_V", "a"], ...env }],
  [{ command: ["git", "--config-env", "core.pager=INPUT_V", "log"], ...env }],
  [{ shell: "git --config-env=alias.a=INPUT_V a", ...env }],
])("refuses a value as the file or the setting that a program takes: %j", async (spec) => {
  expect(await wrong(spec)).not.toEqual([]);
});

it("builds a harmless setting of Git from a variable", async () => {
  expect(await wrong({ command: ["git", "--config-env=user.name=INPUT_V", "log"], ...env })).toEqual([]);
});
