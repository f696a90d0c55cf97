// node --expose-gc --require this-file PROGRAM: at SIGUSR2 writes how many bytes its heap has after a collection to the
// file HEAP_REPORT.
const { renameSync, writeFileSync } = require("node:fs");
const { setImmediate: turn } = require("node:timers/promises");

process.on("SIGUSR2", async () => {
  // What was kept for a finalizer is free only after it has run.
  for (let round = 0; round < 4; round++) {
    globalThis.gc();
    await turn();
  }
  const file = process.env.HEAP_REPORT;
  writeFileSync(`${file}.new`, String(process.memoryUsage().heapUsed));
  renameSync(`${file}.new`, file);
});
