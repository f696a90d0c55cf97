// The programs that clients start for a call: `call`, `hook`, and the files beside them.

import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { build } from "esbuild";
import { beside, common, generated, requireOnce, root, writeProgram } from "./bundle.mjs";
import { checkFunctions, findLateModules, lateStubs, readLater } from "./late-modules.mjs";
import { licences } from "./licences.mjs";
import { besideCall, loadBeside } from "./load-beside.mjs";

/** The modules that ajv's standalone validators may require. Each is run only on first use. */
const validationModules = [
  "ajv/dist/runtime/equal",
  "ajv/dist/runtime/ucs2length",
  "ajv/dist/runtime/validation_error",
  "ajv-formats/dist/formats",
];

export async function writeCallAndValidation(folder) {
  const outputs = Object.assign({}, ...(await Promise.all([writeCall(folder), writeValidation(folder)])));
  await writeFile(join(folder, "licences.txt"), await licences("repairs.cjs or validation.cjs", { outputs }));
}

/** Returns the content of the files beside it, from the bundler's metadata. */
async function writeCall(folder) {
  const late = await findLateModules();
  const stubs = lateStubs(late);
  const outputs = {};
  for (const { file, modules, exports } of late) {
    const contents = modules.map((path) => `export * from "./${path}";`).join("\n");
    const outfile = join(folder, file);
    const { metafile } = await build({
      ...common,
      stdin: { contents, resolveDir: root },
      outfile,
      plugins: [loadBeside(besideCall), beside, readLater(lateStubs(late.filter((other) => other.file !== file)))],
      banner: { js: generated },
      metafile: true,
    });
    Object.assign(outputs, metafile.outputs);
    checkFunctions(createRequire(import.meta.url)(outfile), [...exports.values()].flat());
  }
  const call = join(folder, "call.cjs");
  const plugins = [loadBeside(besideCall), beside, readLater(stubs)];
  await writeProgram("src/runtime/call/bin/call-main.ts", call, { plugins, banner: { js: generated } });
  await writeFile(call, requireOnce(await readFile(call, "utf8")));
  await writeCallStart(folder, ["call.cjs", ...late.map(({ file }) => file)]);
  await writeHook(join(folder, "hook.cjs"), stubs);
  await writeOpencodeHook(folder);
  return outputs;
}

/**
 * The program that clients start: it runs `call.cjs`, from its code cache if the user has one. Beside it, the program
 * that writes these caches. Both have an id of what is cached, because hashing it in each call would be expensive.
 */
async function writeCallStart(folder, files) {
  const hash = createHash("sha256");
  for (const file of files) hash.update(await readFile(join(folder, file)));
  const callId = hash.digest("hex").slice(0, 12);
  await writeFile(join(folder, "call-id.txt"), callId);
  const options = { plugins: [beside], define: { callId: JSON.stringify(callId) } };
  const start = join(folder, "call-start.cjs");
  await writeProgram("src/runtime/call/bin/start-main.ts", start, options);
  await writeFile(start, requireOnce(await readFile(start, "utf8")));
  await writeProgram("src/runtime/call/bin/cached-require.ts", join(folder, "cached-call.cjs"), { banner: { js: generated } });
  await writeProgram("src/runtime/call/bin/record-main.ts", join(folder, "code-cache.cjs"), { ...options, banner: {} });
}

/**
 * Decides on calls for the hooks of clients. It reads the same files as `call` later; only the decision, which each run
 * makes, is in it.
 */
async function writeHook(outfile, stubs) {
  const later = new Map([...stubs].filter(([path]) => !path.endsWith("check-permitted.late.ts")));
  const plugins = [loadBeside(besideCall), beside, readLater(later)];
  await writeProgram("src/runtime/hook/hook-main.ts", outfile, { plugins });
  await writeFile(outfile, requireOnce(await readFile(outfile, "utf8")));
}

/** opencode's plugin, which starts the hook. opencode loads ES modules. */
async function writeOpencodeHook(folder) {
  const entryPoints = ["src/runtime/hook/opencode-plugin.ts"];
  await build({ ...common, entryPoints, outfile: join(folder, "opencode-hook.mjs"), format: "esm", banner: { js: generated } });
}

async function writeValidation(folder) {
  const getters = validationModules.map((id) => `get ${JSON.stringify(id)}() { return require(${JSON.stringify(id)}); }`);
  const { metafile } = await build({
    ...common,
    stdin: { contents: `module.exports = {\n${getters.join(",\n")}\n};`, resolveDir: root },
    outfile: join(folder, "validation.cjs"),
    banner: { js: generated },
    metafile: true,
  });
  return metafile.outputs;
}
