import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";
import { parse } from "yaml";
import { atMost, interleave, run, shareOf, timeOnce, timesOf } from "./measure.mjs";
import { coreFolder, toolgen } from "./projects.mjs";

/** For each tool its arguments, a part of the expected result, and the programs that do the same. */
const questions = [
  { tool: "read_file", params: { file_path: "part-3/long.ts" }, holds: "// line 1999", programs: [["cat", "part-3/long.ts"]] },
  {
    tool: "glob",
    params: { pattern: "**/f*4.ts" },
    holds: "/f4.ts",
    programs: [["find", ".", "-type", "f", "-name", "f*4.ts"]],
  },
  {
    tool: "grep_search",
    params: { pattern: "const needle", case_sensitive: true },
    holds: "const needle",
    programs: [
      ["rg", "--line-number", "--case-sensitive", "const needle", "."],
      ["grep", "-rnI", "const needle", "."],
    ],
  },
];

const embedders = fileURLToPath(new URL("embedders.mjs", import.meta.url));
const core = pathToFileURL(join(coreFolder, "node_modules/@google/gemini-cli-core/dist/index.js")).href;

/** How often a process that embeds tools makes the same call. */
const callsInProcess = 12;

/** The tools that come with toolgen on a tree of files: as calls of `generated/bin/call` beside programs, and in a process beside the tools of Gemini CLI's core. */
export async function benchLibrary({ folder, sizes, rounds, batch, deadline, onRun }) {
  const rows = [];
  const embedded = [];
  for (const { tool } of questions) await bundleHandler(tool, folder);
  for (const [index, size] of sizes.entries()) {
    const share = shareOf(deadline, sizes.length - index);
    const tree = makeTree(folder, size);
    await run(process.execPath, [toolgen, "build"], { cwd: tree });
    const half = performance.now() + (share - performance.now()) / 2;
    const told = (text) => onRun(`${size}: ${text}`);
    rows.push(...(await benchCalls({ folder, tree, size, rounds, batch, deadline: half, onRun: told })));
    embedded.push(...(await benchEmbedded({ folder, tree, size, rounds: Math.ceil(rounds / 2), deadline: share, onRun: told })));
  }
  return { rows: [], library: { rows, embedded }, targets: targetsOf(embedded) };
}

/** Compares calls of the registry, with all checks of a call, with the core's tools. */
function targetsOf(embedded) {
  const beside = (way, tool, theirs, limit) => {
    const later = (what) => embedded.filter((row) => row.what === what).at(-1)?.later;
    const [ours, core] = [later(`${way}, \`${tool}\``), later(`Gemini CLI's core, \`${theirs}\``)];
    return core === undefined
      ? []
      : [atMost(`a later call of \`${tool}\` by the registry, × the core's \`${theirs}\``, limit, ours / core)];
  };
  return [
    ...beside("toolgen, registry", "read_file", "read_file", 2),
    ...beside("toolgen, registry", "glob", "glob", 0.4),
    ...beside("toolgen, registry", "grep_search", "RipGrepTool", 1),
  ];
}

/** A project of so many files, of which a fortieth holds what is searched for, and one is long. */
function makeTree(folder, size) {
  const tree = join(folder, `tree-${size}`);
  for (let i = 0; i < size - 1; i++) {
    const below = join(tree, `part-${Math.floor(i / 50) % 20}`, `folder-${Math.floor(i / 50)}`);
    if (i % 50 === 0) mkdirSync(below, { recursive: true });
    const hit = i % 41 === 0 ? "  const needle = 1;\n" : "";
    writeFileSync(join(below, `f${i % 50}.${i % 5 === 0 ? "md" : "ts"}`), `export {};\n${"some line of a file\n".repeat(i % 40)}${hit}`);
  }
  mkdirSync(join(tree, "part-3"), { recursive: true });
  writeFileSync(join(tree, "part-3/long.ts"), Array.from({ length: 2000 }, (_, line) => `// line ${line}\n`).join(""));
  writeFileSync(join(tree, "toolgen.yaml"), `version: 1\nlibrary: [${questions.map(({ tool }) => `std/${tool}`).join(", ")}]\n`);
  for (const { tool, params } of questions) writeFileSync(join(folder, `${tool}.json`), JSON.stringify(params));
  return tree;
}

/** A process each, as clients start them: all over an empty Node program of the same run. */
async function benchCalls({ folder, tree, size, rounds, batch, deadline, onRun }) {
  const floor = { name: "node, an empty program", program: process.execPath, args: [join(folder, "empty.cjs")], batch };
  const cases = questions.flatMap(({ tool, holds, programs }) => {
    const call = {
      name: `call, \`${tool}\``,
      program: join(tree, "generated/bin/call"),
      args: [tool],
      input: join(folder, `${tool}.json`),
    };
    const bare = programs.filter(isThere).map(([program, ...args]) => ({ name: `\`${program}\``, program, args }));
    return [...bare, call].map((each) => ({ ...each, cwd: tree, batch, holds }));
  });
  for (const each of cases) await checkAnswer(each);
  const results = await interleave([floor, ...cases], { rounds, deadline, onRun, time: timeOnce });
  const node = results.get(floor.name);
  return [...results].map(([what, { cpu, wall, runs }]) => {
    return { what, files: size, runs: runs * batch, cpu: cpu / node.cpu, wall: wall / node.wall, ms: wall };
  });
}

async function checkAnswer({ name, program, args, input = "/dev/null", cwd, holds }) {
  const { stdout } = await run("bash", ["-c", 'input=$1; shift; "$@" < "$input"', "check", input, program, ...args], { cwd });
  if (!stdout.includes(holds)) throw new Error(`${name} didn't find ${holds}: ${stdout.slice(0, 300)}`);
}

function isThere([program]) {
  try {
    execFileSync("which", [program], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

/** A process that embeds the tools and makes the same call several times: ours by a registry, the core's by its classes. */
async function benchEmbedded({ folder, tree, size, rounds, deadline, onRun }) {
  const floor = { name: "node, an empty program", program: process.execPath, args: [join(folder, "empty.cjs")] };
  const ways = [
    ["toolgen, registry", "tools", "", questions.map(({ tool }) => tool)],
    ["toolgen, the handler alone", "handler", folder, questions.map(({ tool }) => tool)],
    ["Gemini CLI's core", "coreTools", core, ["read_file", "glob", "GrepTool", ...(isThere(["rg"]) ? ["RipGrepTool"] : [])]],
  ];
  const cases = ways.flatMap(([way, name, from, tools]) =>
    tools.map((tool) => {
      const { params, holds } = questions.find((one) => one.tool === tool) ?? questions[2];
      const args = [embedders, name, tool, JSON.stringify(params), holds, String(callsInProcess), from];
      return { name: `${way}, \`${tool}\``, args, cwd: tree, home: folder };
    }),
  );
  const time = (each) => (each === floor ? timeOnce(floor) : timeEmbedded(each));
  const results = await interleave([floor, ...cases], { rounds, deadline, onRun, time });
  const node = results.get(floor.name);
  return cases.map(({ name }) => {
    const { runs, imports, first, later, cpu } = results.get(name);
    return { what: name, files: size, runs, imports, first, later, cpu: cpu / node.cpu };
  });
}

/** CPU time is that of the whole process and all that it started and waited for. */
async function timeEmbedded({ args, cwd, home }) {
  const { NODE_EXTRA_CA_CERTS: _, ...env } = process.env;
  const words = ["-c", 'TIMEFORMAT="%R %U %S"; time "$@"', "time", process.execPath, ...args];
  const { stdout, stderr } = await run("bash", words, { cwd, env: { ...env, GEMINI_CLI_HOME: home } });
  return { ...JSON.parse(stdout.trim().split("\n").at(-1)), cpu: timesOf(stderr).cpu };
}

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Writes the function that a tool of the library runs as a module, and the tool's defaults, into a folder. */
async function bundleHandler(tool, folder) {
  const spec = parse(await readFile(join(root, "library", `${tool.replaceAll("_", "-")}.yaml`), "utf8"));
  const [file, exportName] = spec.handler.split("#");
  await build({
    stdin: { contents: `export { ${exportName} as handler } from "./library/${file}";`, resolveDir: root },
    outfile: join(folder, `${tool}.cjs`),
    alias: { "toolgen/runtime": join(root, "src/call/handler.ts") },
    bundle: true,
    platform: "node",
    format: "cjs",
    logLevel: "warning",
  });
  const withDefault = Object.entries(spec.schema.properties).filter(([, schema]) => "default" in schema);
  const defaults = Object.fromEntries(withDefault.map(([name, schema]) => [name, schema.default]));
  await writeFile(join(folder, `${tool}.defaults.json`), JSON.stringify(defaults));
}
