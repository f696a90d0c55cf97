import { expect, it } from "vitest";
import { checkSources } from "../../../../src/compiler/check.js";
import { openCheckCache } from "../../../../src/compiler/check-cache.js";
import { compile } from "../../../../src/compiler/compile.js";
import { diagnosticToJson } from "../../../../src/contract/diagnostic.js";
import { HostError } from "../../../../src/contract/host.js";
import { assets } from "../../../kit/compiled.js";
import { memoryHost } from "../../../kit/memory-host.js";

const spec = (lines: string) => `name: t\ndescription: d\nkind: read\n${lines}\n`;
const started = { "tools.d/todos.sh": "#!/bin/sh\n", "tools.d/data.txt": "x\n", "tools.d/bin/run": "#!/bin/sh\n" };

async function reported(lines: string, files: Readonly<Record<string, string>> = started) {
  const [, diagnostics] = await compile(memoryHost({ "tools.d/t.yaml": spec(lines), ...files }), assets, { targets: [] });
  return diagnostics.map(diagnosticToJson).map(({ code, line, column, message }) => [code, line, column, message]);
}

const missing = (file: string, place: readonly [number, number], more = "") => [
  ["program-missing", ...place, `There is no file '${file}'.${more}`],
];

it.each([
  [`command: ["{{@specDir}}/todoz.sh"]`, missing("tools.d/todoz.sh", [4, 12], " Did you mean 'todos.sh'?")],
  [`command: "{{@specDir}}/todoz.sh -l"`, missing("tools.d/todoz.sh", [4, 11], " Did you mean 'todos.sh'?")],
  [`command: [bash, "{{@specDir}}/todoz.sh"]`, missing("tools.d/todoz.sh", [4, 18], " Did you mean 'todos.sh'?")],
  [`command: python3.12 "{{@specDir}}/other.py"`, missing("tools.d/other.py", [4, 22])],
  [`command: ["{{@specDir}}/../lib/run"]`, missing("lib/run", [4, 12])],
  [`command: ["{{@specDir}}/bin"]`, missing("tools.d/bin", [4, 12])],
  [`command: [wc]\nplatforms: { macos: { program: "{{@specDir}}/wcc" } }`, missing("tools.d/wcc", [5, 33])],
  [`command: [wc]\nplatforms: { windows: { command: [node, "{{@specDir}}/wcc.mjs"] } }`, missing("tools.d/wcc.mjs", [5, 42])],
])("reports %s, which starts a file that isn't there", async (lines, expected) => {
  expect(await reported(lines)).toEqual(expected);
});

it.each([
  `command: ["{{@specDir}}/todos.sh"]`,
  `command: ["{{@specDir}}/bin/../todos.sh", "{{@specDir}}/no-such-file"]`,
  `command: [bash, "{{@specDir}}/data.txt", "{{@specDir}}/no-such-file"]`,
  `command: [bash, -x, "{{@specDir}}/no-such-file"]`,
  `command: [touch, "{{@specDir}}/no-such-file"]`,
  `command: ["{{@specDir}}/../../outside.sh"]`,
  `command: [wc]\nplatforms: { windows: { program: "{{@specDir}}/bin/wc" } }`,
])("says nothing of %s", async (lines) => {
  expect(await reported(lines)).toEqual([]);
});

it("warns of a program that isn't executable, and not of a script of an interpreter", async () => {
  const [, diagnostics] = await compile(memoryHost({ "tools.d/t.yaml": spec(`command: ["{{@specDir}}/data.txt"]`), ...started }), assets, {
    targets: [],
  });
  expect(diagnostics.map(diagnosticToJson)).toMatchObject([
    {
      code: "program-not-executable",
      severity: "warning",
      line: 4,
      column: 12,
      help: expect.stringContaining("chmod +x tools.d/data.txt"),
    },
  ]);
});

it("says nothing of a file that it may not look at", async () => {
  const host = memoryHost({ "tools.d/t.yaml": spec(`command: ["{{@specDir}}/locked/run"]`) });
  const stat = async (path: string) => {
    if (path.includes("locked")) throw new HostError({ code: "EACCES", path, message: "no" });
    return host.stat(path);
  };
  expect((await compile({ ...host, stat }, assets, { targets: [] }))[1]).toEqual([]);
});

it("looks again where the spec is remembered, and only the file has come or gone", async () => {
  const host = memoryHost({ "tools.d/t.yaml": spec(`command: ["{{@specDir}}/todos.sh"]`), ...started });
  let checked = 0;
  const codes = async () => {
    const memory = await openCheckCache(host, {
      build: "b",
      check: (sources, context) => {
        checked += sources.length;
        return checkSources(sources, context);
      },
    });
    const [, diagnostics] = await compile(host, assets, { targets: [], check: memory.check });
    await memory.save({ forget: false });
    return diagnostics.map(diagnosticToJson).map(({ code, line, column }) => [code, line, column]);
  };
  expect(await codes()).toEqual([]);
  host.files.delete("tools.d/todos.sh");
  expect(await codes()).toEqual([["program-missing", 4, 12]]);
  host.files.set("tools.d/todos.sh", "no program\n");
  expect(await codes()).toEqual([["program-not-executable", 4, 12]]);
  expect(checked).toBe(1);
});
