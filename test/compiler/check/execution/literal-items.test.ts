import { expect, it } from "vitest";
import { compiledTool } from "../../../kit/compiled.js";

async function told(more: object) {
  const schema = { properties: { file: { type: "string" }, n: { type: "integer" } } };
  const text = JSON.stringify({ name: "t", description: "d", kind: "read", schema, ...more });
  const { diagnostics } = await compiledTool(text);
  return diagnostics
    .filter(({ code }) => code !== "unused-parameter")
    .map(({ code, severity, column, help }) => ({ code, severity, help, at: text.slice(column - 1) }));
}

it.each([
  [["sort", "{{file}}", ">", "out.txt"], ">", "`shell: …`"],
  [["ls", "-l", "|", "head"], "|", "`shell: …`"],
  [["make", "2>&1"], "2>&1", "`shell: …`"],
  [["make", "all", "&&", "make", "test"], "&&", "`shell: …`"],
  [["ls", ";", "ls"], ";", "`shell: …`"],
  [["ls", "~/notes"], "~", "in `paths`"],
  [["ls", "--directory=~/notes"], "~", "in `paths`"],
  [["ls", "$HOME/notes"], "$HOME", "{{@workspace}}"],
  [["ls", "a/$" + "{PWD}/b"], "$" + "{PWD}", "{{@workspace}}"],
  [["curl", "--user=$MY_TOKEN"], "$MY_TOKEN", "env: { pass: [NAME] }"],
  [["kill", "$(cat pid)"], "$(cat pid)", "`shell: …`"],
  [["wc", "-l", "*.txt"], "*.txt", "{{#each files}}"],
  [["grep", "-n", "TODO", "src/*.ts"], "src/*.ts", "{{#each files}}"],
  [["wc", ["-l", "*.txt"]], "*.txt", "{{#each files}}"],
  [["wc", "{file}"], "{file}", "Write {{file}}."],
  [["wc", "--files={file}"], "{file}", "Write {{file}}."],
  [["wc", "$file"], "$file", "Write {{file}}."],
  [["wc", "$" + "{file}"], "$" + "{file}", "Write {{file}}."],
  [["wc", "{% if n %}-l{% endif %}"], "{% if n %}", "{{#if x}}"],
] as const)("warns in %j of what only a shell or another language would do", async (command, at, help) => {
  const [only, ...others] = await told({ command });
  expect(others).toEqual([]);
  expect(only).toMatchObject({ code: "literal-item", severity: "warning", help: expect.stringContaining(help) });
  expect(only?.help).toContain("write the command as one string and quote it there");
  expect(only?.at.startsWith(at)).toBe(true);
});

it.each([
  [["awk", "-F", "|", '{ print $1, $NF > "/dev/stderr" }', "{{file}}"]],
  [["awk", "$HOME_1 > 3"]],
  [["cut", "-d", ";", "-f1"]],
  [["sort", "--field-separator", "|"]],
  [["find", ".", "-name", "*.ts", "-exec", "wc", "-l", "{}", ";"]],
  [["fd", "-x", "wc", "{}", ";"]],
  [["expr", "1", ">", "2"]],
  [["git", "log", "--format=%h <%an> $n", "HEAD~1", "--", "*.ts"]],
  [["git", "show", "HEAD~", ":/fix"]],
  [["prettier", "--check", "src/**/*.ts"]],
  [["rg", "a*b|c", "--glob", "*.ts"]],
  [["grep", "-r", "*.txt"]],
  [["ls", "-I", "*.o"]],
  [["bash", "-c", "ls $HOME | wc -l > out"]],
  [["docker", "run", "alpine", "sh", "-c", "$HOME/run"]],
  [["ssh", "host", "ls", "~/notes", "|", "head"]],
  [["jq", ".items[] | {name, n}", "--arg", "n", "{{n}}"]],
  [["jq", "$ENV.HOME"]],
  [["make", "CFLAGS=$(EXTRA)"]],
  [["printf", "{}", "{other}", "\\{{file}}", "100%"]],
])("says nothing of %j", async (command) => {
  expect((await told({ command, allowLeadingDash: [] })).filter(({ code }) => code === "literal-item")).toEqual([]);
});

it("takes what is quoted in a command of one string for meant", async () => {
  expect(await told({ command: "wc '*.txt' '>' '$HOME' '~/a' '{file}'" })).toEqual([]);
  expect((await told({ command: "wc *.txt" })).map(({ code, severity }) => [code, severity])).toEqual([["shell-syntax", "error"]]);
});

it("looks at a platform's command too", async () => {
  const found = await told({ command: ["wc"], platforms: { macos: { command: ["gwc", ">", "a"] } } });
  expect(found.map(({ code }) => code)).toEqual(["literal-item"]);
});
