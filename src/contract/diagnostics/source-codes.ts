import { type Definition, msg } from "../diagnostic.js";

/** Mistakes in the files of specs: finding them, reading them, and their YAML or JSON. */
export const sourceCodes = {
  "no-specs": {
    severity: "error",
    message: msg`No spec was found for '${"glob"}': ${"reason"}.`,
    help: "Run 'toolgen init' to start a project, or 'toolgen new command NAME' to add a tool; or correct `specs` in toolgen.yaml.",
    explanation:
      "`specs` in toolgen.yaml lists globs, relative to the project's root. Either the folder that a glob starts from isn't there, or no file below " +
      "it matches. Folders named `node_modules` and `.git` are never searched.",
    example: "specs: [tool.d/**/*.yaml]   # the folder is called tools.d",
  },
  unreadable: {
    severity: "error",
    message: msg`Can't read '${"path"}': ${"reason"}.`,
    help: "Correct its permissions or its link, or remove it, or leave it out of `specs`.",
    explanation:
      "The file system didn't let toolgen read a file or folder of the project: permissions, a dangling symbolic link, " +
      "a socket or device instead of a file, or a path that leads out of the project. The other files are still read.",
    example: "a spec with mode 000, or a symbolic link to a file that was deleted",
  },
  "symlink-loop": {
    severity: "error",
    message: msg`'${"path"}' is a symbolic link that leads back to a folder above it.`,
    help: "Remove the link, or write a glob that doesn't reach it.",
    explanation:
      "The search for specs follows symbolic links to folders. A link to itself, or to a folder that contains it, would never end.",
    example: "tools.d/all -> ../tools.d",
  },
  "file-too-large": {
    severity: "error",
    message: msg`'${"path"}' has ${"size"} bytes; a spec may have ${"limit"}.`,
    help: "Split it into several files, or leave it out of `specs`.",
    explanation: "A spec is text written by hand. A larger file is almost always something else that a glob matches, so it isn't read.",
    example: "a database dump named tools.d/dump.json",
  },
  "too-many-files": {
    severity: "error",
    message: msg`The globs of \`specs\` lead to more than ${"limit"} ${"what"}.`,
    help: "Write globs that match only specs. If the project has that many, raise the limit: `toolgen build --limit files=20000`.",
    explanation:
      "toolgen reads at most 10,000 spec files, and searches at most 10,000 folders for them. A link to a large folder or a glob that begins with `**` " +
      "can lead to millions. Only the command line raises the limit, because `toolgen.yaml` can come with a pull request.",
    example: "specs: '**/*.yaml'   # beside a folder with a million files",
  },
  "too-many-bytes": {
    severity: "error",
    message: msg`The spec files have ${"size"} bytes together; ${"limit"} are read at most.`,
    help: "Write globs that match only specs. If they are that large, raise the limit: `toolgen build --limit bytes=128MB`.",
    explanation:
      "toolgen reads at most 64 MiB of specs, which is a hundred times what large projects have. Only the command line raises the limit, because " +
      "`toolgen.yaml` can come with a pull request.",
    example: "a tools.d with a hundred data files of 1 MiB",
  },
  "binary-file": {
    severity: "error",
    message: msg`'${"path"}' is not text: byte ${"offset"} is NUL.`,
    help: "Leave it out of `specs`. If it is text, save it as UTF-8 (UTF-16 looks like this).",
    explanation: "Specs are UTF-8 text, which contains no NUL byte. Archives, images and text saved as UTF-16 do.",
    example: "a spec saved as UTF-16, or an image with the ending .yaml",
  },
  "not-utf8": {
    severity: "error",
    message: msg`'${"path"}' is not UTF-8: line ${"line"} has a wrong byte, ${"byte"} (at offset ${"offset"} of the file).`,
    help: "Save the file as UTF-8.",
    explanation: "Specs are UTF-8. The position is the first byte that can't be decoded. Older encodings write `ä` or `é` as such a byte.",
    example: "description: Größe   # saved as Latin-1",
  },
  "empty-file": {
    severity: "error",
    message: msg`The file contains no document.`,
    help: "Write a spec in it, or remove the file.",
    explanation: "A file that `specs` matches must contain at least one document. Comments don't count.",
    example: "# to be written",
  },
  "yaml-syntax": {
    severity: "error",
    message: msg`Not valid YAML: ${"problem"}.`,
    help: "Correct the text here. The rest of the document has not been checked yet.",
    explanation:
      "The document can't be read as YAML 1.2 (of which JSON is a part). Only the first problem of a document is shown, because the others usually follow from it.",
    example: 'description: "never closed',
  },
  "merge-conflict": {
    severity: "error",
    message: msg`Git left a conflict here: the file contains both sides.`,
    help: "Choose between the two sides, and remove the lines that begin with `<<<<<<<`, `=======` and `>>>>>>>`.",
    explanation: "Git puts such lines around text that two branches changed. The rest of the file isn't checked until they are gone.",
    example: "<<<<<<< HEAD\nkind: read\n=======\nkind: search\n>>>>>>> feature",
  },
  "yaml-too-deep": {
    severity: "error",
    message: msg`Lists and maps are nested more than ${"limit"} deep here.`,
    help: "Flatten the document; no key of a spec needs such depth.",
    explanation: "Nesting is limited, also through aliases, so that no document can exhaust the compiler.",
    example: "default: [[[[…]]]]   # 65 brackets",
  },
  "yaml-too-large": {
    severity: "error",
    message: msg`The alias '*${"anchor"}' makes the document larger than ${"limit"} values.`,
    help: "Use fewer aliases of aliases; share parts with fragments and `extends`.",
    explanation:
      "An alias stands for a copy of its anchor's value. Aliases in anchored values multiply, so the size after all aliases are expanded is limited.",
    example: "a: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]   # … and thirty more",
  },
  "more-problems": {
    severity: "error",
    message: msg`${"more"} more problems of this file aren't shown.`,
    help: "Correct the problems that are shown, or leave the file out of `specs`.",
    explanation: "toolgen shows 200 problems of each file, errors first.",
    example: "a data file of a thousand lines in tools.d",
  },
  "more-warnings": {
    severity: "warning",
    message: msg`${"more"} more warnings of this file aren't shown.`,
    help: "Correct the problems that are shown.",
    explanation: "toolgen shows 200 problems of each file.",
    example: "a tool with a thousand parameters that nothing uses",
  },
  "schema-too-large": {
    severity: "error",
    message: msg`The schema has more than ${"limit"} ${"what"}.`,
    help: "Split the tool into several, or take part of its arguments as text. No model fills in a schema of this size.",
    explanation:
      "A schema may have 2,000 subschemas, and 128 levels with every `$ref` replaced by its target. Chains of thousands of `$ref`s are mostly made to exhaust " +
      "their readers. A circle of `$ref`s counts once.",
    example: "a schema with 3,000 parameters, or a chain of a thousand `$ref`s",
  },
  "too-many-values": {
    severity: "error",
    message: msg`This ${"what"} has more than ${"limit"} values.`,
    help: "Split it into several files of specs. A model can't use a tool with that many parameters.",
    explanation:
      "A document may have 10,000 values (texts, numbers, lists and maps) after its aliases are expanded, and a file 50,000. The largest specs of toolgen's library " +
      "have a few hundred. Much larger ones are mostly data, or made to exhaust the compiler.",
    example: "a schema with 30,000 properties",
  },
  "text-too-long": {
    severity: "error",
    message: msg`This text has ${"size"} characters; ${"limit"} are allowed.`,
    help: "Put a long script into its own file, and start it with `{{@specDir}}/SCRIPT`.",
    explanation: "A text in a spec has at most 65,536 characters. Useful descriptions and scripts are far shorter.",
    example: "a description of a megabyte",
  },
  "unknown-anchor": {
    severity: "error",
    message: msg`No anchor '&${"anchor"}' comes before this alias in the document.`,
    help: "Define the anchor earlier in the same document, or quote the text if you mean a literal `*`.",
    explanation: "Anchors work inside one document, after their definition. A text that begins with `*` must be quoted.",
    example: "env: [AWS_*, *AWS]",
  },
  "recursive-alias": {
    severity: "error",
    message: msg`The alias '*${"anchor"}' is inside the value that it names.`,
    help: "Remove the alias; a value can't contain itself.",
    explanation: "An alias is a copy of an earlier value. Inside that value, the copy would be infinite.",
    example: "schema: &schema { properties: { child: *schema } }",
  },
  "duplicate-key": {
    severity: "error",
    message: msg`The key '${"key"}' is given twice; first on line ${"line"}.`,
    help: "Remove one of the two, or merge their values.",
    explanation: "A map has each key once. YAML libraries often use the last one silently, which hides a mistake.",
    example: "name: a\nkind: read\nname: b",
  },
  "key-without-value": {
    severity: "error",
    message: msg`'${"key"}' has no value: in '{…}' a comma ends the value before it.`,
    help: "Put the text with the comma in quotes, or give the key a value.",
    explanation: "In `{…}`, YAML reads the text after a comma as the next key. A text with a comma must be quoted there.",
    example: "exitCodes: { 1: No match, try another word. }",
  },
  "merge-key": {
    severity: "error",
    message: msg`'<<' does not merge maps here.`,
    help: "Put the shared keys into a document with `fragment: NAME`, and name it in `extends: [NAME]`.",
    explanation: "Merge keys belong to YAML 1.1. Specs share keys by fragments, which also define how lists and maps are joined.",
    example: "<<: *defaults",
  },
  "unquoted-template": {
    severity: "error",
    message: msg`'${"text"}' is not quoted, so YAML reads its braces as a map.`,
    help: 'Put the whole text in quotes: "{{name}}".',
    explanation:
      "In YAML a value that begins with `{` is a map, and `#` after white space begins a comment. A template must be quoted if it begins with its braces, and anywhere in a `[…]` or `{…}`.",
    example: "command:\n  - rg\n  - {{pattern}}",
  },
  "unsupported-tag": {
    severity: "error",
    message: msg`The tag '${"tag"}' has no meaning here.`,
    help: "Remove the tag, or quote the text if you mean a literal `!`.",
    explanation: "Specs use YAML's core schema, whose only tags are `!!str`, `!!int`, `!!float`, `!!bool`, `!!null`, `!!map` and `!!seq`.",
    example: "cwd: !env HOME",
  },
  "complex-key": {
    severity: "error",
    message: msg`A key must be text, not ${"kind"}.`,
    help: "Write a text before the colon, in quotes if it contains brackets or braces.",
    explanation: "YAML allows lists, maps and nothing at all as keys. JSON and specs don't.",
    example: "[a, b]: 1",
  },
} as const satisfies Record<string, Definition>;
