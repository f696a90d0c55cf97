/** Changes a file, and may be tried on a copy. */
export const substitute = `
name: substitute
description: Replace words in a file.
kind: edit
schema:
  properties:
    file: { type: string }
    from: { type: string, pattern: "^[a-z]+$" }
    to: { type: string, pattern: "^[a-z]+$" }
  required: [file, from, to]
aliases: { file: [path] }
paths: { file: { access: readWrite, type: file } }
command: [node, "{{@specDir}}/substitute.cjs", "{{file}}", "{{from}}", "{{to}}"]
output: { display: diff, preview: true }
`;

/** The program behind it: leaves the file alone where there is nothing to replace, and notes each time it runs. */
export const substituteProgram = `
const fs = require("node:fs");
const [file, from, to] = process.argv.slice(2);
fs.appendFileSync(__dirname + "/runs.txt", file + "\\n");
const text = fs.existsSync(file) ? fs.readFileSync(file, "utf8") : "";
if (!text.includes(from)) { console.error("no such word"); process.exit(1); }
fs.writeFileSync(file, text.replaceAll(from, to));
console.log("done");
`;

export const remove = `
name: remove_file
description: Remove a file.
kind: delete
schema: { properties: { file: { type: string } }, required: [file] }
paths: { file: { access: write, type: file, mustExist: true } }
command: [rm, --, "{{file}}"]
`;

export const look = `
name: show_file
description: Show a file.
kind: read
schema: { properties: { file: { type: string }, seconds: { type: integer, minimum: 0 } }, required: [file] }
aliases: { file: [path] }
paths: { file: read }
command: [cat, --, "{{file}}"]
exitCodes: { 1: { error: Give the path of a file. } }
`;

export const count = `
name: count_slowly
description: Count.
kind: think
command: [node, -e, "let i = 0; const t = setInterval(() => { console.log(++i); if (i === 4) clearInterval(t); }, 150)"]
output: { maxBytes: 5B }
`;

export const wait = `
name: wait
description: Wait.
kind: think
command: [sleep, "30"]
`;
