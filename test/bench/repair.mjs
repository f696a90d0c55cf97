import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { run } from "./children.mjs";
import { atMost } from "./targets.mjs";

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
  execFileSync(process.execPath, [fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url)), "build"], {
    cwd: dir,
    stdio: "ignore",
  });
  onRun("calls");
  const seconds = Math.max(1, (deadline - performance.now()) / 1000);
  const program = fileURLToPath(new URL("repairs/measure-calls.mjs", import.meta.url));
  const { stdout } = await run(process.execPath, [program, dir, String(rounds), String(seconds)], {});
  const repairs = JSON.parse(stdout);
  const of = (way) => repairs.find((one) => one.call === "a correct call" && one.way === way).us;
  const targets = [atMost("a correct call, beside its validation", 2, of("toolgen") - of("ajv alone"), "µs")];
  return { rows: [], repairs, targets };
}
