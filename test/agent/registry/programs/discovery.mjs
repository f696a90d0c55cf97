// A discovery command that misbehaves in the way that is asked for. What it starts carries the marker among its arguments.
import { spawn } from "node:child_process";

const [mode, marker = "-"] = process.argv.slice(2);
const tools = JSON.stringify([
  { name: "greet", description: "Greet.", parametersJsonSchema: { type: "object", properties: { whom: { type: "string" } } } },
]);
const child = () => spawn(process.execPath, ["-e", "setTimeout(() => {}, 300000)", marker], { stdio: ["ignore", "inherit", "inherit"] });

const modes = {
  good: () => console.log(tools),
  warns: () => {
    console.error("deprecated");
    console.log(tools);
  },
  banner: () => console.log(`Loading the tools ...\n${tools}`),
  junk: () => console.log("I have no tools"),
  nothing: () => {},
  number: () => console.log("42"),
  cut: () => console.log(tools.slice(0, -5)),
  huge: () => process.stdout.write(`[${"x".repeat(20 * 1024 * 1024)}`),
  fails: () => {
    console.error("the tools are locked");
    process.exitCode = 1;
  },
  dies: () => process.kill(process.pid, "SIGKILL"),
  hangs: () => {
    console.error("still thinking");
    child();
    setTimeout(() => {}, 300_000);
  },
  deaf: () => {
    process.on("SIGTERM", () => {});
    setTimeout(() => {}, 300_000);
  },
  reads: () => process.stdin.on("end", () => console.log(tools)).resume(),
  leaves: () => {
    child().unref();
    console.log(tools);
  },
};
modes[mode]();
