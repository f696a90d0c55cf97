import { expect, it } from "vitest";
import { rememberChecks } from "../../../src/cli/dev/live-compiler.js";
import { checkSources } from "../../../src/compiler/check.js";
import { compile } from "../../../src/compiler/compile.js";
import { assets } from "../../kit/compiled.js";
import { memoryHost } from "../../kit/memory-host.js";

const tool = (name: string, description = "d") => `name: ${name}\ndescription: ${description}\nkind: read\ncommand: [echo]\n`;

/** Compiles again and again with one memory. Returns what was checked and printed each time, and the outputs. */
function compiler() {
  const checked: string[] = [];
  const memory = rememberChecks(async (sources, context) => {
    checked.push(...sources.map(({ path }) => path));
    return checkSources(sources, context);
  });
  return async (files: Readonly<Record<string, string>>) => {
    checked.length = 0;
    const [{ files: outputs }] = await compile(memoryHost(files), assets, { ...memory, targets: ["bin"] });
    const [fresh] = await compile(memoryHost(files), assets, { targets: ["bin"] });
    expect(outputs.map(({ path, text }) => [path, text])).toEqual(fresh.files.map(({ path, text }) => [path, text]));
    return [...checked];
  };
}

it("checks only what has changed, and compiles to the same as without a memory", async () => {
  const compileAgain = compiler();
  const files = { "toolgen.yaml": "version: 1\n", "tools.d/a.yaml": tool("a"), "tools.d/b.yaml": tool("b") };
  expect(await compileAgain(files)).toEqual(["tools.d/a.yaml", "tools.d/b.yaml"]);
  expect(await compileAgain(files)).toEqual([]);
  expect(await compileAgain({ ...files, "tools.d/b.yaml": tool("b", "other") })).toEqual(["tools.d/b.yaml"]);
  expect(await compileAgain({ "toolgen.yaml": "version: 1\n", "tools.d/a.yaml": tool("a") })).toEqual([]);
  expect(await compileAgain(files)).toEqual(["tools.d/b.yaml"]);
});

it("forgets everything when settings or fragments change", async () => {
  const compileAgain = compiler();
  const files = {
    "toolgen.yaml": "version: 1\n",
    "tools.d/a.yaml": `use: [f]\n${tool("a")}`,
    "tools.d/f.yaml": "fragment: f\ntimeout: 5s\n",
  };
  await compileAgain(files);
  expect(await compileAgain({ ...files, "tools.d/f.yaml": "fragment: f\ntimeout: 6s\n" })).toContain("tools.d/a.yaml");
  expect(await compileAgain({ ...files, "toolgen.yaml": "version: 1\nrisk: { a: dangerous }\n" })).toContain("tools.d/a.yaml");
});
