import { expect, it } from "vitest";
import { build } from "./canary.js";

// What is printed without quotes becomes several words: the second may be an option.
it.each([
  "ls $(echo {{x}})",
  "git log $(echo {{x}} | tr a b)",
  'w={{x}}; ls $(echo "$w")',
  "f() { wc $(cat {{p}}); }; f",
  "w=$(echo {{x}}); ls $w",
  "[ $(echo {{x}}) = a ]",
  "set -- $(echo {{x}})",
  "printf $(echo {{x}})",
] as const)("refuses what may become an option: %s", async (script) => {
  const { errors } = await build("sh", script, { allowLeadingDash: ["x"] });
  expect(errors).not.toEqual([]);
});

it.each([
  'ls -- "$(echo {{x}})"',
  "ls $(date) {{x}}",
  "echo $(echo {{x}})",
  'for f in $(echo {{x}}); do echo "$f"; done',
  "head -n $(wc -l < {{p}}) {{p}}",
  "ls $(echo {{e}} {{n}})",
  "printf '%s' \"$(echo a@b {{x}} | cut -d@ -f1)\"",
  'ls --sort="$(echo {{x}})"',
] as const)("takes what stays one word, or is the author's: %s", async (script) => {
  const { errors } = await build("sh", script, { allowLeadingDash: ["x"] });
  expect(errors.map(({ code, message }) => `${code} ${message}`)).toEqual([]);
});

const stdin = { stdin: "{{x}}" };
const env = { env: { set: { INPUT_X: "{{x}}" } } };

// Each line that xargs reads may be an option. So may a value that comes by standard input or a variable: no call checks its first character.
it.each<[string, object?]>([
  ["echo {{x}} | xargs ls"],
  ["echo {{x}} | xargs -n 1 ls a"],
  ["echo {{x}} | xargs -- ls"],
  ["echo {{x}} | xargs -I{} ls {}"],
  ["echo {{x}} | xargs --replace=% ls %"],
  ["echo {{x}} | timeout 5 xargs env A=b ls"],
  ["echo {{x}} | xargs ./mytool"],
  ["printf %s {{x}} > f; xargs -a f ls"],
  ["git ls-files -- {{p}} | xargs wc -l"],
  ["find {{p}} | xargs ls"],
  ["find {{p}} -print0 | xargs ls"],
  ["find {{p}} -print0 | xargs -P0 ls"],
  ["find {{p}} -print0 | xargs -0 -d ' ' ls"],
  ["find {{p}} -printf '%P\\0' -print0 | xargs -0 ls"],
  ["find . -name {{x}} -exec cat {} + -print0 | xargs -0 ls"],
  ["find {{x}} -print0 | xargs -0 ls", { allowLeadingDash: ["x"] }],
  ['f={{x}}; find "$f" -print0 | xargs -0 ls'],
  ['find . -print0 "$(echo {{x}})" | xargs -0 ls'],
  ["find . -name {{x}} -print0 | cut -z -c 3- | xargs -0 ls"],
  ["find . -name {{x}} -print0 | sort | xargs -0 ls"],
  ["{ find . -print0; printf %s {{x}}; } | xargs -0 ls"],
  ["find() { echo {{x}}; }; find . -print0 | xargs -0 ls"],
  ["git ls-files -z -- {{p}} | xargs -0 ls"],
  ["cat {{p}} | xargs -0 ls"],
  ["ls {{p}} | xargs -0 ls"],
  ["xargs ls", stdin],
  ['read -r l; ls "$l"', stdin],
  ['while read -r l; do ls "$l"; done', stdin],
  ['ls "$(cat)"', stdin],
  ["ls $(cat)", stdin],
  ['ls "$INPUT_X"', env],
  ["ls $INPUT_X", env],
  ['grep -e "$INPUT_X" f', env],
  // A piece of a value, for a program with options that run something.
  ['printf "%s" {{x}} | while read -r l; do tar -cf o.tar f "$l"; done'],
  ['for l in $(echo {{x}}); do tar -cf o.tar f "$l"; done'],
  ['w={{x}}; tar -cf o.tar f "${w#?}"'],
  ['tar -cf o.tar f "$(echo {{x}} | tail -n 1)"'],
  ['f() { tar -cf o.tar f "$1"; }; for l in $(echo {{x}}); do f "$l"; done'],
])("refuses what could be an option: %s %j", async (script, more = {}) => {
  const { errors } = await build("sh", script, more);
  expect(errors).toHaveLength(1);
});

it.each<[string, object?]>([
  ["echo {{x}} | xargs"],
  ["echo {{x}} | xargs -n 1 echo a"],
  ["echo {{x}} | xargs ls --"],
  ["echo {{x}} | xargs -0 -n 1 printf '%s\\n'"],
  ["echo {{x}} | xargs -I{} ls -- {}"],
  ["echo {{x}} | xargs -I{} ls --sort={} a{}"],
  ["echo {{x}} | xargs sh -c 'ls -- \"$@\"' _"],
  ["echo {{x}} | xargs awk '{ print }'"],
  ["find . -name '*.md' | xargs ls; echo {{x}}"],
  ["git ls-files | xargs -n 1 wc -l; echo {{x}}"],
  ["echo {{e}} {{n}} | xargs ls"],
  ["find {{p}} -print0 | xargs -0 shellcheck"],
  ["find {{x}} -type f -print0 | xargs -0r ls"],
  ["find -L ./{{x}} src -print0 2>/dev/null | xargs --null -n 1 ls"],
  ["find . -name {{x}} -print0 | xargs -n 1 -0 ls"],
  ["find . -name {{x}} -print0 | xargs -0 -I% ls %"],
  ['find . -name "*{{x}}" -maxdepth 2 -print0 | sort -z | xargs -0 ls'],
  ["find src -newer {{p}} -print0 | sort -zu | xargs -0 ls"],
  ['f={{x}}; find src -name "$f" -print0 | xargs -0 ls'],
  ["xargs ls --", stdin],
  ['read -r l; ls -- "$l"; echo "$l"; [ "$l" = a ]', stdin],
  ['ls -- "$INPUT_X"; printf %s "$INPUT_X"', env],
  ['ls "$INPUT_P"', { env: { set: { INPUT_P: "{{p}}" } } }],
  ['printf "%s" {{x}} | while read -r l; do tar -cf o.tar -- "$l"; done'],
  ['for l in $(echo {{x}}); do wc -l "$l"; done'],
  ['w={{x}}; v=$w; git log "$v"; tar -cf o.tar "${w:-a}"'],
  ['for l in a {{x}}; do git log "$l"; done'],
  ['git log --author="$(echo {{x}} | tail -n 1)"'],
])("takes what is no option: %s %j", async (script, more = {}) => {
  const { errors } = await build("sh", script, more);
  expect(errors.map(({ code, message }) => `${code} ${message}`)).toEqual([]);
});

it("says how to write it", async () => {
  const { errors } = await build("sh", "echo {{x}} | xargs ls");
  expect(errors).toMatchObject([
    { code: "possible-option", message: expect.stringContaining("'ls'"), help: expect.stringContaining("xargs grep -e word --") },
  ]);
});
