// Preloaded with `--import`: fails or dies at the n-th change of the files below a folder. FAULT is JSON: { folder, at, fault }, and `fault` one of "before",
// "within" and "after", which kill this process around the change, or a code such as ENOSPC, with which this and all later changes fail. With `at: -1` it only
// counts, and prints the count to standard error at the end.
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

const { folder, at, fault, count } = JSON.parse(process.env.FAULT);
const real = { ...fs };
const open = new Map();
let changes = 0;

const isBelow = (path) => typeof path === "string" && path.startsWith(`${folder}/`);
const die = () => process.kill(process.pid, "SIGKILL");

/** Wraps a function that changes what is at its first argument, a path or an open file. `half` does a part of it. */
function wrap(name, half) {
  fs[name] = (...args) => {
    const path = typeof args[0] === "number" ? open.get(args[0]) : args[0];
    const changing = isBelow(path) && (name !== "openSync" || /[wax+]/.test(String(args[1])));
    if (!changing) return after(name, args, real[name](...args));
    const turn = changes++;
    if (/^E/.test(fault ?? "")) {
      // Removing needs no room, and is how things are cleaned up.
      if (turn < at || /^(?:unlink|rm|rmdir)Sync$/.test(name)) return after(name, args, real[name](...args));
      half?.(...args);
      throw Object.assign(new Error(`${fault}: injected, ${name} '${path}'`), { code: fault, path });
    }
    if (turn !== at) return after(name, args, real[name](...args));
    try {
      if (fault === "within") half?.(...args);
      if (fault === "after") real[name](...args);
    } finally {
      // A change that the disk refuses, such as removing a folder that isn't empty, is a moment to die as well.
      die();
    }
  };
}

function after(name, args, result) {
  if (name === "openSync") open.set(result, args[0]);
  if (name === "closeSync") open.delete(args[0]);
  return result;
}

for (const name of ["openSync", "closeSync", "renameSync", "unlinkSync", "rmSync", "rmdirSync", "mkdirSync", "linkSync"]) wrap(name);
wrap("writeFileSync", (target, text) => real.writeFileSync(target, String(text).slice(0, String(text).length / 2)));
fs.closeSync = (file) => after("closeSync", [file], real.closeSync(file));
syncBuiltinESMExports();
if (count) process.on("exit", () => fs.writeSync(2, `changes ${changes}\n`));
