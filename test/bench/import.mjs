import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { interleave } from "./measure.mjs";
import { documentsFolder } from "./peers.mjs";
import { toolgen } from "./projects.mjs";
import { atMost } from "./targets.mjs";

const methods = new Set(["get", "put", "post", "delete", "patch"]);

/** `toolgen import openapi` of the first operations of GitHub's document, into an empty project and again. */
export async function benchImport({ folder, sizes, rounds, deadline, onRun }) {
  const floorName = "node, an empty program";
  const cases = [{ name: floorName, program: process.execPath, args: [join(folder, "empty.cjs")], batch: 5 }];
  for (const size of sizes) {
    const cwd = join(folder, `import-${size}`);
    const document = join(folder, `document-${size}.json`);
    writeFileSync(document, JSON.stringify(firstOperations(githubDocument(), size)));
    const each = { args: [toolgen, "import", "openapi", document, "--all", "--deprecated", "--json"], program: process.execPath, cwd };
    const prepare = () => {
      rmSync(cwd, { recursive: true, force: true });
      mkdirSync(cwd);
      writeFileSync(join(cwd, "toolgen.yaml"), "");
    };
    cases.push({ name: `first ${size}`, ...each, prepare }, { name: `again ${size}`, ...each });
  }
  const results = await interleave(cases, { rounds, deadline, onRun });
  const floor = results.get(floorName);
  const rows = sizes.flatMap((size) =>
    ["first", "again"].map((which) => {
      const { cpu, wall, runs } = results.get(`${which} ${size}`);
      const what = which === "first" ? "`toolgen import openapi`, GitHub's document" : "the same again, unchanged";
      return { what, size, runs, cpu: cpu / floor.cpu, wall: wall / floor.wall, ms: wall };
    }),
  );
  const targets = sizes
    .filter((size) => size === 1000)
    .map((size) => atMost("an import of 1,000 operations", 5, results.get(`first ${size}`).wall / 1000, "s"));
  return { rows, floors: { nodeMs: floor.wall, nodeCpuMs: floor.cpu }, targets };
}

const githubDocument = () =>
  JSON.parse(readFileSync(join(documentsFolder, "node_modules/@octokit/openapi/generated/api.github.com.json"), "utf8"));

/** The document with so many of its operations, and all that they refer to. */
function firstOperations(document, count) {
  let left = count;
  const paths = Object.entries(document.paths).map(([path, item]) => {
    const kept = Object.entries(item).filter(([key]) => !methods.has(key) || left-- > 0);
    return [path, Object.fromEntries(kept)];
  });
  return { ...document, paths: Object.fromEntries(paths) };
}
