import { expect, it } from "vitest";
import { compiled } from "../../../kit/compiled.js";

const tool = "name: t\ndescription: d\nkind: read\ncommand: [wc]\n";
const variable = "schema: { properties: { x: { type: string } }, required: [x] }\n";

const textIn = (paths: string) => `uriTemplate: n://{x}\n${variable}${paths}\ntext: "{{x}}"\n`;

const problemsOf = async (lines: string) => {
  const { diagnostics } = await compiled({ "tool.yaml": tool, "r.yaml": `resource: r\ndescription: d\n${lines}` });
  return diagnostics.map(({ code, line, column }) => [code, line, column]);
};

it.each([
  ["without a URI", "text: a\n", "resource-uri", 1, 1],
  ["with two URIs", "uri: n://a\nuriTemplate: n://{x}\ntext: a\n", "resource-uri", 4, 1],
  ["with a URI that is not one", "uri: a b\ntext: a\n", "bad-uri", 3, 6],
  ["with braces in a fixed URI", "uri: n://{x}\ntext: a\n", "bad-uri", 3, 6],
  ["with a scheme that a client chooses", `uriTemplate: "{x}://a"\n${variable}text: "{{x}}"\n`, "bad-uri", 3, 14],
  ["with variables that can't be told apart", "uriTemplate: n://{x}{+y}\ntext: a\n", "bad-uri", 3, 14],
  ["with an operator that can't be read back", "uriTemplate: n://{x*}\ntext: a\n", "bad-uri", 3, 14],
  ["with a variable that isn't declared", "uriTemplate: n://{x}\ntext: a\n", "uri-variable", 3, 14],
  ["with a property that isn't in the URI", `uri: n://a\n${variable}text: "{{x}}"\n`, "uri-variable", 4, 25],
  ["without content", "uri: n://a\n", "resource-content", 1, 1],
  ["with two contents", "uri: n://a\ntext: a\nfile: b\n", "resource-content", 5, 1],
  ["with a file that is elsewhere", "uri: n://a\nfile: ../b\n", "resource-file", 4, 7],
  ["with an absolute file", "uri: n://a\nfile: /b\n", "resource-file", 4, 7],
  ["with a root that isn't declared", "uri: n://a\nfile: { path: b, root: any }\n", "unknown-root", 4, 24],
  ["whose text has a path in an unknown root", textIn("paths: { x: { root: nowhere } }"), "unknown-root", 5, 21],
  [
    "whose file has a path in an unknown root",
    `uriTemplate: n://{x}\n${variable}paths: { x: { root: nowhere } }\nfile: "{{x}}"\n`,
    "unknown-root",
    5,
    21,
  ],
  [
    "whose path in an unknown root is completed, once",
    `${textIn("paths: { x: { root: nowhere } }")}complete: { x: { command: [ls] } }\n`,
    "unknown-root",
    5,
    21,
  ],
  ["whose text has a path of a parameter that doesn't exist", textIn("paths: { y: read }"), "unknown-parameter", 5, 10],
  ["with a key of its own risk", "uri: n://a\nrisk: safe\ncommand: [wc]\n", "unknown-key", 4, 1],
  ["that runs code of a client", `uriTemplate: n://{x}\n${variable}command: [sh, -c, "{{x}}"]\n`, "evaluated-argument", 5, 22],
  [
    "that lets a client pass options",
    `uriTemplate: n://{x}\n${variable}command: [git, log, "{{x}}"]\nallowLeadingDash: [x]\n`,
    "resource-not-safe",
    5,
    1,
  ],
  [
    "that sends a request which may change something",
    "uri: n://a\nhttp: { method: DELETE, url: https://example.com }\n",
    "resource-request",
    4,
    17,
  ],
  ["whose script writes a file", "uri: n://a\nshell: 'ls > out.txt'\n", "resource-writes", 4, 1],
  ["whose script in bash appends to a file", "uri: n://a\nshell: { bash: 'if ls; then ls >> out; fi' }\n", "resource-writes", 4, 1],
  ["whose script in an argument writes a file", "uri: n://a\ncommand: [sh, -c, 'ls &> \"$HOME\"/a; ls > b']\n", "resource-writes", 4, 1],
  [
    "whose script writes a file on a platform",
    "uri: n://a\nshell: ls\nplatforms: { macos: { shell: 'ls > b' } }\n",
    "resource-writes",
    4,
    1,
  ],
  [
    "that writes where a client says",
    `uriTemplate: n://{x}\n${variable}shell: 'ls > "{{x}}"'\npaths: { x: { access: write } }\n`,
    "resource-writes",
    5,
    1,
  ],
  ["whose command has a mistake", 'uri: n://a\ncommand: [wc, "{{nope}}"]\n', "unknown-name", 4, 18],
])("reports a resource %s, where it is wrong", async (_what, lines, ...expected) => {
  expect((await problemsOf(lines)).filter(([code]) => code !== "unguarded-dash")).toContainEqual(expected);
});

it.each([
  ["that keeps no output", "ls > /dev/null 2>&1; ls >&2; ls 2>&-; wc < a"],
  ["that uses a temporary file", 'ls > "{{@tempDir}}/a"; cat "{{@tempDir}}/a"'],
])("accepts a script %s", async (_what, script) => {
  expect(await problemsOf(`uri: n://a\nshell: ${JSON.stringify(script)}\n`)).toEqual([]);
});

it("refuses two resources of a name or a URI, and a resource with the name of a tool", async () => {
  const resource = (name: string, uri: string) => `resource: ${name}\nuri: ${uri}\ndescription: d\ntext: t\n`;
  const codes = async (a: string, b: string) =>
    (await compiled({ "tool.yaml": tool, "a.yaml": a, "b.yaml": b })).diagnostics.map(({ code }) => code);
  expect(await codes(resource("a", "n://a"), resource("A", "n://b"))).toEqual(["duplicate-tool"]);
  expect(await codes(resource("a", "n://a"), resource("b", "n://a"))).toEqual(["duplicate-uri"]);
  expect(await codes(resource("t", "n://a"), resource("b", "n://b"))).toEqual(["duplicate-tool"]);
});

it("writes nothing about resources for a project without any, and no tool for one", async () => {
  const without = await compiled({ "tool.yaml": tool });
  expect(without.files.filter(({ path }) => path.includes("resource"))).toEqual([]);
  const { model, files } = await compiled({ "tool.yaml": tool, "r.yaml": "resource: r\ndescription: d\nuri: n://a\ncommand: [wc]\n" });
  expect(model.tools.map(({ name }) => name)).toEqual(["t"]);
  expect(files.filter(({ path, text }) => path.includes("bin/") && /\br\b.*wc/.test(text) && path.includes("/r."))).toEqual([]);
  expect(files.some(({ path }) => path === "mcp/resources/r.cjs")).toBe(true);
});
