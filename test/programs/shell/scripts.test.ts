import { spawnSync } from "node:child_process";
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import { buildArgv } from "../../../src/call/build-command.js";
import { sentencesOf } from "../../call/sentences.js";
import { compiledTool } from "../../kit/compiled.js";
import { repeat } from "../../kit/repeat.js";
import { temporaryFolder } from "../../kit/temporary-folder.js";

const folder = temporaryFolder("shell");

/** Scripts, right and wrong: words and commands that an author may write, put into one another, and now and then a character that breaks them. */
const { script } = fc.letrec<{ word: string; statement: string; script: string }>((tie) => {
  const fill = (shapes: readonly string[]) =>
    fc
      .tuple(fc.constantFrom(...shapes), tie("word"), tie("word"), tie("statement"))
      .map(([shape, word, other, statement]) =>
        shape.replaceAll(/WORD|OTHER|STATEMENT/g, (hole) => (hole === "WORD" ? word : hole === "OTHER" ? other : statement)),
      );
  return {
    word: fc.oneof(
      { maxDepth: 3, depthIdentifier: "script", withCrossShrink: true },
      { weight: 6, arbitrary: fc.constantFrom("{{x}}", '"{{x}}"', "w={{x}}", '"a{{x}}"', "a{{x}}", "{{x}}{{x}}") },
      {
        weight: 4,
        arbitrary: fc.constantFrom('"$w"', "$w", "$v", '"$v"', '"$1"', "a", "1", "w", "-v", "-c", "-eq", "=", "'{{x}}'", "`{{x}}`"),
      },
      {
        weight: 2,
        arbitrary: fill([
          '"$(STATEMENT)"',
          "$(STATEMENT)",
          "$((WORD))",
          "`STATEMENT`",
          "<(STATEMENT)",
          'WORD"OTHER"',
          "WORD'OTHER'",
          "$WORD",
        ]),
      },
      {
        weight: 1,
        arbitrary: fill([
          "${w:-WORD}",
          '"${w#WORD}"',
          "${WORD}",
          "\\\\WORD",
          '"\\\\WORD"',
          '"\\\\\\\\WORD"',
          "{a,WORD}",
          "[WORD]",
          "$'WORD'",
          "a[WORD]=1",
        ]),
      },
    ),
    statement: fc.oneof(
      { maxDepth: 3, depthIdentifier: "script", withCrossShrink: true },
      { weight: 1, arbitrary: fc.constantFrom("echo {{x}}", 'echo "$w"', "w={{x}}", "eval {{x}}", "true") },
      {
        weight: 5,
        arbitrary: fill([
          "echo WORD OTHER",
          "w=WORD",
          "v=$w",
          "v=WORD OTHER",
          "printf %s WORD",
          "cat <<< WORD",
          "for w in WORD; do STATEMENT; done",
        ]),
      },
      {
        weight: 3,
        arbitrary: fill([
          "if STATEMENT; then echo WORD; fi",
          "f() { STATEMENT; }; f WORD",
          "case WORD in OTHER) STATEMENT ;; esac",
          "(STATEMENT)",
        ]),
      },
      {
        weight: 3,
        arbitrary: fill([
          "STATEMENT | cat",
          "STATEMENT | sh",
          "STATEMENT | WORD",
          "STATEMENT; STATEMENT",
          "{ STATEMENT; } && echo WORD",
          "! STATEMENT",
          "STATEMENT # WORD",
        ]),
      },
      {
        weight: 3,
        arbitrary: fill([
          "eval WORD",
          "sh -c WORD OTHER",
          "bash -c 'echo \"$0\"' WORD",
          "WORD OTHER",
          "command WORD",
          "exec WORD OTHER",
          "env WORD OTHER",
          ". WORD",
        ]),
      },
      {
        weight: 3,
        arbitrary: fill([
          "[ WORD = OTHER ]",
          "[ -n WORD ]",
          "[ WORD ]",
          "test WORD OTHER",
          "[[ WORD == OTHER ]]",
          "[[ WORD -gt OTHER ]]",
          "[[ WORD =~ OTHER ]]",
          "[[ -v WORD ]]",
        ]),
      },
      {
        weight: 2,
        arbitrary: fill([
          "declare -i w=WORD",
          "declare -i w; w=WORD",
          "local w=WORD",
          "export w=WORD",
          "export WORD",
          "read WORD",
          "unset WORD",
          "let WORD",
          "printf -v WORD a",
        ]),
      },
      {
        weight: 2,
        arbitrary: fill([
          "cat <<E\nWORD\nE\n",
          "cat <<'E'\nWORD\nE\n",
          "sh <<E\nWORD\nE\n",
          "sh <<E\necho $w\nE\n",
          "cat <<E\n$w$(STATEMENT)\nE\n",
          "sh <<< WORD",
          "trap WORD EXIT",
          "(( WORD ))",
        ]),
      },
      {
        weight: 1,
        arbitrary: fill([
          "a=(WORD)",
          `echo "$\{a[WORD]}"`,
          `echo "$\{!w}"`,
          `echo "$\{w@P}"`,
          `echo "$\{HOME:w}" "$\{a[$w]}"`,
          "a=([WORD]=1)",
          "a[WORD]=1",
          "declare -n w=WORD; v=OTHER",
          "alias a=WORD\na",
          'set -- WORD; echo "$1"',
          "echo WORD | xargs echo",
        ]),
      },
    ),
    script: fc
      .tuple(tie("statement"), tie("statement"), fc.option(fc.constantFrom('"', "'", "\\\\", "`", ")", "$(", "#", "$", "\n")), fc.nat())
      .map(([first, second, breaker, at]) => {
        const text = `${first}\n${second}`;
        const place = at % (text.length + 1);
        return breaker === null || at % 4 > 0 ? text : text.slice(0, place) + breaker + text.slice(place);
      }),
  };
});

const attacks = [
  "touch canary",
  "$(touch canary)",
  "`touch canary`",
  "a[$(touch canary)]",
  "x=$(touch canary)",
  "\ntouch canary\n",
  "; touch canary;",
  '"; touch canary; "',
  "'; touch canary; '",
  '"$(touch canary)"',
  "'\"$(touch canary)\"'",
  "\nE\ntouch canary\n",
  ") touch canary",
  "a) touch canary;; esac",
  "1; touch canary",
  "1 + a[$(touch canary)]",
  "} ; touch canary; {",
  "| touch canary",
  "<(touch canary)",
];

// RUNS=5000 looks further, and elsewhere each time.
it.each(["sh", "bash"] as const)("compiles no script for %s in which a value runs, whatever the script is", async (shell) => {
  let accepted = 0;
  await fc.assert(
    fc.asyncProperty(script, async (text) => {
      if (!text.includes("{{x}}")) return;
      const spec = {
        name: "t",
        description: "d",
        kind: "read",
        schema: { properties: { x: { type: "string" } } },
        allowLeadingDash: ["x"],
        shell: { [shell]: text },
      };
      const { tool } = await compiledTool(JSON.stringify(spec));
      const command = tool?.definition.command;
      if (command === undefined) return;
      accepted++;
      for (const x of attacks) {
        const argv = buildArgv(command, { params: { x }, order: ["x"], specDir: folder, workspace: folder });
        if (!argv.ok) throw new Error(sentencesOf(argv).join("\n"));
        for (const program of shell === "sh" ? ["dash", "bash"] : ["bash"]) {
          rmSync(join(folder, "canary"), { force: true });
          spawnSync(program, argv.args, { cwd: folder, stdio: "ignore", timeout: 2_000, env: { PATH: process.env.PATH } });
          expect(existsSync(join(folder, "canary")), `${program} ran ${JSON.stringify(x)}`).toBe(false);
        }
      }
    }),
    process.env.RUNS === undefined ? { numRuns: repeat({ usual: 40, soak: 400 }), seed: 1 } : { numRuns: Number(process.env.RUNS) },
  );
  expect(accepted).toBeGreaterThan(0);
});
