#!/usr/bin/env node
// A call program: the name of the tool says what it does.
import { readFileSync } from "node:fs";

const [tool] = process.argv.slice(2);
const tools = {
  greet: (input) => console.log(`hello ${JSON.parse(input).whom ?? "nobody"}`),
  echo: (input) => process.stdout.write(input),
  fails: () => {
    console.log("half of it");
    console.error("no such thing");
    process.exitCode = 3;
  },
  warns: () => {
    console.log("done");
    console.error("careful");
  },
  waits: () => setTimeout(() => {}, 300_000),
  floods: () => {
    const chunk = "x".repeat(1 << 20);
    const more = () => process.stdout.write(chunk, more);
    more();
  },
  dies: () => process.kill(process.pid, "SIGKILL"),
  steps: () => {
    process.stdout.write("one\n");
    setTimeout(() => process.stdout.write("two\n"), 300);
  },
};
if (tool === "deaf") process.exit(0);
tools[tool](tool === "waits" ? "" : readFileSync(0, "utf8"));
