import { copyFileSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import type { guardCall } from "../../../src/call/guard/guard-call.js";
import { temporaryFolder } from "../../kit/temporary-folder.js";

// guard.cjs has a part of the parser, and guard-rare.cjs all of it (scripts/usual-parser.mjs).

const assets = fileURLToPath(new URL("../../../dist/assets/", import.meta.url));
const require = createRequire(import.meta.url);
const extractors = ["head", "tail", "grep", "sed", "awk", "cut", "sort", "uniq", "wc", "less", "column", "jq", "tr"];

/** The command that a shell gets, with the random names of its files left out; `undefined` if it runs unchanged. */
function guardedBy(bundle: string, command: string): string | undefined {
  const loaded: { readonly guardCall: typeof guardCall } = require(bundle);
  const call = { program: "bash", args: ["-c", command], guard: { rules: { param: "command", slowMs: 1, extractors }, command } };
  const guarded = loaded.guardCall(call as unknown as Parameters<typeof guardCall>[0], process.env);
  guarded?.remove();
  return guarded?.call.args[1]?.replace(/guard-[0-9a-f]{16}/g, "guard");
}

const corpus = readFileSync(new URL("../../corpora/pipelines.jsonl", import.meta.url), "utf8")
  .trim()
  .split("\n")
  .map((line): string => JSON.parse(line).input);
const rare = [
  "cat <<EOF | tail -1\n$(seq 3)\nEOF",
  "for ((i = 0; i < 3; i++)); do echo $((i * 2)); done | head -1",
  "case $x in a|b) seq 3 ;; *) seq 4 ;; esac | tail -n 2",
  "[[ $x =~ ^a(b|c)$ ]] && seq 3 | tail -n 1",
  "echo ${x/a/b} ${y:1:2} $'a\\tb' | tr a b",
  "select x in a; do break; done | head -1",
  "a=(1 2 3) && echo a | tail -1",
];

it("decides on each command as the whole parser does", () => {
  for (const command of [...corpus, ...rare])
    expect({ command, guarded: guardedBy(join(assets, "guard.cjs"), command) }).toEqual({
      command,
      guarded: guardedBy(join(assets, "guard-rare.cjs"), command),
    });
});

it("needs the whole parser for rare commands alone", () => {
  const alone = join(temporaryFolder(), "guard.cjs");
  copyFileSync(join(assets, "guard.cjs"), alone);
  for (const command of ["npm test 2>&1 | tail -n 20", "cd src && FOO=\"$HOME\" ls -la | grep -v '^d' | sort | head -3"])
    expect(guardedBy(alone, command)).toContain("toolgen_code");
  expect(() => guardedBy(alone, rare[0] ?? "")).toThrow("guard-rare.cjs");
});
