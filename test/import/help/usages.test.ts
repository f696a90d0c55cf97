import { expect, it } from "vitest";
import { importedCommand } from "../imported.js";

const options = "Options:\n  -v, --verbose  Say more\n  -o, --out FILE  Where to write\n";

it("takes words beside marked operands for words of the command", async () => {
  const { spec, properties, notes } = await importedCommand(
    "naval",
    `Naval Fate.\n\nUsage:\n  naval ship new <name>...\n  naval mine (set|remove) <x> <y> [--moored|--drifting]\n  naval -h | --help\n\nOptions:\n  -h --help     Show this screen.\n  --moored      Moored mine.\n  --drifting    Drifting mine.\n`,
  );
  expect(spec.command.slice(0, 3)).toEqual(["naval", "ship", "new"]);
  expect(spec.schema.required).toEqual(["name"]);
  expect(notes).toContain("Left out: the form 'mine (set|remove) <x> <y> [--moored|--drifting]' of its usage.");
  expect(properties.moored).toEqual({ type: "boolean", description: "Moored mine." });
  const mine = await importedCommand("naval mine", "Usage:\n  naval ship new <name>\n  naval mine (set|remove) <x> at <y>\n");
  expect(mine.properties).toMatchObject({ choice: { enum: ["set", "remove"] }, x: {}, at: { enum: ["at"] }, y: {} });
  expect(mine.spec.schema.required).toEqual(["choice", "x", "at", "y"]);
  // Without marks, small letters are operands.
  expect((await importedCommand("pack", `usage: pack [-v] source [target ...]\n\n${options}`)).spec.schema.required).toEqual(["source"]);
});

it("makes one operand of words with bars between them", async () => {
  const { properties, spec } = await importedCommand("tool build", `Usage:  tool build [OPTIONS] PATH | URL | -\n\nBuild it\n\n${options}`);
  expect(Object.keys(properties)).toEqual(["path_or_url", "verbose", "out"]);
  expect(spec.schema.required).toEqual(["path_or_url"]);
  // It may be a path, so a call is limited to the workspace.
  expect(spec.paths.path_or_url).toBe("readWrite");
  const either = await importedCommand("tool", `Usage: tool [OPTION]... PATTERN [FILES OR DIRECTORIES]\n\n${options}`);
  expect(Object.keys(either.properties).slice(0, 2)).toEqual(["pattern", "files_or_directories"]);
  expect(either.properties.files_or_directories.type).toBe("array");
});

it.each([
  ["[-Aclnx] [-a] [file ...]", "-A -c -l -n -x -a"],
  ["[-46Ddl] [-p port] host", "-4 -6 -D -d -l -p"],
  ["[-vqr] [FILE]", "-v -q -r"],
  ["[-verbose] [FILE]", "-verbose"],
  ["[-g | -h | -k] [FILE]", "-g -h -k"],
])("tells switches in one bracket from a name: %s", async (usage, names) => {
  const { spec } = await importedCommand("tool", `usage: tool ${usage}\n`);
  const used = JSON.stringify(spec.command).match(/(?<=["}])-\w+/g);
  expect(used).toEqual(names.split(" "));
});

it("gives a small letter its own name, and its capital another", async () => {
  const { properties, spec } = await importedCommand("tool", "usage: tool [-Aa] [-Z] [-I length] [-i interval]\n");
  expect(Object.keys(properties)).toEqual(["upper_a", "a", "z", "length", "interval"]);
  expect(spec.command).toContain("{{#if upper_a}}-A{{/if}}");
});

it("reads several words in a bracket as values of its option", async () => {
  const { properties, notes } = await importedCommand(
    "plot",
    "usage: plot [--range LO HI] [--color [WHEN]] [-D KEY=VALUE] [-x address[:port]]\n            [--grid | --no-grid] [--items [ITEM ...]] data [data ...]\n\noptions:\n  -h, --help  show this help message and exit\n  --range LO HI  the range\n",
  );
  expect(Object.keys(properties)).toEqual(["data", "color", "d", "address", "grid", "items"]);
  expect(notes.join("\n")).toContain("Left out: --range: it takes two values.");
  expect(notes.join("\n")).toContain("Left out: the forms with --no- of --grid");
});

it("gives several values to one name, where the parser keeps the last name alone", async () => {
  const { spec } = await importedCommand(
    "plot",
    "usage: plot [-h] [--tag TAG [TAG ...]] data\n\noptions:\n  -h, --help  show this help message and exit\n  --tag TAG [TAG ...]  words\n",
  );
  expect(spec.command).toEqual(["plot", ["--tag", "{{#each tag}}{{this}}{{/each}}"], "--", "{{data}}"]);
});

it("keeps the colon of an option that ends with it, and lists values in forms that it doesn't know", async () => {
  const { spec, properties, notes } = await importedCommand(
    "jvx",
    "Usage: jvx [options] <mainclass> [args...]\n           (to execute a class)\n   or  jvx [options] -jar <jarfile>\n           (to execute a jar file)\n\n where options include:\n\n    -verbose:[class|gc]\n                  enable output\n    -ea[:<package>...|:<class>]\n                  enable assertions\n    -splash:<image>\n                  show it\n    --disable-@files\n                  prevent expansion\n    -Xmx<size>    maximum heap\n",
  );
  expect(Object.keys(properties)).toEqual(["mainclass", "args", "verbose", "splash", "xmx"]);
  expect(spec.command).toEqual(expect.arrayContaining(["-verbose:{{verbose}}", "-splash:{{splash}}", "-Xmx{{xmx}}"]));
  expect(notes).toEqual(expect.arrayContaining(["Not understood: '-ea[:<package>...|:<class>]'.", "Not understood: '--disable-@files'."]));
});

it("lists lines with an option behind another sign", async () => {
  const { notes } = await importedCommand("tool", `Usage: tool [FILE]\n\n${options}  (-z N)   zip it\n  *-y      starred\n`);
  expect(notes).toEqual(["Not understood: '(-z N)   zip it'.", "Not understood: '*-y      starred'."]);
});

it.each([
  ["Description:\n  Sample app\n\nUsage:\n  tool <file> [options]", "Sample app"],
  ["NAME:\n   tool - add a task\n\nUSAGE:\n   tool [command options] [arguments...]", "Add a task"],
  ["NAME\n    tool all list - list it\n\nSYNOPSIS\n    tool [NAME ...]", "List it"],
  ["tool version 5.1 Copyright (c) 2000 the authors\n  built with gcc 12\nFast encoder\nusage: tool [options] outfile", "Fast encoder"],
  ["tool 7.4.0\nSomebody <some@body.example>\nA simple alternative\n\nUSAGE:\n    tool [FLAGS] <pattern>", "A simple alternative"],
  ["Usage: tool [-v] <file>\nPrints the checksum of a file.\n      <file>  The file.", "Prints the checksum of a file"],
  ["tool  Ver 15.1 Distrib 10\nCopyright (c) 2000, Somebody.\n\nUsage: tool [OPTIONS] [database]", ""],
])("finds the description: %s", async (head, description) => {
  const { spec } = await importedCommand("tool", `${head}\n\n${options}`);
  expect(spec.description).toBe(description === "" ? "Runs tool." : `${description}. Runs tool.`);
});

it("takes a value with an empty name for a path if the option's name says so", async () => {
  const { spec } = await importedCommand(
    "tool",
    "A tool.\n\nUsage:\n  tool [flags]\n\nFlags:\n      --output-dir string   where to write\n      --log-file string     where to log\n      --profile string      which one\n      --name string         what\n",
  );
  expect(spec.paths).toEqual({ output_dir: "write", log_file: "readWrite" });
});
