import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryCopy } from "../../kit/temporary-folder.js";
import { builtProject } from "../../runtime/registry/project.js";

const specs = `
name: write_note
description: Write a note.
kind: edit
schema:
  properties:
    file: { type: string, description: Where. }
    text: { type: string, description: All of it. }
  required: [file, text]
paths: { file: { access: write, type: file } }
risk: { level: moderate, impact: "Replaces {{file}}." }
command: [node, "{{@specDir}}/write.cjs", "{{file}}"]
stdin: "{{text}}"
output: { display: diff, preview: true }
summary: "{{file}}"
---
name: say_hello
description: Say hello to somebody.
kind: other
schema: { properties: { whom: { type: string } }, required: [whom] }
risk:
  level: moderate
  rules:
    - { when: { whom: everybody }, level: dangerous }
command: [echo, hello, "{{whom}}"]
---
name: wipe_files
description: Wipe files.
kind: delete
schema: { properties: { paths: { type: array, items: { type: string } } }, required: [paths] }
paths: { "paths[]": write }
risk: dangerous
command: [echo, wiped, "{{json paths}}"]
---
name: note_down
description: Note a line down, and wait.
kind: other
schema:
  properties:
    line: { type: string }
    seconds: { type: number, default: 0 }
  required: [line]
risk: moderate
command: [sh, "{{@specDir}}/note.sh", "{{line}}", "{{seconds}}"]
---
name: wait_long
description: Wait, and say who waits.
kind: read
shell: echo $$ > pid; echo waiting; [ -e go ] || exec sleep 300
---
name: wait_stubborn
description: Wait for a file, and don't end when told to.
kind: read
shell: trap '' TERM; echo $$ > pid; echo waiting; until [ -e go ]; do sleep 0.05; done
---
name: show_file
description: Show a file.
kind: read
schema: { properties: { file: { type: string } }, required: [file] }
paths: { file: read }
command: [cat, --, "{{file}}"]
`;

const write = `require("node:fs").writeFileSync(process.argv[2], require("node:fs").readFileSync(0));\n`;
const note = `printf '%s\\n' "$1" >> log.txt\nexec sleep "$2"\n`;

let built: string | undefined;

/** A project that is built, with tools that read, write, talk and wait: its folder, and each a fresh one. It is built once for a file of tests. */
export function runProject(): string {
  // Files of tests that run in the same process share this module, and each removes its folders.
  if (built === undefined || !existsSync(built)) built = builtProject({ "tools.yaml": specs, "write.cjs": write, "note.sh": note });
  const project = temporaryCopy(built);
  writeFileSync(join(project, "note.txt"), "one\ntwo\n");
  return project;
}
