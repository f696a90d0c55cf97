import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { benchRegistryHandlers, handlersIn } from "./mcp-load.mjs";
import { atMost, interleave, run, shareOf } from "./measure.mjs";
import { coreFolder, sampleCall, toolgen, toolName } from "./projects.mjs";

const embedders = fileURLToPath(new URL("embedders.mjs", import.meta.url));
const core = pathToFileURL(join(coreFolder, "node_modules/@google/gemini-cli-core/dist/index.js")).href;

/** The registries, by the name that they have in the results. */
const cases = {
  "toolgen, generated tools": ["registry", "generated"],
  "toolgen, discovered tools": ["registry", "discovered"],
  "Gemini CLI's core, discovered tools": ["coreRegistry", core],
};
const peer = "Gemini CLI's core, discovered tools";

/** From importing a registry to the declarations of all tools, and to the result of the first call: a process each. */
export async function benchRegistry({ folder, sizes, rounds, deadline, project, onRun }) {
  const steps = [];
  const targets = [];
  for (const [index, size] of sizes.entries()) {
    const { dir } = await project(size);
    const results = await interleave(
      Object.entries(cases).map(([name, args]) => ({ name, args, cwd: dir, size, home: folder })),
      { rounds, deadline: shareOf(deadline, sizes.length - index), onRun: (text) => onRun(`${size}: ${text}`), time: timeSteps },
    );
    for (const [what, result] of results) steps.push({ what, size, ...result });
    targets.push(...targetsOf(results, size));
  }
  const { handlers, targets: more } = await benchRegistryHandlers({ dir: await handlersIn(folder), calls: 10 * rounds, onRun });
  return { rows: [], steps, handlers, targets: [...targets, ...more] };
}

async function timeSteps({ name, args, cwd, size, home }) {
  const { NODE_EXTRA_CA_CERTS: _, ...env } = process.env;
  const words = [embedders, ...args, toolName(Math.floor(size / 2)), JSON.stringify(sampleCall)];
  const { stdout } = await run(process.execPath, words, { cwd, env: { ...env, GEMINI_CLI_HOME: home } });
  const { length, llmContent, ...steps } = JSON.parse(stdout.trim().split("\n").at(-1));
  if (length !== size || !llmContent.includes("--pattern=TODO")) throw new Error(`${name} has ${length} tools and answered ${llmContent}`);
  return { ...steps, all: steps.imports + steps.declares + steps.calls };
}

/** Once imported, the core has what it checks arguments with; ours loads it when a discovered tool is first called, and not at all for generated ones. */
function targetsOf(results, size) {
  const theirs = results.get(peer);
  const [generated, discovered] = Object.keys(cases).map((what) => results.get(what));
  const ready = ({ imports, declares }) => imports + declares;
  const later = ({ declares, calls }) => declares + calls;
  return [
    atMost(`${size} generated tools, import to declarations, × the core's`, 1, ready(generated) / ready(theirs)),
    atMost(`${size} generated tools, import to the first call, × the core's`, 1, generated.all / theirs.all),
    atMost(`${size} generated tools, the same without the import, × the core's`, 1, later(generated) / later(theirs)),
    atMost(`${size} discovered tools, import to the first call, × the core's`, 1, discovered.all / theirs.all),
  ];
}

const text = { type: "string" };
const schema = {
  type: "object",
  additionalProperties: false,
  properties: {
    path: text,
    edits: {
      type: "array",
      items: {
        type: "object",
        properties: { oldText: text, newText: text },
        required: ["oldText", "newText"],
        additionalProperties: false,
      },
    },
    count: { type: "integer", minimum: 1, default: 1 },
  },
  required: ["path", "edits"],
};
const spec = {
  name: "edit_file",
  description: "Edits a file.",
  kind: "edit",
  extends: ["std/edit"],
  schema,
  command: ["edit", "{{json @params}}"],
};

/** Repair of one call, in a process that makes many: correct and wrong ones, beside ajv alone and ajv with coerceTypes on the same schema. */
export async function benchRepair({ folder, rounds, deadline, onRun }) {
  const dir = join(folder, "repair");
  mkdirSync(join(dir, "tools.d"), { recursive: true });
  writeFileSync(join(dir, "tools.d", "edit.json"), JSON.stringify(spec));
  writeFileSync(join(dir, "schema.json"), JSON.stringify({ schema }));
  execFileSync(process.execPath, [toolgen, "build"], {
    cwd: dir,
    stdio: "ignore",
  });
  onRun("calls");
  const seconds = Math.max(1, (deadline - performance.now()) / 1000);
  const program = fileURLToPath(new URL("repair-calls.mjs", import.meta.url));
  const { stdout } = await run(process.execPath, [program, dir, String(rounds), String(seconds)], {});
  const repairs = JSON.parse(stdout);
  const of = (way) => repairs.find((one) => one.call === "a correct call" && one.way === way).us;
  const targets = [atMost("a correct call, beside its validation", 2, of("toolgen") - of("ajv alone"), "µs")];
  return { rows: [], repairs, targets };
}
