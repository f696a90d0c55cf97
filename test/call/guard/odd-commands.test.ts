import { afterAll, expect, it } from "vitest";
import { splitPipeline } from "../../../src/call/split-pipeline.js";
import { sampled } from "../../kit/repeat.js";
import { Fixture } from "./run-both.js";

// Commands in which a pipeline stands where one isn't expected, run plain and under guard. Most of them stay whole.

const fixture = new Fixture();
afterAll(() => fixture.remove());

/** By what is odd about them. */
const kinds: Readonly<Record<string, readonly string[]>> = {
  "nested pipelines": [
    "(seq 9 | head -5) | tail -2",
    "{ seq 9 | head -5; echo end; } | tail -2",
    "echo $(seq 9 | tail -1) | tr 9 8",
    "cat <(seq 9 | head -4) | tail -1",
    "seq 9 | tee >(head -1 >&2) | tail -1",
    "seq 9 | (head -3; cat) | wc -l",
    "seq 3 | while read n; do echo n$n | tr n m; done | sort -r",
    "seq 3 | xargs -I{} sh -c 'echo {} | tr 1 2' | sort | uniq -c",
    "if seq 3 | grep -c 2; then echo yes; fi | tail -1",
    "for i in 1 2; do seq $i | tail -1; done | head -n 1",
    "case x in x) seq 4 ;; esac | head -2",
    "[[ a == a ]] && seq 4 | tail -n 2",
    "(( 1 )) && seq 4 | tail -n 2",
    "select x in a; do break; done </dev/null | head -1",
  ],
  "operators and keywords": [
    "(echo out; echo err >&2) |& sort",
    "(echo out; echo err >&2) 2>&1 | sort | head -1",
    "(echo out; echo err >&2) 2>/dev/null | tail -1",
    "(echo out; echo err >&2) 2>&1 >/dev/null | tail -1",
    "! seq 3 | grep -q 9",
    "! false | head -1",
    "coproc seq 3 | head -1",
    "seq 3 | head -1 &",
    "seq 3 & seq 2 | tail -1",
    "seq 3 | head -1; wait",
    "seq 3 | head -1 && echo done",
    "seq 3 | grep 9 || echo none",
    "exec seq 5 | tail -2",
    "exec 3>&1; seq 3 | tail -1 >&3",
    "command seq 5 | command tail -2",
    "builtin echo a | cat | tail -1",
    "env A=1 sh -c 'echo $A' | tail -1",
  ],
  text: [
    "seq 3 | tail -1 # seq | head",
    "# a comment\nseq 3 | tail -1",
    "seq 3 \\\n  | tail \\\n  -n 1",
    "seq 3 |\n# between\ntail -1",
    "cat <<< 'a | head -1' | tail -1",
    "cat <<'EOF' | tail -1\na | head\n$(touch made)\nEOF",
    "cat <<EOF | sort | tail -1\n$(seq 3)\nEOF",
    "cat <<-EOF | head -1\n\ta\n\tb\n\tEOF",
    "cat <<A - <<B | tail -1\none\nA\ntwo\nB",
    "printf 'a\\r\\nb\\r\\n' | tail -n 1",
    "seq 3 | tail -n 1\r",
    "echo 'žluťoučký kůň 🐎' | cut -c1-6",
    "echo '日本語 | head' | tail -1",
    "printf '%s\\n' 'it'\\''s' \"a\\\"b\" | head -2",
    'echo "${HOME:+set}" | tail -1',
    "echo $'a\\nb' | tail -n1",
    "echo {1..9} | tr ' ' '\\n' | tail -n 2",
    "  \t seq 3 | tail -1  \t ",
    "seq 3 | tail -1;",
  ],
  "options of filters": [
    "seq 9 | head -n-5",
    "seq 9 | head -n -5",
    "seq 9 | tail +3",
    "seq 9 | tail -n +8",
    "seq 9 | tail -2c",
    "seq 9 | head -2 -q",
    "seq 9 | head --lines=2",
    "seq 9 | sed -n '$p'",
    "seq 9 | sed 3q",
    "seq 9 | sed '/3/,/5/!d'",
    "seq 9 | awk 'END{print NR}'",
    "seq 9 | awk -F: -v n=3 '$1>n'",
    "seq 9 | grep -c . ",
    "seq 9 | grep -e 1 -e 2 --color=never",
    "seq 9 | grep '['",
    "seq 9 | head -z",
    "seq 9 | sort --nosuch",
    "seq 9 | head nosuch.txt",
    "seq 9 | wc -l -",
    "seq 9 | tr -d '\\n' | wc -c",
    "seq 9 | uniq -c | sort -rn | head -3 | cut -c1-8 | cat",
    "seq 9 | less",
    "seq 9 | more | cat",
    "seq 9 | cat -n | tail -1",
  ],
  "state of the shell": [
    "alias head='tail'; seq 9 | head -1",
    "head() { echo mine; }; seq 9 | head -1",
    "seq() { echo mine; exit 4; }; seq 9 | tail -1",
    "set -o pipefail; false | head -1",
    "set -e; false | head -1; echo after",
    "false | head -1; echo ${PIPESTATUS[0]}",
    "x=$(false | tail -1); echo $?",
    "trap 'echo ended' EXIT; seq 9 | tail -1",
    "export A=5 && seq $A | tail -1",
    "A=5; seq $A | tail -1",
    "A=3 seq 9 | tail -1",
    "cd src && ls | head -2",
    "cd nosuch && ls | head -2",
    "cd src && { pwd; exit 3; } | tail -c 5",
    "umask 077 && (touch made; ls -l made) | cut -c1-10",
    "ulimit -f 1 && seq 99999 | tail -1",
    "test -f nosuch && seq 9 | tail -1",
    "true && seq 9 | tail -1",
    "{ trap; seq 2; } | tail -3",
    "{ trap 'echo ended' EXIT; seq 3; exit 4; } | tail -1",
    "(trap '' PIPE; seq 3) | tail -1",
    "declare -p | grep -ci toolgen",
    "ls nosuch src |& cat |& tail -2",
    "timeout 0.2 sleep 5 | tail -1",
    "{ (sleep 0.2; touch late; echo x) & seq 3; } | tail -1",
    "(seq 3 & wait) | tail -1",
    "eval 'seq 3; false' | tail -1",
    "source <(echo seq 3) | tail -1",
    "until false; do break; done | tail -1",
    "while read -r a b; do echo $b; done < lines.txt | tail -1",
    "exec < lines.txt && cat | tail -1",
    "seq 3 |\u00a0tail -1",
    "seq 3 | tail -1\u2028",
    "\ufeffseq 3 | tail -1",
    "seq 3 | $'tail' -1",
  ],
  effects: [
    "(echo a > made; cat made) | head -1",
    "seq 9 | tee made | head -1",
    "seq 9 > made | head -1",
    "(seq 50000; touch made) | tail -1",
    "git log --oneline | wc -l",
    "git status --short | head -3",
    "find . -name '*.ts' -exec wc -l {} + | tail -1",
    "ls nosuch 2>&1 | tail -1",
    "nosuchcommand 2>&1 | cut -d: -f3 | tail -1",
    "false | true | tail -1",
    "(exit 7) | wc -l",
    "kill -9 $$ | tail -1",
    "(echo a; exec 1>&-; echo b) 2>/dev/null | tail -1",
    "printf '' | tail -1",
    "printf 'no newline' | tail -1",
    "seq 3 | tail -1 < nums.txt",
    "time -p true | head -1",
  ],
};
const commands = Object.values(kinds).flat();
const kindOf = (command: string) => Object.keys(kinds).find((kind) => kinds[kind]?.includes(command)) ?? "";

// How long `time` took differs from run to run.
const guarded = commands.filter((command) => splitPipeline(command).strip && !command.startsWith("time "));

it.each(sampled(guarded, { usual: 18, kind: kindOf }))("does the same under guard: %s", (command) => {
  const { status, stdout, stderr, files } = fixture.runGuarded(command, "bash") ?? {};
  expect({ status, stdout, stderr, files }).toEqual(fixture.run(command, "bash"));
});

/** Commands that only bash can read. */
const isBash = (command: string) => /select|<<<|[<>]\(|\|&|coproc|\[\[|\(\( |builtin|\{1\.\.|\$'/.test(command);
const posix = guarded.filter((command, i) => i % 4 === 0 && !isBash(command));

it.each(sampled(posix, { usual: 8, kind: kindOf }))("does the same in sh: %s", (command) => {
  const { status, stdout, stderr, files } = fixture.runGuarded(command, "sh") ?? {};
  expect({ status, stdout, stderr, files }).toEqual(fixture.run(command, "sh"));
});

it("only adds bash's word about a signal that ended the producer", () => {
  const command = "sh -c 'echo a; kill -15 $$' | tail -1";
  const { stderr, ...others } = fixture.run(command, "bash");
  const ran = fixture.runGuarded(command, "bash");
  expect(ran).toMatchObject({ ...others, codes: "143 143 " });
  expect([stderr, ran?.stderr]).toEqual(["", expect.stringMatching(/Terminated/)]);
});

it("guards enough of them to say something", () => {
  expect(guarded.length).toBeGreaterThan(50);
});
