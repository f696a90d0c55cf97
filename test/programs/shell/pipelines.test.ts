import { spawnSync } from "node:child_process";
import { expect, it } from "vitest";
import { compiledTool } from "../../kit/compiled.js";

const properties = { x: { type: "string" }, d: { type: "string", default: "." }, r: { type: "string" } };

async function told(shell: "sh" | "bash", script: string) {
  const spec = { name: "t", description: "d", kind: "read", schema: { properties, required: ["r"] }, shell: { [shell]: script } };
  const text = JSON.stringify(spec);
  const { diagnostics } = await compiledTool(text);
  const relevant = diagnostics.filter(({ code }) => code !== "unused-parameter");
  return relevant.map(({ code, severity, column, help }) => ({ code, severity, help, at: text.slice(column - 1) }));
}

const run = (shell: string, script: string) => spawnSync(shell, ["-c", script], { encoding: "utf8" });

it.each([
  ["sh", "git log | sort", "git log"],
  ["bash", "set -e; git log | sort | head -n 5", "git log"],
  ["bash", "printf a | git hash-object --stdin | head -c 7", "git hash-object"],
  ["sh", "printf a && git log | sort", "git log"],
  ["sh", "if true; then git log | sort; fi", "git log"],
  ["sh", "f() { git log | sort; }; f", "git log"],
  ["sh", "{ git log; } | sort", "{ git log"],
] as const)("warns of a pipeline that hides a failure, in a script for %s: %s", async (shell, script, place) => {
  const [only, ...others] = await told(shell, script);
  expect(others).toEqual([]);
  expect(only).toMatchObject({ code: "hidden-failure", severity: "warning" });
  expect(only?.at.startsWith(place)).toBe(true);
  expect(only?.help).toContain(shell === "bash" ? "`set -o pipefail` at the top" : "shell: { bash: … }");
});

it.each([
  ["bash", "set -euo pipefail; git log | sort"],
  ["bash", "set -o pipefail\ngit log | sort"],
  ["sh", "(set -o pipefail) 2>/dev/null && set -o pipefail; git log | sort"],
  ["sh", "printf '%s' {{r}} | wc -c"],
  ["sh", "if git log | grep -q {{r}}; then echo yes; fi"],
  ["sh", "! git log | grep -q {{r}}"],
  ["sh", "git log | sort || true"],
  ["sh", 'echo "$(git log | sort)"'],
] as const)("says nothing of a pipeline in a script for %s that hides none, or is asked for something else: %s", async (shell, script) => {
  expect(await told(shell, script)).toEqual([]);
});

it("takes `set -o pipefail` for bash's in a script for sh", async () => {
  expect(await told("sh", "set -e -o pipefail; git log | sort")).toMatchObject([{ code: "bash-in-sh", severity: "error" }]);
  expect(run("dash", "set -o pipefail; echo a")).toMatchObject({ status: 2, stdout: "" });
});

it("advises what bash and sh do as it says", () => {
  expect(run("bash", "false | sort").status).toBe(0);
  expect(run("bash", "set -o pipefail; false | sort").status).toBe(1);
  expect(run("bash", "set -o pipefail; yes | head -n 1 || [ $? -eq 141 ]")).toMatchObject({ status: 0, stdout: "y\n" });
  expect(run("dash", "out=$(false) || exit; printf '%s\\n' \"$out\" | sort").status).toBe(1);
  expect(run("dash", "out=$(printf 'b\\na') || exit; printf '%s\\n' \"$out\" | sort")).toMatchObject({ status: 0, stdout: "a\nb\n" });
});

it.each([
  ["sh", "ls {{x}}", "{{x}}"],
  ["sh", 'ls -- "{{x}}"', "{{x}}"],
  ["bash", "set -o pipefail; rg {{r}} {{x}} | sort", "{{x}}"],
  ["bash", 'a=({{r}}); wc "${a[@]}" {{x}}', "{{x}}"],
  ["sh", 'set -- {{x}}; ls "$@"', "{{x}}"],
] as const)("warns of an argument that may be empty, in a script for %s: %s", async (shell, script, place) => {
  const [only, ...others] = await told(shell, script);
  expect(others).toEqual([]);
  expect(only).toMatchObject({ code: "empty-argument", severity: "warning" });
  expect(only?.at.startsWith(place)).toBe(true);
});

it.each([
  ["sh", "ls {{r}} {{d}}"],
  ["sh", "ls --x={{x}} a/{{x}} -n {{x}}"],
  ["sh", "echo {{x}}; printf '%s' {{x}}"],
  ["sh", '[ -z {{x}} ] || set -- "$@" {{x}}; ls "$@"'],
  ["sh", "if [ -n {{x}} ]; then ls {{x}}; fi"],
  ["sh", "case {{x}} in '') ls ;; *) ls {{x}} ;; esac"],
  ["bash", "[[ {{x}} ]] && ls {{x}}"],
  ["sh", 'f() { [ -n "$1" ] && ls "$1"; }; f {{x}}'],
  ["sh", "sh -c 'echo \"$1\"' _ {{x}}"],
] as const)("says nothing of an argument that isn't empty, or whose script asks, in a script for %s: %s", async (shell, script) => {
  expect(await told(shell, script)).toEqual([]);
});
