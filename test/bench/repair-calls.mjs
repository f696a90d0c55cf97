// Times repair beside ajv, in one process: node repair-calls.mjs DIR ROUNDS SECONDS. Prints JSON. DIR is a built project with the tool edit_file.
import { createRequire } from "node:module";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { normalizeArguments } from "toolgen/runtime";
import { interleave } from "./measure.mjs";

const [dir, rounds, seconds] = process.argv.slice(2);
const tool = createRequire(import.meta.url)(join(dir, "generated/bin/tools/edit_file.cjs"));
const { schema } = createRequire(import.meta.url)(join(dir, "schema.json"));
const plain = new Ajv2020({ allErrors: true, useDefaults: true }).compile(schema);
const coercing = new Ajv2020({ allErrors: true, useDefaults: true, coerceTypes: "array" }).compile(schema);

const edits = [{ oldText: "const a = 1;", newText: "const a = 2;" }];
const calls = {
  "a correct call": { path: "src/a.ts", edits, count: 1 },
  "other names": { file_path: "src/a.ts", edits: [{ old_string: "const a = 1;", new_string: "const a = 2;" }] },
  "an element at the top": { path: "src/a.ts", old_string: "const a = 1;", new_string: "const a = 2;" },
  "a number as a text": { path: "src/a.ts", edits, count: "1" },
  "a list as a text": { path: "src/a.ts", edits: JSON.stringify(edits) },
  "a call to be refused": { path: "src/a.ts", file: "src/b.ts", edits },
};
const ways = {
  "ajv alone": (call) => plain(call),
  "ajv with coerceTypes": (call) => coercing(call),
  toolgen: (call) => normalizeArguments(tool, call).ok,
};

/** So many calls are timed together: one is over before a clock has moved. */
const batch = 1000;

const cases = Object.entries(calls).flatMap(([call, given]) =>
  Object.entries(ways).map(([way, run]) => ({ name: `${call}\n${way}`, run, given })),
);
for (const each of cases) timeBatch(each);
const deadline = performance.now() + Number(seconds) * 1000;
const results = await interleave(cases, { rounds: Number(rounds), deadline, time: timeBatch });
console.log(JSON.stringify([...results].map(([name, result]) => ({ call: name.split("\n")[0], way: name.split("\n")[1], ...result }))));

/** Microseconds a call. Each has arguments of its own, for ajv writes into them. */
function timeBatch({ run, given }) {
  const inputs = Array.from({ length: batch }, () => structuredClone(given));
  let accepted = 0;
  const start = performance.now();
  for (const input of inputs) if (run(input)) accepted++;
  return { us: ((performance.now() - start) * 1000) / batch, accepted: accepted / batch };
}
