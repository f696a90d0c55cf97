// Takes a lock as often as its arguments say, and while it holds it appends a line before and after a moment.
// Arguments: the bundle of `tryLineFileLock`, the lock, a log, how often, and "hold" to keep the first one forever.
import { appendFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [bundle = "", path = "", log = "", times = "1", hold] = process.argv.slice(2);
const { tryLineFileLock } = await import(pathToFileURL(bundle).href);
for (let taken = 0; taken < Number(times); ) {
  const lock = tryLineFileLock(path);
  if (lock === undefined) continue;
  taken++;
  appendFileSync(log, `+${process.pid}\n`);
  if (hold === "hold") {
    setInterval(() => {}, 1000);
    break;
  }
  const until = performance.now() + Math.random();
  while (performance.now() < until);
  appendFileSync(log, `-${process.pid}\n`);
  lock.release();
}
