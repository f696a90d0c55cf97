import { SourceMap, type SourceMapPayload } from "node:module";
import { join } from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import { compile } from "../../../src/compiler/compile.js";
import { nodeHost, readAssets } from "../../../src/contract/node-host.js";
import { projectOf } from "../../kit/project.js";
import { reportSpec } from "./project.js";

const report = 'import { one } from "one";\nimport { two } from "two";\nexport const report = () => one("a") + two("b");\n';
const packages = {
  "node_modules/one/package.json": '{ "name": "one", "version": "1.0.0" }',
  "node_modules/one/index.js": 'exports.one = (text) => text + "from one";\n',
  "node_modules/two/package.json": '{ "name": "two", "version": "1.0.0" }',
  "node_modules/two/index.js": '\n\n  exports.two = (text) => text + "from two";\n',
};

/** The outputs of a handler in a project so many folders below its packages. */
async function bundled(depth: readonly string[]) {
  const project = depth.join("/");
  const folder = projectOf({ ...packages, [`${project}/tools.d/report.yaml`]: reportSpec, [`${project}/lib/report.ts`]: report });
  const [{ files }, diagnostics] = await compile(nodeHost(join(folder, project)), await readAssets(), {
    targets: ["bin"],
    handlers: "bundle",
  });
  expect(diagnostics).toEqual([]);
  const text = (end: string) => files.find(({ path }) => path.endsWith(end))?.text ?? "";
  return { code: text("handlers/report.cjs"), map: text("handlers/report.cjs.map") };
}

it("bundles packages outside the project with the same bytes, wherever they are, and maps their code", async () => {
  const first = await bundled(["p"]);
  expect(first.code).not.toContain("../");
  const map = new SourceMap(JSON.parse(first.map) as SourceMapPayload);
  const lines = first.code.split("\n");
  for (const [text, source, line, column] of [
    ["from one", "one/index.js", 0, 31],
    ["from two", "two/index.js", 2, 33],
  ] as const) {
    const at = lines.findIndex((one) => one.includes(`"${text}"`));
    const entry = map.findEntry(at, lines[at]?.indexOf(`"${text}"`) ?? -1) as {
      originalSource: string;
      originalLine: number;
      originalColumn: number;
    };
    expect([entry.originalSource.split("node_modules/")[1], entry.originalLine, entry.originalColumn]).toEqual([source, line, column]);
  }
  await fc.assert(
    fc.asyncProperty(fc.array(fc.stringMatching(/^[a-z]{1,30}$/), { minLength: 1, maxLength: 5 }), async (depth) => {
      expect(await bundled(depth)).toEqual(first);
    }),
    { numRuns: 3 },
  );
});
