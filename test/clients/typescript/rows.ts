import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { bundlers } from "./bundlers.js";
import { type Files, hostPrograms, node, nodeProgram, programOf, run, type Suffix, versionOf } from "./project.js";
import { startServer } from "./server.js";

/** A compiler, a runner or a bundler with a project of its users: a row of the table in docs/classes.md. */
export interface Row {
  readonly tool: string;
  /** The package whose version the table has. */
  readonly versionOf: string;
  /** The project, in words of the table. */
  readonly project: string;
  readonly suffix: Suffix;
  readonly files: Files;
  /** Compiles, bundles or runs the program, and returns what it prints. */
  readonly run: (folder: string) => string | Promise<string>;
  /** False if this machine can't have the tool. */
  readonly isInstalled?: boolean;
}

const options = { target: "es2022", strict: true, skipLibCheck: true, types: ["node"] };
const tsconfig = (own: object, files: object = { files: ["main.ts"] }): Files => ({
  "tsconfig.json": JSON.stringify({ compilerOptions: { ...options, ...own }, ...files }),
});
const commonJs: Files = { "package.json": '{ "private": true }' };

/** All flags that make TypeScript 5.4 stricter, and for later ones all since. */
const strictFlags = {
  ...{ exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, noPropertyAccessFromIndexSignature: true },
  ...{ verbatimModuleSyntax: true, isolatedModules: true, noImplicitOverride: true, noImplicitReturns: true },
  ...{ noUnusedLocals: true, noUnusedParameters: true, noFallthroughCasesInSwitch: true },
  ...{ allowUnreachableCode: false, allowUnusedLabels: false, declaration: true, composite: true },
};
const laterFlags = { isolatedDeclarations: true, erasableSyntaxOnly: true, noUncheckedSideEffectImports: true };
const toOut = { module: "nodenext", outDir: "out", rootDir: "." };

const compiled = (compiler: string) => (folder: string) => {
  node(folder, programOf(`${compiler}/bin/tsc`), "-p", ".");
  return node(folder, "out/main.js");
};

/** The oldest and the newest also check the package's declarations. The test of a newcomer's classes does with another. */
const edges = new Set(["typescript-5.4", "typescript-7"]);
const all = { include: ["*.ts", "generated/tools"] };
const compilers: readonly Row[] = ["typescript-5.4", "typescript", "typescript-6", "typescript-7"].map((name) => ({
  tool: "TypeScript",
  versionOf: name,
  project: `\`nodenext\`, every strict flag${name === "typescript-5.4" ? "" : ", `isolatedDeclarations`, `erasableSyntaxOnly`"}`,
  suffix: ".js",
  files: tsconfig({ ...toOut, ...strictFlags, ...(name === "typescript-5.4" ? {} : laterFlags), skipLibCheck: !edges.has(name) }, all),
  run: compiled(name),
}));

const older: readonly Row[] = [
  {
    tool: "TypeScript",
    versionOf: "typescript-5.4",
    project: "CommonJS (`module: commonjs`)",
    suffix: "",
    files: { ...commonJs, ...tsconfig({ module: "commonjs", moduleResolution: "node10", outDir: "out", rootDir: "." }) },
    run: compiled("typescript-5.4"),
  },
  {
    tool: "TypeScript",
    versionOf: "typescript",
    project: "`nodenext`, not strict, `useDefineForClassFields: false`",
    suffix: ".js",
    files: tsconfig({ ...toOut, strict: false, useDefineForClassFields: false }),
    run: compiled("typescript"),
  },
  {
    tool: "TypeScript",
    versionOf: "typescript-7",
    project: "`rewriteRelativeImportExtensions`",
    suffix: ".ts",
    files: tsconfig({ ...toOut, ...laterFlags, declaration: true, rewriteRelativeImportExtensions: true }),
    run: compiled("typescript-7"),
  },
];

const stripped = tsconfig({ module: "nodenext", noEmit: true, erasableSyntaxOnly: true, rewriteRelativeImportExtensions: true });
const strips = (major: "22" | "24"): Row => ({
  tool: "Node, types stripped",
  versionOf: `node-${major}`,
  project: "`rewriteRelativeImportExtensions`",
  suffix: ".ts",
  files: stripped,
  run: (folder) => run(folder, [nodeProgram(major) ?? "", "--disable-warning=ExperimentalWarning", "main.ts"]),
  isInstalled: nodeProgram(major) !== undefined,
});

const deno = programOf("@deno/linux-x64-glibc/deno");
const bun = programOf("@oven/bun-linux-x64/bin/bun");

const runners: readonly Row[] = [
  strips("22"),
  strips("24"),
  {
    tool: "Deno",
    versionOf: "@deno/linux-x64-glibc",
    project: "`deno.json` with `nodeModulesDir: manual`",
    suffix: ".ts",
    files: { "deno.json": '{ "nodeModulesDir": "manual" }' },
    run: (folder) => run(folder, [deno, "run", "--allow-all", "--no-remote", "main.ts"]),
    isInstalled: existsSync(deno),
  },
  {
    tool: "Bun",
    versionOf: "@oven/bun-linux-x64",
    project: "`allowImportingTsExtensions`, as `bun init` writes it",
    suffix: ".ts",
    files: tsconfig({ module: "preserve", moduleResolution: "bundler", allowImportingTsExtensions: true, noEmit: true }),
    run: (folder) => run(folder, [bun, "main.ts"]),
    isInstalled: existsSync(bun),
  },
  {
    tool: "tsx",
    versionOf: "tsx",
    project: "without `tsconfig.json`",
    suffix: ".js",
    files: {},
    run: (folder) => node(folder, programOf("tsx/dist/cli.mjs"), "main.ts"),
  },
];

/** A test that writes what the program prints. Jest fails if it takes another file for a test. */
const jestTest = (suffix: Suffix): Files => ({
  "program.test.ts": `import { writeFileSync } from "node:fs";
import { it } from "@jest/globals";
import { program } from "./program${suffix}";

it("runs", async () => writeFileSync("printed.txt", await program()));
`,
});
const jest = (folder: string, program: string): string => {
  run(folder, [program, "--experimental-vm-modules", "--no-warnings", programOf("jest/bin/jest.js")]);
  return readFileSync(join(folder, "printed.txt"), "utf8");
};

const jests: readonly Row[] = [
  {
    tool: "ts-jest, ESM",
    versionOf: "ts-jest",
    project: "`nodenext`; Node with `--experimental-vm-modules`",
    suffix: ".js",
    files: {
      ...tsconfig({ module: "nodenext", isolatedModules: true, esModuleInterop: true }),
      ...jestTest(".js"),
      "jest.config.js": `export default {
  preset: "ts-jest/presets/default-esm",
  moduleNameMapper: { "^(\\\\.{1,2}/.*)\\\\.js$": "$1" },
};
`,
    },
    run: (folder) => jest(folder, process.execPath),
  },
  {
    tool: "ts-jest, CommonJS",
    versionOf: "ts-jest",
    project: "`module: commonjs`; Node 24 with `--experimental-vm-modules`",
    suffix: "",
    files: {
      ...commonJs,
      ...tsconfig({ module: "commonjs", isolatedModules: true, esModuleInterop: true }),
      ...jestTest(""),
      "jest.config.js": `module.exports = { preset: "ts-jest" };\n`,
    },
    run: (folder) => jest(folder, nodeProgram("24") ?? ""),
    isInstalled: nodeProgram("24") !== undefined,
  },
];

/** Also the route handler of docs/hosts.md. */
const hostRoute = "app/tools/[name]/route.ts";
const next: Row = {
  tool: "Next.js",
  versionOf: "next",
  project: "`next build` and `next start`, without options",
  suffix: "",
  files: {
    ...tsconfig(
      {
        ...{ target: "ES2017", lib: ["dom", "dom.iterable", "esnext"], allowJs: true, noEmit: true, esModuleInterop: true },
        ...{ module: "esnext", moduleResolution: "bundler", resolveJsonModule: true, isolatedModules: true, jsx: "react-jsx" },
        ...{ incremental: true, plugins: [{ name: "next" }] },
      },
      { include: ["next-env.d.ts", "**/*.ts", "**/*.tsx", ".next/types/**/*.ts"], exclude: ["node_modules"] },
    ),
    [hostRoute]: hostPrograms[hostRoute] ?? "",
    "app/api/route.ts": `import { program } from "../../program";

export const dynamic = "force-dynamic";
export const GET = async (): Promise<Response> => new Response(await program());
`,
  },
  run: async (folder) => {
    const command = programOf("next/dist/bin/next");
    run(folder, [process.execPath, command, "build"], { NEXT_TELEMETRY_DISABLED: "1" });
    const server = await startServer(folder, [command, "start"]);
    const answer = await server.post("/tools/say", { message: "https://example.org/c" });
    const text = await server.get("/api");
    await server.stop();
    if (answer !== '200 {"output":"https://example.org/c 1"}') throw new Error(answer);
    return text;
  },
};

/** The table's rows, in its order. */
export const rows: readonly Row[] = [...compilers, ...older, ...runners, ...jests, next, ...bundlers(tsconfig)];

/** The table of docs/classes.md. */
export function tableOf(shown: readonly Row[]): string {
  const cells = (row: Row) => [row.tool, versionOf(row.versionOf) ?? "", row.project, `\`./say${row.suffix}\``];
  return ["| | version | project | imports |", "|---|---|---|---|", ...shown.map((row) => `| ${cells(row).join(" | ")} |`), ""].join("\n");
}
