import { expect, it } from "vitest";
import { compiledTool } from "../../compiled.js";

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
])("builds %j", async (spec) => {
  expect(await wrong(spec)).toEqual([]);
});
