// npm run demo: builds toolgen, compiles tools.d, shows what a client discovers, and calls a tool as a client would.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { execaSync } from "execa";
import { root, step } from "./run.mjs";

await step("node scripts/build.mjs", process.execPath, ["scripts/build.mjs", "--if-changed"]);
await step("toolgen build", process.execPath, ["dist/cli/main.js", "build"]);

const { tools: settings } = JSON.parse(readFileSync(join(root, "generated/gemini/settings.json"), "utf8"));

console.log(`\n> ${settings.discoveryCommand}    (what Gemini CLI discovers)`);
const [program, ...args] = settings.discoveryCommand.split(" ");
const document = JSON.parse(run(program, args));
for (const { name, description } of document.flatMap((entry) => entry.functionDeclarations ?? [entry])) {
  console.log(`  ${name.padEnd(18)}${shorten(description.replaceAll(/\s+/g, " "), 100)}`);
}

const params = { query: "^name:", path: "tools.d", context: "0" };
console.log(`\n> echo '${JSON.stringify(params)}' | ${settings.callCommand} grep_search    (two aliases and a number sent as text)`);
console.log(run(settings.callCommand, ["grep_search"], JSON.stringify(params)).replaceAll(/^/gm, "  "));

function run(program, args, input = "") {
  const { failed, stdout, stderr, exitCode, shortMessage } = execaSync(program, args, { cwd: root, input, reject: false });
  if (failed) {
    console.error(stderr || shortMessage);
    process.exit(exitCode ?? 1);
  }
  return stdout.trimEnd();
}

function shorten(text, length) {
  return text.length <= length ? text : `${text.slice(0, length - 1)}…`;
}
