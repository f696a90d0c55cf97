import fc from "fast-check";
import { expect, it } from "vitest";
import { compiledTool } from "../../kit/compiled.js";

const properties = {
  s: { type: "string", pattern: "^[^-]" },
  optional: { type: "string", pattern: "^[^-]" },
  n: { type: "integer" },
  b: { type: "boolean" },
  option: { enum: ["-c", "-x"] },
  file: { enum: ["a", "b"] },
  plain: { type: "string", pattern: "^[a-z]+$" },
  dashed: { type: "string", pattern: "^[a-z=-]+$" },
  slashes: { type: "string", pattern: "^[a-z/]+$" },
  digits: { type: "string", pattern: "^[0-9]+$" },
  words: { type: "array", items: { type: "string", pattern: "^[a-z]+$" } },
  xs: { type: "array", items: { type: "string", pattern: "^[^-]" } },
};

async function wrong(command: unknown, more: object = {}) {
  const schema = { properties, required: Object.keys(properties).filter((name) => name !== "optional") };
  const spec = { name: "t", description: "d", kind: "execute", schema, command, ...more };
  const { diagnostics } = await compiledTool(JSON.stringify(spec));
  return diagnostics.filter(({ code }) => code === "evaluated-argument").map(({ message }) => message.replace(/, so .*/, ""));
}

const stdin = { stdin: "a {{s}}" };
const tempFiles = { tempFiles: { t: "a {{s}}" } };

it.each([
  [["bash"], stdin, "bash evaluates its standard input"],
  [["sh", "-s"], stdin, "sh evaluates its standard input"],
  [["sh", "-s", "--", "a"], stdin, "sh evaluates its standard input"],
  [["sh", "-xs", "a"], stdin, "sh evaluates its standard input"],
  [["bash", "-"], stdin, "bash evaluates its standard input"],
  [["bash", "/dev/stdin"], stdin, "bash evaluates its standard input"],
  [["bash", "/proc/self/fd/0"], stdin, "bash evaluates its standard input"],
  [["bash", "-i", "script"], stdin, "bash evaluates its standard input"],
  [["bash", "-o", "pipefail"], stdin, "bash evaluates its standard input"],
  [["python3", "-"], stdin, "python3 evaluates its standard input"],
  [["python3", "-i", "a.py"], stdin, "python3 evaluates its standard input"],
  [["node"], stdin, "node evaluates its standard input"],
  [["node", "-r", "./a.js"], stdin, "node evaluates its standard input"],
  [["sed", "-f", "-", "a"], stdin, "sed evaluates its standard input"],
  [["sed", "--file=/dev/stdin", "a"], stdin, "sed evaluates its standard input"],
  [["awk", "-f", "/dev/stdin", "a"], stdin, "awk evaluates its standard input"],
  [["make", "-f", "-"], stdin, "make evaluates its standard input"],
  [["sqlite3", "a.db"], stdin, "sqlite3 evaluates its standard input"],
  [["psql", "-d", "a"], stdin, "psql evaluates its standard input"],
  [["ssh", "host"], stdin, "ssh evaluates its standard input"],
  [["ssh", "host", "sh"], stdin, "sh evaluates its standard input"],
  [["timeout", "5", "env", "A=b", "bash"], stdin, "bash evaluates its standard input"],
  [["nice", "-n", "5", "nohup", "setsid", "sudo", "-u", "a", "python3"], stdin, "python3 evaluates its standard input"],
  [["docker", "exec", "-i", "c", "sh"], stdin, "sh evaluates its standard input"],
  [["kubectl", "exec", "-i", "p", "--", "bash"], stdin, "bash evaluates its standard input"],
  [["busybox", "sh"], stdin, "sh evaluates its standard input"],
  [["xargs", "sh", "-c"], stdin, "sh evaluates its standard input"],
  [["xargs", "-I", "{}", "sh", "-c", "ls {}"], stdin, "sh evaluates its standard input"],
  [["xargs", "-I%", "timeout", "5", "sed", "%", "a"], stdin, "sed evaluates its standard input"],
  [["xargs", "-n", "1", "bash"], stdin, "bash evaluates its standard input"],
  [["bash", "{{@temp.t}}"], tempFiles, "bash evaluates the file @temp.t"],
  [["timeout", "5", "python3", "{{@temp.t}}"], tempFiles, "python3 evaluates the file @temp.t"],
  [["sed", "-f", "{{@temp.t}}", "a"], tempFiles, "sed evaluates the file @temp.t"],
  [["awk", "-f{{@temp.t}}", "a"], tempFiles, "awk evaluates the file @temp.t"],
  [["make", "--file={{@temp.t}}"], tempFiles, "make evaluates the file @temp.t"],
  [["node", "--import", "{{@temp.t}}", "a.js"], tempFiles, "node evaluates the file @temp.t"],
])("finds in %j that a value reaches program text by %j", async (command, more, message) => {
  expect(await wrong(command, more)).toEqual([message]);
  expect(await wrong(command, { ...more, code: { s: "sh" } })).toEqual([]);
});

it.each([
  [["bash", "script.sh"], stdin],
  [["bash", "-c", "wc"], stdin],
  [["python3", "-c", "pass"], stdin],
  [["python3", "a.py"], stdin],
  [["node", "-e", "1"], stdin],
  [["psql", "-c", "select 1"], stdin],
  [["sqlite3", "a.db", "select 1"], stdin],
  [["sed", "-f", "a.sed"], stdin],
  [["wc"], stdin],
  [["timeout", "5", "cat"], stdin],
  [["ssh", "host", "wc", "-l"], stdin],
  [["xargs", "-n", "1", "wc"], stdin],
  [["xargs", "-I", "{}", "sed", "p", "{}"], stdin],
  [["cat", "{{@temp.t}}"], tempFiles],
  [["bash", "{{@temp.t}}"], { tempFiles: { t: "ls {{n}} {{file}} {{plain}}" } }],
  [["bash"], { stdin: "ls {{n}} {{file}} {{plain}}" }],
  [["bash", "{{@specDir}}/a.sh", "{{s}}"], {}],
  [["node", "--import", "{{@specDir}}/a.js", "{{@workspace}}/b.js"], {}],
])("takes %j for a command that reads no program of the model's by %j", async (command, more) => {
  expect(await wrong(command, more)).toEqual([]);
});

// What a row says is tried for every row by test/programs/table/table.test.ts. These are about how words become
// arguments.
it.each([
  [["sed", "{{#if b}}-e p{{/if}}", "{{s}}"]],
  [["sed", "{{optional}}", "{{s}}"]],
  [["sed", "--unknown", "a", "{{s}}"]],
  [["awk", "-F", "-f", "{{s}}"]],
  [["sh", "{{option}}", "{{s}}"]],
  [["sh", "-{{#if b}}c{{/if}}", "{{s}}"]],
  [["sh", "-c", "-e", "{{s}}"]],
  [["sh", "-c", "-o", "errexit", "{{s}}"]],
  [["sh", "-co", "errexit", "{{s}}"]],
  [["bash", "-o", "pipefail", "{{s}}"]],
  [["ssh", "{{#each xs}}{{this}}{{/each}}"]],
  [["psql", "-qc{{s}}"]],
  [["tar", "--use-compress-prog={{s}}", "-xf", "a"]],
  [["sh", "{{plain}}"]],
  [["sudo", "{{plain}}"]],
  [["npx", "{{plain}}"]],
  [["git", "{{s}}"]],
  [["make", "CC={{plain}}"]],
  [["make", "all", "CFLAGS+={{s}}"]],
  [["env", "LD_PRELOAD={{s}}", "ls"]],
  [["find", ".", "-exec", "sh", "-c", "{{s}}", ";"]],
  [["timeout", "{{n}}", "xargs", "sed", "{{s}}"]],
  [["prog", "run", "--", "bash", "-lc", "{{s}}"]],
  [["powershell", "-NoProfile", "-Command", "Get-Item", "{{s}}"]],
  [["pwsh", "-Comm", "{{s}}"]],
  [["cmd.exe", "/C", "dir", "{{s}}"]],
])("refuses a value in %j", async (command) => {
  expect(await wrong(command)).not.toEqual([]);
});

it.each([
  [["make", "{{plain}}"]],
  [["make", "CC={{file}}"]],
  [["sh", "-c", 'grep "$1" f', "sh", "{{s}}"]],
  [["sh", "-c", 'grep "$0" f', "{{s}}"]],
  [["sh", "script.sh", "-c", "{{s}}"]],
  [["python3", "tool.py", "{{s}}"]],
  [["sed", "-n", "-i.bak", "-e", "p", "{{s}}"]],
  [["perl", "-0777", "-e", "print <STDIN>", "{{s}}"]],
  [["command", "-v", "{{s}}"]],
  [["node", "--check", "{{s}}"]],
  [["bash", "-n", "{{s}}"]],
  [["docker", "logs", "{{s}}"]],
  [["docker", "run", "--rm", "-w", "/w", "image", "wc", "{{s}}"]],
  [["kubectl", "-n", "a", "exec", "{{s}}", "--", "uptime"]],
  [["ssh", "-o", "ConnectTimeout={{n}}", "{{s}}", "uptime"]],
  [["find", "{{s}}", "-name", "{{s}}", "-exec", "wc", "{{s}}", ";"]],
  [["git", "-C", "{{s}}", "log", "-n", "{{n}}", "{{s}}"]],
  [["go", "test", "-run", "{{s}}", "./..."]],
  [["curl", "-d", "{{s}}", "{{s}}"]],
])("takes %j for a command that evaluates nothing", async (command) => {
  expect(await wrong(command)).toEqual([]);
});

it.each([
  [["sh", "-c", "{{s}}"], "regex", false],
  [["sh", "-c", "{{s}}"], "jq", false],
  [["sh", "-c", "{{s}}"], "graphql", false],
  [["sh", "-c", "{{s}}"], "sql", false],
  [["sh", "-c", "{{s}}"], "python", true],
  [["psql", "-c", "{{s}}"], "sql", true],
  [["clickhouse-client", "-q", "{{s}}"], "sql", true],
  [["cypher-shell", "{{s}}"], "cypher", true],
  [["sudo", "{{s}}"], "sql", false],
  [["psql", "-v", "{{s}}"], "sql", false],
  [["git", "-c", "{{s}}", "log"], "other", true],
])("takes for %j the word %s in `code`: %s", async (command, language, isEnough) => {
  expect((await wrong(command, { code: { s: language } })).length === 0).toBe(isEnough);
});

// A plain pattern admits names of programs: it is enough only where the author's own text makes the value an argument.
type Line = readonly [command: readonly string[], more?: object];
const stdinOf = (text: string): Line => [["bash"], { stdin: text }];
it.each<Line>([
  [["sh", "-c", "{{plain}}"]],
  [["sh", "-c", " {{plain}}"]],
  [["sh", "-c", "git log; {{plain}}"]],
  [["sh", "-c", "git log | {{plain}}"]],
  [["sh", "-c", "git log & {{plain}}"]],
  [["sh", "-c", "git log && {{plain}} x"]],
  [["sh", "-c", "({{plain}})"]],
  [["sh", "-c", "{ {{plain}}; }"]],
  [["sh", "-c", "git log\n{{plain}}"]],
  [["sh", "-c", "git log `{{plain}}`"]],
  [["sh", "-c", "git log $({{plain}})"]],
  [["sh", "-c", "if true; then {{plain}}; else {{plain}}; fi"]],
  [["sh", "-c", "while true; do {{plain}}; done"]],
  [["sh", "-c", "X=1 {{plain}}"]],
  [["sh", "-c", "X={{plain}} ls"]],
  [["sh", "-c", "git log{{#if b}};{{/if}} {{plain}}"]],
  [["sh", "-c", "{{#if b}}git log {{/if}}{{plain}}"]],
  [["sh", "-c", "echo {{#each words}}{{this}};{{/each}}"]],
  [["sh", "-c", "echo {{join words ';'}}"]],
  [["sh", "-c", "sudo {{plain}}"]],
  [["sh", "-c", "eval {{plain}}"]],
  [["sh", "-c", "timeout 5 {{plain}}"]],
  [["sh", "-c", "sed {{plain}} f"]],
  [["sh", "-c", "ls $(cat {{plain}})"]],
  [["sh", "-c", "echo {{plain}} | sh"]],
  [["sh", "-c", "x={{plain}}; $x"]],
  [["sh", "-c", "set -- {{plain}}; $1"]],
  [["sh", "-c", "cd {{plain}}; ./run"]],
  [["sh", "-c", "echo {{plain}} > f; sh f"]],
  [["sh", "-c", "git log {{dashed}}"]],
  [["ssh", "host", "{{plain}}"]],
  [["ssh", "host", "sudo", "{{plain}}"]],
  [["powershell", "-Command", "Get-Item", "{{plain}}"]],
  [["sed", "-e", "{{plain}}"]],
  [["sed", "-e", "1{{plain}}"]],
  [["sed", "s/a/b/{{plain}}"]],
  [["sed", "s/a/{{plain}}/e"]],
  [["sed", "s/a/{{slashes}}/"]],
  [["perl", "-e", "{{plain}}"]],
  [["perl", "-e", "system('{{plain}}')"]],
  [["awk", "{{plain}}"]],
  [["awk", 'BEGIN { system("{{plain}}") }']],
  [["python3", "-c", "import {{plain}}"]],
  [["psql", "-c", "{{plain}}"]],
  [["psql", "-c", "\\! {{plain}}"]],
  [["psql", "-c", "select load('{{plain}}')"]],
  [["make", "-f", "{{plain}}"]],
  [["make", "--eval", "{{plain}}"]],
  stdinOf("{{plain}}"),
  stdinOf("ls\n{{plain}}"),
])("refuses a plain text that may be a program in %j", async (command, more = {}) => {
  expect(await wrong(command, more)).not.toEqual([]);
});

it.each<Line>([
  [["sh", "-c", "git log {{plain}}"]],
  [["sh", "-c", "git log --author={{dashed}} | head -n 3"]],
  [["sh", "-c", "git log --oneline '{{plain}}'"]],
  [["sh", "-c", "git log{{#if b}} --all{{/if}} {{plain}}"]],
  [["sh", "-c", "if git diff --quiet {{plain}}; then echo same; fi"]],
  [["sh", "-c", "{{digits}}"]],
  [["ssh", "host", "systemctl", "status", "{{plain}}"]],
  [["sed", "-n", "/{{plain}}/p"]],
  [["sed", "s/{{plain}}/x/g"]],
  [["sed", "-n", "{{digits}}p"]],
  [["psql", "-c", "select count(*) from {{plain}}"]],
  [["jq", ".{{plain}}"]],
  stdinOf("cat <<< a; git log {{plain}}"),
])("takes a plain text for data in %j", async (command, more = {}) => {
  expect(await wrong(command, more)).toEqual([]);
});

it.each([
  [{ command: ["awk", "BEGIN { system(ARGV[1]) }", "{{s}}"] }, "awk"],
  [{ command: ["sed", "s/.*/&/e"], stdin: "{{s}}" }, "sed"],
  [{ command: ["awk", "-v", "s={{s}}", "BEGIN { system(s) }"] }, "awk"],
  [{ command: ["python3", "-c", "import os, sys; os.system(sys.argv[1])", "{{s}}"] }, "python"],
  [{ command: ["python3", "-c", "exec(open(argv[1]).read())", "{{@temp.t}}"], tempFiles: { t: "{{s}}" } }, "python"],
  [{ command: ["node", "-e", "eval(process.env.INPUT_S)"], env: { set: { INPUT_S: "{{s}}" } } }, "javascript"],
])("refuses a value for a program text that runs what it gets: %j", async (more, language) => {
  const spec = {
    name: "t",
    description: "d",
    kind: "execute",
    schema: { properties: { s: { type: "string" } }, required: ["s"] },
    ...more,
  };
  const codes = async (code: object) => {
    const { diagnostics } = await compiledTool(JSON.stringify({ ...spec, ...code }));
    return diagnostics.filter(({ severity }) => severity === "error").map(({ code: one }) => one);
  };
  expect(await codes({})).toEqual(["evaluated-argument"]);
  expect(await codes({ code: { s: language } })).toEqual([]);
});

const wrapper = fc.constantFrom([], ["sudo"], ["env"], ["timeout", "5"], ["nice", "-n", "5", "sudo", "-n"]);
const writer = fc.constantFrom<(file: string) => readonly string[]>(
  (file) => ["tee", file],
  (file) => ["tee", "-a", file],
  (file) => ["dd", `of=${file}`],
  (file) => ["sort", "-o", file],
  (file) => ["sort", `--output=${file}`],
);
const trustedFile = fc.constantFrom("Makefile", ".bashrc", "package.json", ".git/hooks/pre-commit", "/etc/cron.d/a", "/etc/sudoers.d/a");

it("takes no text, and no plain word, into a file that programs run, whichever program writes it", async () => {
  await fc.assert(
    fc.asyncProperty(wrapper, writer, trustedFile, async (before, write, file) => {
      const command = [...before, ...write(file)];
      const problem = `${command[0]} writes what it gets to '${file}', which programs run or obey because of its name`;
      expect(await wrong(command, stdin)).toEqual([problem]);
      expect(await wrong(command, { stdin: "{{plain}}" })).toEqual([problem]);
      expect(await wrong(command, { ...stdin, code: { s: "other" } })).toEqual([]);
      expect(await wrong([...before, ...write("notes.txt")], stdin)).toEqual([]);
    }),
    { numRuns: 8 },
  );
});

it.each([
  ["s/a/{{slashes}}/", ["sed evaluates this argument"]],
  ["s|a|{{slashes}}|g", []],
  ["s/a/{{plain}}/e", ["sed evaluates this argument"]],
  ["s/a/{{plain}}/w f", ["sed evaluates this argument"]],
  ["s/a/{{s}}/", ["sed evaluates this argument"]],
  ["s/^a\\.b = .*/a = {{plain}}/", []],
  ["/{{plain}}/p", []],
  ["{{plain}}", ["sed evaluates this argument"]],
])("judges a word in %s of sed by whether it can end the part", async (text, problems) => {
  expect(await wrong(["sed", "-n", text, "a"])).toEqual(problems);
});

it.each([
  [["runuser", "bob", "-c", "{{s}}"], "su evaluates this argument"],
  [["runuser", "-", "bob", "-c", "{{s}}"], "su evaluates this argument"],
  [["runuser", "bob", "-c", 'eval "$0"', "{{s}}"], "su loads the program, module or setting that this argument names"],
  [["runuser", "-u", "bob", "--", "{{s}}"], "runuser loads the program, module or setting that this argument names"],
  [["runuser", "-u", "bob", "--", "sh", "-c", "{{s}}"], "sh evaluates this argument"],
])("reads runuser without -u as su: %j", async (command, problem) => {
  expect(await wrong(command)).toEqual([problem]);
  expect(await wrong(["runuser", "-u", "bob", "--", "cat", "{{file}}"])).toEqual([]);
});
