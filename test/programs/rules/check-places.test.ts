import { expect, it } from "vitest";
import { askedValues } from "../../../src/programs/place-class.js";
import { compiled, compiledTool } from "../../kit/compiled.js";

const properties = {
  w: { type: "string", pattern: "^[a-z]+$" },
  s: { type: "string", pattern: "^[^-]" },
  e: { enum: ["a", "b"] },
  n: { type: "integer" },
};

async function risk(more: object) {
  const spec = { name: "t", description: "d", kind: "read", schema: { properties, required: Object.keys(properties) }, ...more };
  const { tool } = await compiledTool(JSON.stringify(spec));
  return [tool?.risk.level, ...new Set(askedValues(tool?.values ?? []).map(({ where }) => where))];
}

it.each([
  [{ command: ["prog", "{{s}}"] }, "prog"],
  [{ command: ["timeout", "5", "env", "prog", "--text={{s}}"] }, "prog --text"],
  [{ command: ["{{@specDir}}/prog", "{{s}}"] }, "prog"],
  [{ command: ["{{@specDir}}/cat", "{{s}}"] }, "cat"],
  [{ command: ["prog"], stdin: "{{s}}" }, "prog"],
  [{ command: ["prog", "{{@temp.t}}"], tempFiles: { t: "{{s}}" } }, "prog"],
  [{ shell: "cat < {{w}} | prog --x {{s}}", paths: { w: "read" } }, "prog --x"],
  [{ command: ["prog", "{{s}}"], paths: { s: "read" } }, "prog"],
  [{ command: ["sh", "-c", 'prog "$1"', "x", "{{s}}"] }, "prog"],
  [{ command: ["sh", "-c", "cat | prog"], stdin: "{{s}}" }, "prog"],
  [{ command: ["sh", "-s"], stdin: 'prog "$INPUT_S"', env: { set: { INPUT_S: "{{s}}" } } }, "prog"],
  [{ shell: "sh -c 'prog \"$1\"' _ {{s}}" }, "prog"],
  [{ command: ["cat", "{{s}}"], paths: { s: "read" }, platforms: { macos: { program: "prog" } } }, "prog"],
  [{ command: ["prog"], env: { set: { REGION: "{{s}}" } } }, "the variable REGION"],
  [{ command: ["git", "-c", "alias.q=!eval $INPUT_S", "q"], env: { set: { INPUT_S: "{{s}}" } } }, "the variable INPUT_S"],
  [{ command: ["python3", "-c", "print(1)", "{{s}}"] }, "python3"],
  [{ command: ["python3", "{{@specDir}}/prog.py", "{{s}}"] }, "python3"],
  [{ command: ["bash", "{{@specDir}}/prog.sh", "{{s}}"] }, "bash"],
  [{ command: ["timeout", "5", "node", "{{@specDir}}/prog.mjs"], stdin: "{{s}}" }, "node"],
  [{ shell: "perl -e 'print 1' -- {{s}}" }, "perl"],
  [{ command: ["find", "{{s}}", "-exec", "prog", "{}", "+"], paths: { s: "read" } }, "prog"],
  [{ command: ["find", ".", "-name", "{{s}}", "-exec", "python3", "{{@specDir}}/prog.py", "{}", "+"] }, "python3"],
  [{ command: ["fd", "-x", "prog", ";", "{{s}}"] }, "prog"],
  [{ command: ["xargs", "-0", "prog", "--"], stdin: "{{s}}" }, "prog"],
])("asks about a value in a place about which nothing is known: %j", async (more, program) => {
  expect(await risk(more)).toEqual(["moderate", program]);
});

it.each([
  [{ command: ["cat", "{{s}}"], paths: { s: "read" } }],
  [{ command: ["timeout", "5", "grep", "-e", "{{s}}"] }],
  [{ command: ["prog", "{{e}}", "{{n}}", "{{@workspace}}"] }],
  [{ command: ["prog"] }],
  [{ command: ["prog"], env: { set: { INPUT_S: "{{e}}", TZ: "{{s}}" } } }],
  [{ command: ["cat"], env: { set: { INPUT_S: "{{s}}" } } }],
  [{ command: ["awk", "-v", "s={{w}}", "{ print s }"] }],
  [{ command: ["sed", "-n", "/a/p"], stdin: "{{s}}" }],
  [{ command: ["jq", ".a", "--arg", "s", "{{s}}"] }],
  [{ command: ["python3", "-m", "json.tool"], stdin: "{{s}}" }],
  [{ command: ["python3", "{{@specDir}}/prog.py", "{{e}}", "{{n}}"] }],
  [{ command: ["prog", "{{w}}"] }],
  [{ command: ["prog", "{{s}}"], data: ["s"] }],
  [{ command: ["prog"], env: { set: { INPUT_S: "{{s}}" } } }],
  [{ command: ["prog"], env: { set: { REGION: "{{s}}" } }, data: ["s"] }],
  [{ command: ["find", "{{w}}", "-exec", "prog", ";"], paths: { w: "read" } }],
  [{ command: ["find", "{{w}}", "-exec", "wc", "{}", "+"], paths: { w: "read" } }],
  [{ command: ["find", "src", "-exec", "prog", "{}", "+"], stdin: "{{e}}" }],
  [{ command: ["sh", "-c", "grep {{w}}"] }],
  [{ command: ["sh", "-c", "prog {{e}} {{n}}"] }],
  [{ command: ["sh", "-c", "wc < prog; echo {{w}}"] }],
  [{ shell: 'count() { wc -l "$1"; }; cd {{w}} && count a', paths: { w: "read" } }],
])("leaves a tool safe whose values are in known places, or plain, or called data: %j", async (more) => {
  expect(await risk(more)).toEqual(["safe"]);
});

it.each([
  ["printf %s {{s}} | prog", "prog"],
  ["printf %s {{s}} | timeout 5 prog", "prog"],
  ["printf %s {{s}} | command prog", "prog"],
  ["printf %s {{s}} | grep a | prog", "prog"],
  ["printf %s {{s}} | tee f | prog", "prog"],
  ["printf %s {{s}} | { prog; wc; }", "prog"],
  ["printf %s {{s}} | (cd src && prog)", "prog"],
  ["printf %s {{s}} | while true; do prog; done", "prog"],
  ["show() { prog; }; printf %s {{s}} | show", "prog"],
  ['x={{s}}; printf %s "$x" | prog', "prog"],
  ["printf %s {{s}} | sh -c prog", "prog"],
  ["printf %s {{s}} | python3 -c 'print(1)'", "python3"],
  ["printf %s {{s}} | node {{@specDir}}/prog.mjs", "node"],
  ["printf %s {{s}} | bash {{@specDir}}/prog.sh", "bash"],
  ["printf %s {{s}} | ./prog.sh", "prog.sh"],
  ["prog <<< {{s}}", "prog"],
  ["prog <(printf %s {{s}})", "prog"],
  ["printf %s {{s}} > y.txt; prog y.txt", "prog"],
  ["printf %s {{s}} > y.txt; prog --in=y.txt", "prog --in"],
  ["printf %s {{s}} > y.txt; prog < y.txt", "prog"],
  ["printf %s {{s}} | tee y.txt; python3 prog.py y.txt", "python3"],
  ["printf %s {{s}} | xargs -0 prog --", "prog"],
  ["printf %s {{s}} | xargs -0 -I% prog a%", "prog"],
  ["printf %s {{s}} | xargs -0 -n 1 python3 prog.py --", "python3"],
  ["find . -name {{s}} -exec prog {} +", "prog"],
])("follows values in a script to a program that isn't known: %s", async (bash, program) => {
  expect(await risk({ shell: { bash }, paths: { w: "read" } })).toEqual(["moderate", program]);
  const [value = ""] = /\{\{[sw]\}\}/.exec(bash) ?? [];
  const inner = bash.replaceAll(value, value === "{{w}}" ? '"./$1"' : '"$1"').replaceAll("{{@specDir}}/", "");
  expect(await risk({ command: ["bash", "-c", inner, "x", value], paths: { w: "read" } })).toEqual(["moderate", program]);
});

it.each([
  "printf %s {{s}} | wc -c",
  "printf %s {{s}} | grep a | sort | head -n 1",
  "printf %s {{s}} | awk '{ print $1 }'",
  "printf %s {{s}} | xargs -0 -n 1 echo",
  "printf %s {{e}} | prog",
  "prog <<< {{n}}",
  "prog | grep -e {{s}}",
  "prog | while read -r x; do printf '%s %s' \"$x\" {{s}}; done",
  "prog; printf %s {{s}}",
  "printf %s {{s}}; printf a | prog",
  "test {{s}} = a && prog",
  "if [ -n {{s}} ]; then prog b; fi",
  "prog < f; wc -l < {{w}}",
  "printf %s {{s}} > y.txt; prog z.txt",
  "prog > y.txt; grep -e {{s}} y.txt",
  "wc -l {{w}}; find src -exec prog {} +",
  "find {{w}} -exec wc -l {} +",
])("leaves a script safe that gives its values to known programs only: %s", async (bash) => {
  expect(await risk({ shell: { bash }, paths: { w: "read" } })).toEqual(["safe"]);
});

it("raises a level that the author wrote, and lets no call run where the user cannot be asked", async () => {
  const spec = { name: "t", description: "d", kind: "read", risk: "safe", schema: { properties }, command: ["prog", "{{s}}"] };
  const { tool } = await compiledTool(JSON.stringify(spec));
  expect(tool?.definition.risk).toMatchObject({
    level: "moderate",
    requiresConfirmation: true,
    explicitConfirmation: true,
    levelFrom: "value",
  });
});

it("leaves a level as it is that is higher", async () => {
  expect(await risk({ command: ["prog", "{{s}}"], kind: "execute" })).toEqual(["dangerous", "prog"]);
  expect(await risk({ command: ["prog", "{{s}}"], kind: "edit" })).toEqual(["moderate", "prog"]);
  expect(await risk({ command: ["prog", "{{s}}"], risk: "dangerous" })).toEqual(["dangerous", "prog"]);
});

async function verdict(more: object) {
  const properties = { x: { type: "string" }, w: { type: "string", pattern: "^[a-z][a-z0-9.-]*$" }, e: { enum: ["a", "b"] } };
  const text = JSON.stringify(more);
  const used = Object.fromEntries(Object.entries(properties).filter(([name]) => text.includes(`{{${name}}}`)));
  const spec = { name: "t", description: "d", kind: "read", schema: { properties: used, required: Object.keys(used) }, ...more };
  const { tool, diagnostics } = await compiledTool(JSON.stringify(spec));
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  return errors.length > 0 ? errors.map(({ code }) => code).join() : tool?.risk.level;
}

it.each([
  [["curl", "-o", "{{x}}", "https://h.example"], {}, "file-not-a-path"],
  [["curl", "-o", "{{x}}", "https://h.example"], { paths: { x: "write" } }, "moderate"],
  [["curl", "-T", "{{x}}", "https://h.example"], {}, "file-not-a-path"],
  [["curl", "-T", "{{x}}", "https://h.example"], { paths: { x: "read" } }, "moderate"],
  [["ln", "-s", "a", "{{x}}"], {}, "file-not-a-path"],
  [["dd", "of={{x}}"], {}, "file-not-a-path"],
  [["git", "diff", "--no-index", "--output={{x}}", "a", "b"], {}, "file-not-a-path"],
  [["make", "release", "VERSION={{x}}"], {}, "evaluated-argument"],
  [["make", "release", "VERSION={{w}}"], {}, "safe"],
  [["make", "CC={{w}}"], {}, "evaluated-argument"],
  [["git", "{{e}}"], {}, "safe"],
  [["git", "{{w}}"], {}, "evaluated-argument"],
  [["npm", "{{x}}"], {}, "evaluated-argument"],
  [["acme", "{{w}}"], {}, "safe"],
  [["pytest", "{{x}}"], { paths: { x: "read" } }, "moderate"],
  [["tar", "-cf", "a.tar", "-T", "-"], { stdin: "{{x}}" }, "evaluated-argument"],
  [["tar", "-cf", "a.tar", "-T", "{{@temp.l}}"], { tempFiles: { l: "{{x}}" } }, "evaluated-argument"],
  [["jq", ".a", "{{@temp.l}}"], { tempFiles: { l: "{{x}}" } }, "safe"],
  [["sqlite3", "a.db", "{{x}}"], { code: { x: "sql" } }, "dangerous"],
  [["sqlite3", "-readonly", "-safe", "a.db", "{{x}}"], { code: { x: "sql" } }, "moderate"],
  [["kubectl", "apply", "--dry-run=server", "-f", "-"], { stdin: "{{x}}", code: { x: "other" } }, "moderate"],
  [["awk", "{ print $1 }"], { stdin: "{{x}}" }, "safe"],
  [["awk", "{ print > $1 }"], { stdin: "{{x}}" }, "moderate"],
])("decides on %j with %j: %s", async (command, more, expected) => {
  expect(await verdict({ command, ...more })).toBe(expected);
});

it("refuses at the call what would be more than a text", async () => {
  const guards = async (command: readonly string[]) => {
    const spec = { name: "t", description: "d", kind: "read", schema: { properties: { x: { type: "string" } }, required: ["x"] }, command };
    return (await compiledTool(JSON.stringify(spec))).tool?.definition.guards;
  };
  expect(await guards(["curl", "-d", "{{x}}", "https://h.example"])).toEqual([{ param: ["x"], kind: "file", where: "curl -d" }]);
  expect(await guards(["curl", "-d", "q={{x}}", "https://h.example"])).toBeUndefined();
  expect(await guards(["gh", "api", "x", "-F", "body={{x}}"])).toEqual([{ param: ["x"], kind: "file", where: "gh api -F" }]);
  expect(await guards(["make", "{{x}}"])).toEqual([{ param: ["x"], kind: "setting", where: "make" }]);
});

it.each([
  [{ command: ["git", "log", "--output={{x}}"] }, "'toolgen explain \"program:git log\"' shows what the table says about it."],
  [{ command: ["sh", "-c", "{{x}}"] }, "'toolgen explain program:sh' shows what the table says about it."],
  [{ command: ["curl", "-o", "{{x}}", "https://example.com"] }, "Write `paths: { x: write }`, or `readWrite` if the program does both."],
])("names the row of the table in the help of a refusal: %j", async (more, help) => {
  const schema = { properties: { x: { type: "string" } }, required: ["x"] };
  const { diagnostics } = await compiledTool(JSON.stringify({ name: "t", description: "d", kind: "read", schema, ...more }));
  expect(diagnostics.find(({ severity }) => severity === "error")?.help).toContain(help);
});

it("says how the project decides about a level that a rule can't lower", async () => {
  const schema = { properties: { x: { type: "string" }, dry: { type: "boolean" } }, required: ["x", "dry"] };
  const rules = [{ when: { dry: true }, level: "safe" }];
  const command = ["sh", "-c", "{{#if dry}}:{{/if}}{{x}}"];
  const spec = { name: "t", description: "d", kind: "read", schema, code: { x: "sh" }, risk: { rules }, command };
  const built = (config: object) =>
    compiled({ "toolgen.yaml": JSON.stringify({ version: 1, ...config }), "t.yaml": JSON.stringify(spec) }, []);
  const { diagnostics } = await built({});
  expect(diagnostics.find(({ code }) => code === "level-too-low")?.help).toContain("In toolgen.yaml, `risk: { t: safe }`");
  expect((await built({ risk: { t: "safe" } })).model.tools[0]?.risk).toMatchObject({ level: "safe", requiresConfirmation: false });
});
