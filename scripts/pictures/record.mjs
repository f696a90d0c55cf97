import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { root } from "../run.mjs";

/** Narrow enough to be read on a phone. */
const size = { cols: 68, rows: 80 };

/** Files of the demo's project: those that the tutorial asks its reader to save. */
const files = ["src/app.js", "tools.d/todos.sh", "tools.d/list-todos.yaml"];

const commands = [
  "sed 1d tools.d/list-todos.yaml",
  "npx toolgen build",
  "sed -i 's/marc/mark/' tools.d/list-todos.yaml",
  "npx toolgen build > build.txt && head -n 1 build.txt",
  "npx toolgen test",
  `npx toolgen call list_todos '{"path": "src", "tag": "FIXME"}'`,
  `npx toolgen call list_todos '{"folder": "/etc"}'`,
];

/**
 * Runs the demo in a terminal of its own and returns the recording, in the asciicast format. Typing has one pace, and
 * outputs come at once.
 */
export async function record() {
  const folder = mkdtempSync(join(tmpdir(), "toolgen-demo-"));
  try {
    makeProject(folder);
    const events = [];
    let time = 0;
    for (const command of commands) {
      events.push([rounded(time), "o", `\u001b[2m$\u001b[22m \u001b[1m${command}\u001b[22m\r\n`]);
      time += 0.7;
      const output = (await outputOf(command, folder)).replaceAll(folder, "/home/me/notes");
      if (output !== "") events.push([rounded(time), "o", output]);
      time += 0.8 + 0.08 * output.split("\n").length;
    }
    const header = { version: 2, width: size.cols, height: size.rows };
    return [header, ...events].map((line) => `${JSON.stringify(line)}\n`).join("");
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const rounded = (seconds) => Number(seconds.toFixed(2));

function makeProject(folder) {
  const tutorial = readFileSync(join(root, "docs/tutorial.md"), "utf8");
  for (const path of files) {
    const [, text] = new RegExp(`\`${path.replaceAll(".", "\\.")}\`:\n\n\`\`\`\\w+\n([\\s\\S]*?)^\`\`\`$`, "m").exec(tutorial);
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  writeFileSync(join(folder, "toolgen.yaml"), "version: 1\n");
  chmodSync(join(folder, "tools.d/todos.sh"), 0o755);
  mkdirSync(join(folder, "node_modules/.bin"), { recursive: true });
  symlinkSync(root, join(folder, "node_modules/toolgen"));
  writeFileSync(join(folder, "node_modules/.bin/npx"), `#!/bin/sh\nshift\nexec "${process.execPath}" "${root}dist/cli/main.js" "$@"\n`);
  chmodSync(join(folder, "node_modules/.bin/npx"), 0o755);
}

/** Returns the output of a command on a terminal, without lines that replaced themselves. */
async function outputOf(command, folder) {
  const { spawn } = createRequire(import.meta.url)("@lydell/node-pty");
  const path = [join(folder, "node_modules/.bin"), process.env.PATH].join(delimiter);
  const terminal = spawn("sh", ["-c", command], { ...size, cwd: folder, env: { ...process.env, PATH: path, TERM: "xterm-256color" } });
  let output = "";
  terminal.onData((data) => {
    output += data;
  });
  await new Promise((resolve) => terminal.onExit(resolve));
  return output.replaceAll(/[^\n]*\r\u001b\[2?K/g, "");
}
