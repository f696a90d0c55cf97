const count = `name: count_lines
description: Counts the lines of a file that contain a text. Use it before you read a large file.
kind: read
toolsets: [files]
schema:
  type: object
  required: [file]
  properties:
    file: { type: string, description: The file to look at. }
    text: { type: string, description: Only lines with this text count. }
    limit: { type: integer, minimum: 1, default: 100, description: Stop at this many. }
aliases: { file: [path, file_path], limit: [max] }
command: [grep, -c, -m, "{{limit}}", -e, "{{text}}", "{{file}}"]
exitCodes: { 1: No line contains it. }
examples:
  - { name: words of a note, params: { file: notes.txt, text: TODO } }
`;
const measure = `name: measure_file
description: Returns the size of a file as data.
kind: read
toolsets: [files]
schema: { type: object, required: [file], properties: { file: { type: string, description: The file to measure. } } }
aliases: { file: [path] }
command: [printf, '{"file": "%s", "lines": 3}', "{{file}}"]
output:
  format: json
  schema: { type: object, required: [file, lines], properties: { file: { type: string }, lines: { type: integer } } }
`;
const remove = `name: delete_branch
description: Deletes a branch on the server. Nobody can restore it from there.
kind: delete
risk: { level: dangerous, impact: "Deletes the branch {{branch}} for everyone" }
toolsets: [git]
schema: { type: object, required: [branch], properties: { branch: { type: string, description: The branch to delete. } } }
command: [echo, deleted, "{{branch}}"]
`;

/** A small project for the pictures of the documentation. */
export const pictureProject: Readonly<Record<string, string>> = {
  "toolgen.yaml": "version: 1\nserver: office\naudit: true\ntargets: { docs: {}, pi: {} }\n",
  "tools.d/count-lines.yaml": count,
  "tools.d/measure-file.yaml": measure,
  "tools.d/delete-branch.yaml": remove,
  "notes.txt": "TODO one\ndone\nTODO two\n",
};
