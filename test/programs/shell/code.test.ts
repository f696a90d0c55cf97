import { afterAll, expect, it } from "vitest";
import { build, canaryFolder, runningValue, type Shell } from "./canary.js";

const folder = canaryFolder();
afterAll(folder.remove);

it.each([
  ["sh", "eval {{x}}"],
  ["sh", "sh -c {{x}}"],
  ["sh", "printf '%s' {{x}} | sh"],
  ["bash", "bash <<< {{x}}"],
  ["sh", 'w={{x}}; trap "$w" EXIT'],
  ["sh", 'v=$(printf %s {{x}}); eval "$v"'],
  ["sh", "sed -n {{x}} /etc/hostname"],
  ["sh", "printf '%s' {{x}} > f; sh ./f"],
] as const)("lets a value that `code` names be code, in a tool that is dangerous: %s: %s", async (shell: Shell, script) => {
  expect((await build(shell, script)).errors).not.toEqual([]);
  const { errors, tool } = await build(shell, script, { code: { x: "sh" }, risk: "safe" });
  expect([errors, tool?.risk.level]).toEqual([[], "dangerous"]);
  expect((await build(shell, script, { code: { y: "sh" } })).errors).not.toEqual([]);
});

it.each([
  ["sh", "echo '{{x}}'"],
  ["sh", "{{x}} a"],
  ["sh", "case a in {{x}}) ls ;; esac"],
] as const)("keeps a value out of places that are no text of a program, whatever `code` says: %s: %s", async (shell: Shell, script) => {
  expect((await build(shell, script, { code: { x: "sh" } })).errors.map(({ code }) => code)).toEqual(["shell-place"]);
});

it.each([
  ["sh", "echo {{x}} `echo \\`date\\``", "backquotes"],
  ["bash", "coproc cat; echo {{x}}", "a coprocess"],
  ["sh", "alias l='ls -l'; echo {{x}}", "an alias"],
  ["bash", 'n=a; printf -v "$n" %s b; echo {{x}}', "a variable whose name isn't written here"],
  ["bash", 'n=a; a=b; echo "${!n}" {{x}}', "a reference to a variable by its name"],
  ["bash", 'a=b; declare -n n=a; echo "$n" {{x}}', "a reference to a variable by its name"],
  ["sh", "echo 'ls' > f.sh; sh ./f.sh {{x}}", "a script that isn't written here"],
] as const)("refuses what values can't be followed through, in a script that has one: %s: %s", async (shell: Shell, script, what) => {
  const { errors } = await build(shell, script);
  expect(errors).toMatchObject([{ code: "shell-unfollowed", message: expect.stringContaining(`through ${what}`) }]);
  expect((await build(shell, script.replace("{{x}}", "a"))).errors).toEqual([]);
  expect((await build(shell, script.replace("{{x}}", "{{n}}"))).errors).toEqual([]);
});

it("names a value as the script does, and by no variable of the compiled script", async () => {
  for (const script of ["printf 'a:\n\t%s\n' {{x}} | make -f -", 'make -C {{x}}; printf "%s\n" {{x}} | xargs tar -cf a.tar']) {
    const { errors } = await build("sh", script);
    expect(errors.length).toBeGreaterThan(0);
    expect(errors.map(({ message }) => message).join("\n")).not.toContain("toolgen");
  }
});

it("names the line where a value would be code, and what brought it there", async () => {
  const { errors } = await build("sh", 'w={{x}}\nprintf %s "$w" > f\nv=$(cat f)\nls\neval "$v"\n');
  expect(errors).toMatchObject([{ code: "shell-variable", message: expect.stringContaining("the value of 'x'") }]);
});

it.each([
  `printf %s {{x}} | ${"cat | ".repeat(1_000)} wc`,
  `printf %s {{x}} > f0\n${Array.from({ length: 500 }, (_, i) => `cat f${i} > f${i + 1}`).join("\n")}`,
  `${Array.from({ length: 500 }, (_, i) => `v${500 - i}=$(printf %s "$v${499 - i}")`).join("\n")}\nv0={{x}}`,
  `${Array.from({ length: 300 }, (_, i) => `k${i}() { k${i + 1} "$1"; }`).join("\n")}\nk0 {{x}}`,
])("follows values through hundreds of commands, in whatever order they stand: %#", async (script) => {
  expect((await build("sh", script)).errors).toEqual([]);
});

it("has an oracle that sees a value run", async () => {
  expect(folder.makesCanary("dash", ["-c", 'eval "$x"'], { x: "touch canary" })).toBe(true);
  expect(folder.makesCanary("dash", ["-c", 'echo "$x"'], { x: "touch canary" })).toBe(false);
  expect(await runningValue(folder, { shell: "sh", script: "echo {{x}}" })).toBeUndefined();
});
