import { expect, it } from "vitest";
import type { CodeLanguageName } from "../../../src/programs/code-languages.js";
import { evaluatesInput, movesFiles } from "../../../src/programs/table/evaluates-input.js";

it.each<[CodeLanguageName, string]>([
  ["awk", "{ system($0) }"],
  ["awk", 'BEGIN { system("ls " ARGV[1]) }'],
  ["awk", "{ print | c }"],
  ["awk", '{ print $0 | "sh" }'],
  ["awk", '{ print $0 | "/bin/bash -s" }'],
  ["awk", '{ print | "sort " f }'],
  ["awk", "{ $1 | getline x }"],
  ["awk", '{ "date -d " $1 | getline x }'],
  ["sed", "s/.*/&/e"],
  ["sed", "e"],
  ["sed", "1e"],
  ["sed", "p;s,a,b,ge"],
  ["python", "import os,sys; os.system(sys.argv[1])"],
  ["python", "exec(input())"],
  ["python", "import subprocess,sys; subprocess.run(sys.argv[1], shell=True)"],
  ["python", "from os import system; system(input())"],
  ["javascript", 'require("child_process").execSync(process.argv[1])'],
  ["javascript", "eval(process.argv[1])"],
  ["javascript", "new Function(process.argv[1])()"],
  ["javascript", "require(process.argv[1])"],
  ["perl", "system($ARGV[0])"],
  ["perl", "system $_"],
  ["perl", "eval shift"],
  ["perl", "print `ls $ARGV[0]`"],
  ["perl", "open(F, $ARGV[0]); print <F>"],
  ["ruby", "system ARGV[0]"],
  ["ruby", "eval(gets)"],
  ["php", "system($argv[1]);"],
  ["php", "eval($argv[1]);"],
  ["lua", "os.execute(arg[1])"],
])("sees that a text of %s runs what it gets: %s", (language, text) => {
  expect(evaluatesInput(language, text)).toBe(true);
});

it.each<[CodeLanguageName, string]>([
  ["awk", "$1 == name { print $2 }"],
  ["awk", '{ print $2 | "sort -u" }'],
  ["awk", 'BEGIN { system("date") }'],
  ["awk", 'BEGIN { while (("date" | getline l) > 0) print l }'],
  ["awk", "/a|b/ { n++ } END { print n }"],
  ["awk", '$1 ~ /a|b/ || $2 == "x|y" { print }'],
  ["awk", "{ a[$1] = a[$1] + $2 } END { for (k in a) print k, a[k] }"],
  ["awk", "NR > 1 { while ((getline line < f) > 0) print line }"],
  ["sed", "s/a/b/g; s/c/e/"],
  ["sed", "/start/,/end/p"],
  ["sed", "s|the|tree|"],
  ["sed", "$d;s/e$/E/"],
  ["python", "import json,sys; print(json.load(sys.stdin)['a'])"],
  ["python", "import re,sys; print(re.compile('a').sub('b', sys.argv[1]))"],
  ["python", "import subprocess,sys; subprocess.run(['ls', '--', sys.argv[1]])"],
  ["python", "import ast; print(ast.literal_eval(input()))"],
  ["python", 'import os; os.system("date")'],
  ["javascript", 'console.log(JSON.parse(require("fs").readFileSync(0, "utf8")).a)'],
  ["javascript", "console.log(/a(b)/.exec(process.argv[1])?.[1])"],
  ["javascript", 'require("child_process").execFileSync("ls", ["--", process.argv[1]])'],
  ["perl", 'print "$1\\n" while $ARGV[0] =~ /(\\d+)/g'],
  ["perl", 'open(my $f, "<", $ARGV[0]); print <$f>'],
  ["perl", "eval { die }; print 1"],
  ["perl", 'system("ls", "--", $ARGV[0])'],
  ["ruby", 'require "json"; puts JSON.parse(ARGV[0])["a"]'],
  ["php", "echo strlen($argv[1]);"],
  ["lua", "print(#arg[1])"],
])("sees that a text of %s runs nothing that it gets: %s", (language, text) => {
  expect(evaluatesInput(language, text)).toBe(false);
});

it("sees that a text gives a file another name", () => {
  expect(["os.symlink('a', 'b')", "shutil.copy('a', 'b')", "fs.renameSync('a', 'b')"].map(movesFiles)).toEqual([true, true, true]);
  expect(["print(1)", "open('a').read()"].map(movesFiles)).toEqual([false, false]);
});
