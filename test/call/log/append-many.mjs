// Writes lines to a log, as calls do: FILE, how many, how large the file may get, and whether each call is noted when it begins.
import { randomBytes } from "node:crypto";
import { noteBegun, writeLine } from "../../../node_modules/.cache/toolgen-modules/call/log/log-file.js";

const [file, count, maxBytes, mode] = process.argv.slice(2);
const log = { file, maxBytes: Number(maxBytes), keep: 1000 };
for (let i = 0; i < Number(count); i++) {
  const id = randomBytes(8).toString("hex");
  const line = {
    time: new Date().toISOString(),
    id,
    tool: `t${i}`,
    via: "call",
    pid: process.pid,
    outcome: "done",
    arguments: "é".repeat(i % 900),
  };
  if (mode === "noted") noteBegun(log, line);
  writeLine(log, line);
  if (mode === "forever") i = 0;
}
