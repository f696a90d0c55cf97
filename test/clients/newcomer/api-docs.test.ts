import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, expect, it } from "vitest";
import { compilers, compileTypeScript, installedProject, run } from "./packed.js";

const docs = fileURLToPath(new URL("../../../docs", import.meta.url));
let folder: string;

beforeAll(() => {
  folder = installedProject();
});

/** The program on a page, whose first line names its file. */
function programOn(page: string): { readonly file: string; readonly text: string } {
  const [, text = "", file = ""] = /^```ts\n(\/\/ (\S+\.ts)\n.*?)^```/ms.exec(readFileSync(join(docs, page), "utf8")) ?? [];
  return { file, text };
}

it.each(compilers)("compiles the programs of the pages about the API under %s, against the packed package, and runs them", (compiler) => {
  const build = programOn("compiler-api.md");
  const call = programOn("runtime-api.md");
  for (const { file, text } of [build, call]) writeFileSync(join(folder, file), text);
  const out = `out-api-${compiler}`;
  expect(compileTypeScript(compiler, folder, out, build.file, call.file)).toBe("");
  expect(run(folder, `${out}/build.js`)).toBe("8 tools; 0 files written to generated\n");
  expect(run(folder, `${out}/call.js`)).toContain("a needle in a 草 stack");
});
