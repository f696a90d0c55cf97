import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { execaSync } from "execa";
import { beforeAll, expect, it } from "vitest";
import { compilers, installedProject, npx, run } from "./packed.js";

const here = fileURLToPath(new URL(".", import.meta.url));
const nodes = ["22", "24"].map((version) => join(here, "../node-versions/node_modules", `node-${version}`, "bin/node")).filter(existsSync);

let folder: string;

beforeAll(() => {
  folder = installedProject();
});

const common = { target: "es2022", strict: true, skipLibCheck: true, rootDir: "." };

/** The options of projects of several kinds, and the extension that they need. */
const projects = [
  { options: { module: "nodenext", outDir: "out" }, extension: ".js" },
  { options: { module: "preserve", noEmit: true }, extension: "" },
  { options: { module: "esnext", moduleResolution: "bundler", noEmit: true }, extension: "" },
  { options: { module: "esnext", moduleResolution: "bundler", noEmit: true, allowImportingTsExtensions: true }, extension: ".ts" },
  { options: { module: "nodenext", outDir: "out", rewriteRelativeImportExtensions: true }, extension: ".ts" },
];

/** Builds a project with these compiler options, and a program that imports the classes as its own modules do. */
function built(options: object, extension: string): void {
  rmSync(join(folder, "out"), { recursive: true, force: true });
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions: { ...common, ...options }, files: ["main.ts"] }));
  npx(folder, "toolgen", "build");
  const imports = `import { GitLogTool } from "./generated/tools/index${extension}";\n`;
  writeFileSync(join(folder, "main.ts"), `${imports}console.log(new GitLogTool().name);\n`);
}

it.each(projects)("compiles with $options, and runs", ({ options, extension }) => {
  built(options, extension);
  expect(readFileSync(join(folder, "generated/tools/index.ts"), "utf8")).toContain(`from "./git-log${extension}";`);
  for (const compiler of compilers) expect(run(folder, join(here, "node_modules", compiler, "bin", "tsc"), "-p", ".")).toBe("");
  if ("outDir" in options) expect(run(folder, "out/main.js")).toBe("git_log\n");
  npx(folder, "esbuild", "main.ts", "--bundle", "--packages=external", "--format=esm", "--platform=node", "--outfile=out/one.mjs");
  expect(run(folder, "out/one.mjs")).toBe("git_log\n");
});

it("runs in Nodes that take types away themselves, with the extension .ts", () => {
  built({ module: "nodenext", rewriteRelativeImportExtensions: true }, ".ts");
  const printed = nodes.map((node) => execaSync(node, ["--disable-warning=ExperimentalWarning", "main.ts"], { cwd: folder }).stdout);
  expect(printed).toEqual(nodes.map(() => "git_log"));
});
