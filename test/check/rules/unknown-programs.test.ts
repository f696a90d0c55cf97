import { expect, it } from "vitest";
import { compiledTool } from "../../compiled.js";

const properties = {
  w: { type: "string", pattern: "^[a-z]+$" },
  s: { type: "string", pattern: "^[^-]" },
  e: { enum: ["a", "b"] },
  n: { type: "integer" },
};

async function risk(more: object) {
  const spec = { name: "t", description: "d", kind: "read", schema: { properties, required: Object.keys(properties) }, ...more };
  const { tool } = await compiledTool(JSON.stringify(spec));
  return [tool?.risk.level, ...(tool?.unknownPrograms ?? [])];
}

it.each([
  [{ command: ["prog", "{{s}}"] }, "prog"],
  [{ command: ["timeout", "5", "env", "prog", "--text={{s}}"] }, "prog"],
  [{ command: ["{{@specDir}}/prog", "{{s}}"] }, "{{@specDir}}/prog"],
  [{ command: ["{{@specDir}}/cat", "{{s}}"] }, "{{@specDir}}/cat"],
  [{ command: ["prog"], stdin: "{{s}}" }, "prog"],
  [{ command: ["prog", "{{@temp.t}}"], tempFiles: { t: "{{s}}" } }, "prog"],
  [{ shell: "cat {{s}} | prog --x {{s}}" }, "prog"],
  [{ command: ["prog", "{{s}}"], paths: { s: "read" } }, "prog"],
  [{ command: ["sh", "-c", "prog {{w}}"] }, "prog"],
  [{ command: ["sh", "-c", 'prog "$1"', "x", "{{s}}"] }, "prog"],
  [{ command: ["sh", "-c", "cat | prog"], stdin: "{{s}}" }, "prog"],
  [{ command: ["sh", "-s"], stdin: 'prog "$INPUT_S"', env: { set: { INPUT_S: "{{s}}" } } }, "prog"],
  [{ shell: "sh -c 'prog \"$1\"' _ {{s}}" }, "prog"],
  [{ command: ["cat", "{{s}}"], platforms: { macos: { program: "prog" } } }, "prog"],
  [{ command: ["prog"], env: { set: { INPUT_S: "{{s}}" } } }, "prog"],
  [{ command: ["prog"], env: { set: { APP_TEXT: "{{s}}" } }, code: { s: "jq" } }, "prog"],
  [{ shell: "prog", env: { set: { INPUT_S: "{{s}}" } } }, "prog"],
  [{ command: ["python3", "-c", "print(1)", "{{s}}"] }, "python3's script"],
  [{ command: ["python3", "{{@specDir}}/prog.py", "{{s}}"] }, "python3's script"],
  [{ command: ["bash", "{{@specDir}}/prog.sh", "{{s}}"] }, "bash's script"],
  [{ command: ["timeout", "5", "node", "{{@specDir}}/prog.mjs"], stdin: "{{s}}" }, "node's script"],
  [{ shell: "perl -e 'print 1' -- {{s}}" }, "perl's script"],
])("makes a tool moderate whose values go to a program that isn't known: %j", async (more, program) => {
  expect(await risk(more)).toEqual(["moderate", program]);
});

it.each([
  [{ command: ["cat", "{{s}}"] }],
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
  [{ command: ["prog", "{{s}}"], risk: "safe" }],
  [{ command: ["prog", "{{s}}"], risk: { level: "safe" } }],
  [{ command: ["sh", "-c", "wc {{w}}"] }],
  [{ command: ["sh", "-c", "prog {{e}} {{n}}"] }],
  [{ command: ["sh", "-c", "wc < prog; echo {{w}}"] }],
  [{ shell: 'count() { wc -l "$1"; }; cd {{s}} && count a' }],
])("leaves a tool safe whose programs are known, or whose author wrote its risk: %j", async (more) => {
  expect(await risk(more)).toEqual(["safe"]);
});

it("leaves a level as it is that is higher", async () => {
  expect(await risk({ command: ["prog", "{{s}}"], kind: "execute" })).toEqual(["dangerous"]);
  expect(await risk({ command: ["prog", "{{s}}"], kind: "edit" })).toEqual(["moderate"]);
  expect(await risk({ command: ["prog", "{{s}}"], risk: "dangerous" })).toEqual(["dangerous"]);
});
