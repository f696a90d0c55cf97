// A handler of the library alone, without checks and without a process of its own: node handler.mjs TOOL PARAMS HOLDS CALLS FOLDER, where FOLDER
// has its bundle and its defaults. Prints milliseconds as JSON.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { timeCalls } from "./time-calls.mjs";

const [tool, params, holds, calls, folder] = process.argv.slice(2);
const began = performance.now();
const { handler } = createRequire(import.meta.url)(join(folder, `${tool}.cjs`));
const imports = performance.now() - began;
const args = { ...JSON.parse(readFileSync(join(folder, `${tool}.defaults.json`), "utf8")), ...JSON.parse(params) };
const context = { cwd: process.cwd(), signal: new AbortController().signal, update: () => undefined, secrets: {} };
const call = async () => ({ llmContent: await handler(args, context) });
console.log(JSON.stringify({ imports, ...(await timeCalls(call, { holds, calls: Number(calls) })) }));
