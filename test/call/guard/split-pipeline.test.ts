import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { splitPipeline } from "../../../src/call/split-pipeline.js";

const partsOf = (command: string) => {
  const split = splitPipeline(command);
  return split.strip ? [split.cleaned, split.pipeline] : split.reason;
};

describe("filters are found", () => {
  it.each([
    ["npm test 2>&1 | awk '$3 > 5 {print $1}'", "npm test 2>&1", "awk '$3 > 5 {print $1}'"],
    ["npm test | awk '/FAIL|ERR/ {print $2}'", "npm test", "awk '/FAIL|ERR/ {print $2}'"],
    ["npm test | grep -E 'a|b' -A3 | tail -n +5 2>/dev/null", "npm test", "grep -E 'a|b' -A3 | tail -n +5 2>/dev/null"],
    ["timeout 60 npm test | grep -v '^$' | less", "timeout 60 npm test", "grep -v '^$' | less"],
    ["a | sort -k2,2n -t, | uniq -c", "a", "sort -k2,2n -t, | uniq -c"],
    ["a | sed 's|a|b|g;s#[/#]#x#' | sed -E 's/[^/]+$//'", "a", "sed 's|a|b|g;s#[/#]#x#' | sed -E 's/[^/]+$//'"],
    ["a | sed '1!G;h;$!d'", "a", "sed '1!G;h;$!d'"],
    ["a | jq --arg n 1 '.[0].first | .halted'", "a", "jq --arg n 1 '.[0].first | .halted'"],
    ['a | head -n "$N"', "a", 'head -n "$N"'],
    ["time npm test | tail -3", "time npm test", "tail -3"],
    ["a\\\n| head -3", "a", "head -3"],
    ["timeout 5 tail -f x | head", "timeout 5 tail -f x", "head"],
    ["docker compose up -d | head", "docker compose up -d", "head"],
    ["cat <<'X' | grep a | head -1 # c\nfoo a\nX", "cat <<'X'\nfoo a\nX", "grep a | head -1"],
    ["a | tee log | \\grep x | command head", "a | tee log", "\\grep x | command head"],
    ["[ -f x ] && a | head", "[ -f x ] && a", "head"],
    ["mkdir -p d && ls | head -2", "mkdir -p d && ls", "head -2"],
    ["source venv/bin/activate && pytest | tail", "source venv/bin/activate && pytest", "tail"],
    ["shopt -s globstar; ls **/*.ts | head", "shopt -s globstar; ls **/*.ts", "head"],
    ["f() { pytest -q; }\nf | tail -3", "f() { pytest -q; }\nf", "tail -3"],
    ["sudo journalctl -u nginx --no-pager | tail", "sudo journalctl -u nginx --no-pager", "tail"],
    ["sudo -n systemctl status postgres | head", "sudo -n systemctl status postgres", "head"],
  ])("%s", (command, cleaned, pipeline) => {
    expect(partsOf(command)).toEqual([cleaned, pipeline]);
  });
});

describe("a command stays whole", () => {
  it.each([
    ["a | awk '{print > \"f\"}'", "does more than filter"],
    ["a | awk '{print | \"sh\"}'", "does more than filter"],
    ["a | awk '{while ((getline l < \"f\") > 0) print l}'", "does more than filter"],
    ["a | sed -n '/a/,/b/p;10q'", "does more than filter"],
    ["a | sed -e 's/a/b/w f'", "does more than filter"],
    ["a | sed 's/x/y/e'", "does more than filter"],
    ["a | sed -n 'r /etc/passwd'", "does more than filter"],
    ["a | sort -ro out", "`sort -ro` does more than filter."],
    ["a | sort --outp=x", "`sort --outp=x` does more than filter."],
    ["a | sort --compress-program=sh", "does more than filter"],
    ["a | uniq - out", "`uniq out` does more than filter."],
    ["a | grep -m1 x", "`grep -m1` does more than filter."],
    ["a | grep -rn x", "does more than filter"],
    ["a | tail -f", "`tail -f` does more than filter."],
    ["a | rg --pre sh x", "does more than filter"],
    ["a | jq 'include \"x\"; .'", "does more than filter"],
    ["a | yq 'load(\"f\")'", "does more than filter"],
    ["a | tr -d '\\000'", "does more than filter"],
    ["a | head -n $N", "The shell expands an argument of `head`."],
    ["a | grep *.c", "The shell expands an argument of `grep`."],
    ['a | grep "$(cat x)"', "The shell expands an argument of `grep`."],
    ['A=1 && a | grep "$A"', "The shell expands an argument of `grep`."],
    ["a | tee x | grep y > z", "The output of `grep` is redirected."],
    ["! a | head", "`!` inverts its exit status."],
    ["a | head || true", "`||` decides what runs."],
    ["a | (head)", "The last command isn't a filter."],
    ["yes | head -3", "`yes` doesn't end by itself."],
    ["npm run dev | head", "`npm run dev` doesn't end by itself."],
    ["(cd x && journalctl -u y -f) | grep z", "`journalctl -u y -f` doesn't end by itself."],
    ["while true; do date; sleep 1; done | head -3", "`while …` doesn't end by itself."],
    ["for ((;;)); do date; done | head", "`for ((;;))` doesn't end by itself."],
    ["tr a b < /dev/urandom | head", "`tr /dev/urandom` doesn't end by itself."],
    ["mkdir -v x && a | head", "A command before the pipeline may print output that isn't filtered."],
    ["shopt; a | head", "There are several commands."],
    ["shopt globstar && a | head", "A command before the pipeline may print output that isn't filtered."],
    ["set -x & a | head", "There are several commands."],
    ["cd x || exit; a | head", "There are several commands."],
    ["head() { cat > y; }; a | head", "A function takes the place of a filter."],
    ["kubectl get pods -w | head -3", "`kubectl get pods -w` doesn't end by itself."],
    ["cargo watch -x test | head", "`cargo watch -x test` doesn't end by itself."],
    ["npx vite | head", "`vite` doesn't end by itself."],
    ["sudo -u root tail -f x | head", "`tail -f x` doesn't end by itself."],
    ["exec npm test | tail -3", "`exec` replaces the shell that would keep the exit code."],
    ["(trap 'rm -f x' EXIT; npm test) | tail -3", "`trap` would show or replace the guard's own."],
    ["trap | head", "`trap` would show or replace the guard's own."],
    ["ls # x | head", "There is no pipeline at the end."],
    ['a | head "', "The command isn't complete, or has a mistake in its syntax."],
  ])("%s", (command, reason) => {
    expect(partsOf(command)).toContain(reason);
  });

  it("where a spec doesn't list the filter", () => {
    expect(splitPipeline("a | sort | head", ["head"])).toMatchObject({ strip: true, cleaned: "a | sort" });
    expect(splitPipeline("a | sort", ["head"])).toMatchObject({ strip: false });
  });
});

const quiet = fc.constantFrom(
  ...[
    "cd x",
    "mkdir -p a/b",
    "source venv/bin/activate",
    ". ./.env",
    "export A=1",
    "A=1",
    "shopt -s nullglob",
    "set -e",
    "set -o pipefail",
  ],
  ...["[ -f x ]", "test -d y", "[[ a == b ]]", "rm -f x", "touch y", "cp a b", "declare -A m", "f() { make; }", "umask 022"],
  ...["command -v rg > /dev/null", "npm ci >/dev/null 2>&1", "make 2>&1 > build.log", "(cd x; make) &> log"],
);
const loud = fc.constantFrom(
  "ls",
  "echo a",
  "cd -",
  "export",
  "set",
  "shopt",
  "alias",
  "mkdir -pv x",
  "rm -v y",
  "ulimit -n",
  "make",
  "sleep 1",
  "make >&2",
  "make > /dev/tty",
  "make 2> /dev/null",
  "make < Makefile",
  "exec > log",
  "eval 'trap ls EXIT' > log",
);

it("finds filters after any commands that print nothing, and not after one that may print", () => {
  const joined = fc.constantFrom(" && ", "; ", "\n", ";\n ");
  fc.assert(
    fc.property(fc.array(fc.tuple(quiet, joined), { minLength: 1, maxLength: 4 }), fc.option(fc.tuple(loud, fc.nat(4))), (parts, other) => {
      const before = parts.map(([command, join]) => command + join);
      if (other !== null) before.splice(other[1], 0, `${other[0]} && `);
      const command = `${before.join("")}npm test | tail -5`;
      expect(partsOf(command), command).toEqual(other === null ? [`${before.join("")}npm test`, "tail -5"] : expect.any(String));
    }),
  );
});

it.each([
  ["continued lines", "a \\\n \\\n| head", "a"],
  ["a continued line after a backslash", "a \\\\\\\n | head", "a \\\\"],
  ["comments", "a | head\n\n  # b\n\t#c\n", "a"],
])("leaves out %s at the end", (_, command, cleaned) => {
  expect(splitPipeline(command)).toMatchObject({ strip: true, cleaned });
});

it("keeps white space within a command, and empty lines of a here-document", () => {
  const [spaces, lines] = [" ".repeat(30_000), "\n".repeat(30_000)];
  expect(splitPipeline(`a${spaces}b | head`)).toMatchObject({ strip: true, cleaned: `a${spaces}b` });
  expect(splitPipeline(`cat <<X | head\n${lines}X`)).toMatchObject({ strip: true, cleaned: `cat <<X\n${lines}X` });
});
