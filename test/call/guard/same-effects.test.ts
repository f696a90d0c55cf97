import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { splitPipeline } from "../../../src/call/split-pipeline.js";
import { repeat, sampled } from "../../kit/repeat.js";
import { corpora, Fixture } from "./run-both.js";

const fixture = new Fixture();
afterAll(() => fixture.remove());

const corpus = readFileSync(join(corpora, "pipelines.jsonl"), "utf8").trim().split("\n");
const tags = new Map(corpus.map((line): [string, string] => [JSON.parse(line).input, JSON.parse(line).tag]));
const kind = (input: string) => tags.get(input) ?? "";
const strippable = [...tags.keys()].filter((input) => splitPipeline(input).strip);
// What sh takes for a mistake, it takes for one under guard, too, but at another place.
const posix = strippable.filter((input) => !/<<<|<\(|\|&/.test(input));

const plainly = ({ status, stdout, stderr, files }: ReturnType<Fixture["run"]>) => ({ status, stdout, stderr, files });

describe("a guarded command prints, returns and leaves what the plain one does", () => {
  it.each(sampled(strippable, { usual: 12, kind }))("in bash: %s", (command) => {
    const guarded = fixture.runGuarded(command, "bash");
    expect(guarded && plainly(guarded)).toEqual(fixture.run(command, "bash"));
  });

  it.each(sampled(posix, { usual: 8, kind }))("in sh: %s", (command) => {
    const guarded = fixture.runGuarded(command, "sh");
    expect(guarded && plainly(guarded)).toEqual(fixture.run(command, "sh"));
  });
});

const producer = fc.constantFrom(
  ...["cat lines.txt", "npm test 2>&1", "pytest -q", "git log --oneline", "(cd src && ls)", "{ echo a; echo b >&2; }", "bigfail", "true"],
  ...[
    "for f in src/*; do echo $f; done",
    "cat evil.txt",
    "printf 'a\\0b'",
    "cat nosuch.txt",
    "false",
    "exit 3",
    'cat <<< "$HOME"',
    "ls | tac",
  ],
  ...["echo x > made.txt; cat made.txt", "echo 'a | b' | tee copy.txt", "find . -name '*.ts' | xargs wc -l", "if true; then echo yes; fi"],
);
const filter = fc.constantFrom(
  ...[
    "head -2",
    "head -n 1",
    "tail -1",
    "tail -n +2",
    "grep -n 1",
    "grep -v line",
    "grep nosuch",
    "sort -r",
    "sort | uniq -c",
    "wc -l",
    "cut -c1-3",
  ],
  ...[
    "sed -n '1,2p'",
    "sed 's/l/L/g'",
    "awk '{print $1}'",
    "tr a-z A-Z",
    "less",
    "cat",
    "LC_ALL=C sort -u",
    "head -c 5",
    "grep -i 'FAIL' 2>/dev/null",
  ],
);
const before = fc.constantFrom("", "", "", "cd src && ", "test -d src && ", "export A=1 && ", "true; ", "time ", "! ");
const after = fc.constantFrom("", "", "", "", " ", " # the end", " > out.txt", "; echo $?", " || echo no", " &");
const commands = fc
  .tuple(before, producer, fc.array(filter, { minLength: 1, maxLength: 3 }), fc.constantFrom(" | ", "|", " |\n  ", " |& "), after)
  .map(([first, made, filters, pipe, last]) => `${first}${[made, ...filters].join(pipe)}${last}`);

it("starts no program of the developer's that runs tests or builds", () => {
  const { stdout } = fixture.run("rm bin/*; for name in npm pnpm pytest cargo docker node npx make; do command -v $name; done", "bash");
  expect(stdout).toBe("");
});

it("changes nothing of what random commands do", { timeout: 600_000 }, () => {
  fc.assert(
    fc.property(commands, (command) => {
      // How long it took differs from run to run.
      if (command.startsWith("time ")) return;
      const guarded = fixture.runGuarded(command, "bash");
      if (guarded === undefined) return;
      const plain = fixture.run(command, "bash");
      // Where nothing reads on, a plain producer may complain of that; a guarded one is read to its end.
      const stderr = command.includes("head") ? {} : { stderr: plain.stderr };
      expect(plainly(guarded)).toMatchObject({ status: plain.status, stdout: plain.stdout, files: plain.files, ...stderr });
    }),
    { numRuns: repeat({ usual: 4, soak: 200, long: 3000 }) },
  );
});

it("takes the two parts from the command as they are written", () => {
  fc.assert(
    fc.property(commands, (command) => {
      const split = splitPipeline(command);
      if (!split.strip) return;
      expect(command).toContain(split.pipeline);
      expect(command).toContain(split.cleaned.replace(/ 2>&1$/, ""));
    }),
    { numRuns: 2000 },
  );
});
