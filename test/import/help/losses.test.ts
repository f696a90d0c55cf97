import { expect, it } from "vitest";
import { importedCommand } from "../imported.js";

const help = (options: string, usage = "Usage: tool [OPTION]... [FILE]") => `${usage}\nDo something useful.\n\n${options}\n`;

it("leaves out options whose value is a program or code, by the table of programs and by their names", async () => {
  const { properties, notes } = await importedCommand(
    "tar",
    help(
      "  -v, --verbose  more\n  -I, --use-compress-program=PROG  filter through PROG\n      --to-command=COMMAND  pipe to it\n      --checkpoint-action=ACTION  do ACTION\n",
      "Usage: tar [OPTION...] [FILE]...",
    ),
  );
  expect(Object.keys(properties)).toEqual(["file", "verbose"]);
  expect(notes.join("\n")).toContain("Left out: --use-compress-program, --to-command, --checkpoint-action: its value is a program, code");
  const unknown = await importedCommand(
    "tool",
    help("  --exec=CMD  run it\n  --pager=PAGER  show it by PAGER\n  -x SCRIPT  what to do\n  --size=N  how many\n"),
  );
  expect(Object.keys(unknown.properties)).toEqual(["file", "size"]);
  expect(unknown.notes.join("\n")).toContain("Left out: --exec, --pager, -x: its value seems to be a program or code, by its name.");
});

it("leaves out options whose name stands for others", async () => {
  const { properties, notes } = await importedCommand(
    "tool",
    help(
      "  --no-OPTION  turn off an implied OPTION\n  --enable-FEATURE[=ARG]  include it\n  --no-W  whole files\n  --no-name  without names",
    ),
  );
  expect(Object.keys(properties)).toEqual(["file", "no_w", "no_name"]);
  expect(notes.join("\n")).toContain("Left out: --no-OPTION, --enable-FEATURE: its name stands for those of other options.");
});

it.each([
  "--cmdline=TEXT  what",
  "--diff-cmd=TEXT  what",
  "--cmd_line=TEXT  what",
  "--prog-name=TEXT  what",
  "--on-change=TEXT  what",
  "--after-build=TEXT  what",
  "--before-build=TEXT  what",
  "--eval-text=TEXT  what",
  "--with=PROG_NAME  what",
  "--formatter=TEXT  Program that formats the output",
  "--notify=TEXT  a command to send messages with",
  "--filter=TEXT  Is evaluated for each line",
  "--sorter=TEXT  a shell command for sorting",
  "--tell=TEXT  executes TEXT at the end",
])("leaves out an option whose value seems to be code: %s", async (line) => {
  const { properties, notes } = await importedCommand(
    "anything",
    help(`  ${line}\n  --size=N  how many`, "Usage: anything [OPTION]... [FILE]"),
  );
  expect(Object.keys(properties)).toEqual(["file", "size"]);
  expect(notes.join("\n")).toContain(`Left out: ${line.split("=")[0]}: its value seems to be a program or code`);
});

it("keeps values that can't be code, and options whose description only mentions the command line", async () => {
  const { properties } = await importedCommand(
    "anything",
    help(
      "  --exit-code=TEXT  how it ends\n  --after-context=NUM  lines behind it\n  --after-date=TEXT  newer ones\n  --on-error={stop,go}  what then\n  --other=TEXT  adds to those on the command line",
    ),
  );
  expect(Object.keys(properties)).toEqual(["file", "exit_code", "after_context", "after_date", "on_error", "other"]);
});

it("limits values that would read any file: addresses, and texts that may begin with @", async () => {
  const { properties, spec } = await importedCommand(
    "anything",
    help(
      "  -d, --data <text>  HTTP POST data\n  -F, --form <name=content>  a part\n  --note=TEXT  a text, or @file to read it from a file\n  --doh-url <URL>  where\n  --cookie <data|filename>  send it\n",
      "Usage: anything [options...] <url>",
    ),
  );
  expect(Object.keys(properties)).toEqual(["url", "data", "form", "note", "doh_url"]);
  expect(properties).toMatchObject({
    url: { pattern: "^https?://" },
    data: { pattern: "^[^@]" },
    form: { pattern: "^[^@<]*$" },
    note: { pattern: "^[^@]" },
    doh_url: { pattern: "^https?://" },
  });
  expect(spec.examples[0].params.url).toMatch(/^https:/);
});

it("reads operands that are named like a property of every object", async () => {
  const { properties } = await importedCommand("anything", help("  --size=N  how many", "Usage: anything [OPTION]... CONSTRUCTOR VALUEOF"));
  expect(Object.keys(properties)).toEqual(["constructor", "valueof", "size"]);
});

it("makes no switches of options with several values, alternatives and pairs", async () => {
  const { properties, notes, spec } = await importedCommand(
    "anything",
    help(
      "  --size W H  how large\n  --color auto|always|never  when\n  --define NAME=VALUE  set it\n  --odd <a|b>=C,D  what\n  --pair <A> <B>  two\n  +x  a plus sign\n  -%  a percent sign\n  --this  this one\n",
    ),
  );
  expect(Object.keys(properties)).toEqual(["file", "color", "define", "this_value"]);
  expect(properties.color.enum).toEqual(["auto", "always", "never"]);
  expect(spec.command).toContain("--define={{define}}");
  expect(notes.join("\n")).toContain("Left out: --size, --pair: it takes two values.");
  expect(notes).toContain("Not understood: '+x  a plus sign'.");
  expect(notes).toContain("Not understood: '-%  a percent sign'.");
  expect(notes.join("\n")).toContain("Not understood: '--odd");
});

it("takes two options in a title of a manual page for two", async () => {
  const { spec } = await importedCommand("anything", help("  -print0  end with a zero\n  -fprint0 FILE  the same, into FILE"), {
    manual: "NAME\n       anything - do\n\nUNUSUAL FILENAMES\n       -print0, -fprint0\n              Always print the name.\n",
  });
  expect(JSON.stringify(spec.command)).toContain("{{#if print0}}-print0{{/if}}");
  expect(JSON.stringify(spec.command)).toContain('["-fprint0","{{fprint0}}"]');
});

it("leaves out secrets, options about the program, and those with two values, and names them", async () => {
  const { properties, notes } = await importedCommand(
    "tool",
    help("  --password=TEXT  the password\n  -h, --help  help\n  --pair a b  two values\n  --size=N  how many\n"),
  );
  expect(Object.keys(properties)).toEqual(["file", "size"]);
  expect(notes).toEqual([
    "Left out: --password: its value is a secret, and other users can see arguments: use `secrets` and `env` if the program can read it there, or --keep NAME.",
    "Left out: --help: it only tells about the program.",
    "Left out: --pair: it takes two values.",
  ]);
});

it("makes no tool of a program that starts the program in its operand", async () => {
  expect(
    (await importedCommand("timeout", help("  -v, --verbose  more", "Usage: timeout [OPTION] DURATION COMMAND [ARG]..."))).leftOut,
  ).toEqual(["its operand 'COMMAND' is a program, a file of code or a setting"]);
  expect(
    (await importedCommand("anything", help("  -v, --verbose  more", "Usage: anything [OPTION]... COMMAND [ARG]..."))).leftOut,
  ).toEqual(["its operand 'COMMAND' is a program, a file of code or a setting"]);
});

it("lists an operand that is code under code, so that the tool has the language's risk", async () => {
  const { spec, text } = await importedCommand("jq", help("  -r  raw output", "Usage: jq [options] <filter> [file...]"));
  expect(spec.code).toEqual({ filter: "jq" });
  expect(text).toContain("# the program evaluates it");
});

it("leaves out an option that the table doesn't know, if its value would move a program's code", async () => {
  const { properties, notes } = await importedCommand(
    "jq",
    help("  -r  raw output\n  --odd VALUE  an option that the table doesn't have", "Usage: jq [options] <filter> [file...]"),
  );
  expect(Object.keys(properties)).toEqual(["filter", "file", "r"]);
  expect(notes.join("\n")).toContain("Left out: --odd: the table of programs doesn't have it: code could be taken from elsewhere.");
});

it("leaves out the options with which the spec doesn't build, and keeps the others", async () => {
  const options = help("  --good=N  one\n  --bad=N  two\n  --fine  three");
  const { properties, notes } = await importedCommand("tool", options, { refused: /--bad=/ });
  expect(Object.keys(properties)).toEqual(["file", "good", "fine"]);
  expect(notes).toEqual(["Left out: --bad: its spec doesn't build: It is refused."]);
  expect((await importedCommand("tool", options, { refused: /tool/ })).leftOut).toEqual(["its spec doesn't build: It is refused."]);
});

it("is moderate, and dangerous for commands that delete by their names", async () => {
  expect((await importedCommand("tool", help("  --size=N  how many"))).spec.kind).toBe("other");
  expect((await importedCommand("tool remove", help("  --size=N  how many", "Usage: tool remove [OPTION]... NAME"))).spec.kind).toBe(
    "delete",
  );
});

it("lists other forms of the usage, and lines that it doesn't understand", async () => {
  const { notes } = await importedCommand(
    "tool",
    "Usage: tool [OPTION]... FILE\n   or: tool --list\nDo it.\n\n  -0 ... -9  a level\n  -q, --quiet  print nothing\n",
  );
  expect(notes).toEqual(["Left out: the form '--list' of its usage.", "Not understood: '-0 ... -9  a level'."]);
});

it("imports chosen options alone, and lists the others", async () => {
  const { properties, notes } = await importedCommand("tool", help("  -a, --all  all\n  --size=N  how many"), { chosen: ["--size"] });
  expect(Object.keys(properties)).toEqual(["file", "size"]);
  expect(notes).toEqual(["Not chosen: --all."]);
});

it("tells names apart that differ in their case alone, and writes those that mean something in templates", async () => {
  const { properties, spec } = await importedCommand("tool", help("  -r  one\n  -R  two\n      --null  three\n      --json  four"));
  expect(Object.keys(properties)).toEqual(["file", "r", "upper_r", "null", "json"]);
  expect(spec.command).toContain("{{#if [null]}}--null{{/if}}");
});

it("keeps hidden characters and markup of a hostile help text out of specs", async () => {
  const { text } = await importedCommand(
    "tool",
    help("  --size=N  how\u202e many\u200b \u001b[31mred\u001b[0m {{secret}} # not a comment\n"),
  );
  expect(text).not.toMatch(/[\u202e\u200b\u001b]/);
  expect(text).toContain("How many red {{secret}} # not a comment");
});

it("reads hostile help texts in time proportional to their length", { timeout: 20_000 }, async () => {
  for (const line of [
    "[".repeat(50_000),
    "-a ".repeat(30_000),
    "usage: ".repeat(10_000),
    `  -x ${"<a|".repeat(20_000)}`,
    `${" ".repeat(60_000)}x`,
    "[a|".repeat(20_000),
    "'a', ".repeat(20_000),
  ]) {
    const start = performance.now();
    await importedCommand("tool", `Usage: tool ${line}\n\n${line}\n  --x=N  ${line}\n`);
    expect(performance.now() - start).toBeLessThan(2000);
  }
});

it.each([
  ["click", "  --cache / --no-cache  Use the cache.  [default: cache]", "--no-cache"],
  ["argparse", "  --cache, --no-cache  Use the cache (default: True)", "--no-cache"],
  ["Swift", "  --cache/--no-cache   Use the cache. (default: --cache)", "--no-cache"],
  ["absl", "  --[no]cache: Use the cache\n    (default: 'true')", "--nocache"],
  ["oclif", "  --[no-]cache  [default: true] Use the cache", "--no-cache"],
])("imports the negation of a switch that %s says is on by default", async (_name, line, flag) => {
  const { properties, notes, spec } = await importedCommand("tool", help(`${line}\n  --size=N  how many`));
  const name = flag.slice(2).replace("-", "_");
  expect(Object.keys(properties)).toEqual(["file", name, "size"]);
  expect(properties[name].description).toMatch(/^Switches off: Use the cache/);
  expect(spec.command).toContain(`{{#if ${name}}}${flag}{{/if}}`);
  expect(notes).toContain("Left out: --cache: on by default. The forms that switch them off are imported.");
});

it.each([
  '  --x (dbg, opt or fastbuild; default: "fastbuild")\n    How.',
  "  --x (a 'name=value' assignment; may be used multiple times)\n    How.",
  "  --x [one two]  How.",
])("makes no switch of an option before a bracket that isn't understood: %j", async (line) => {
  const { properties, notes } = await importedCommand("tool", `Usage: tool [options] FILE\n\nOptions:\n${line}\n  --other  Another\n`);
  expect(Object.keys(properties)).toEqual(["file", "other"]);
  expect(notes.join()).toContain("Left out: --x: the help doesn't say whether it takes a value.");
});

it.each([
  ["INTEGER RANGE [0<=x<=9]", "integer"],
  ["<TEXT INTEGER>...", undefined],
  ["[%Y-%m-%d|%Y-%m-%d %H:%M]", "string"],
])("reads the value %s in a box of Typer", async (value, type) => {
  const help = `Usage: tool [OPTIONS] FILE\n\n╭─ Options ─────╮\n│ --x  -x      ${value}  How it is │\n│ --other          Another │\n╰───────────────╯\n`;
  const { properties } = await importedCommand("tool", help);
  expect([properties.x?.type, properties.other?.type]).toEqual([type, "boolean"]);
});

it.each([
  "Allowed values: red, green, blue or any hex colour",
  "How (values: red, green; or any name)",
  "Allowed values: red, green, and others.",
  "One of red, green or a number",
  "Either 'red' or 'green' or any name",
])("takes no list in an open sentence for all values: %s", async (text) => {
  const { properties } = await importedCommand("tool", `Usage: tool [options] FILE\n\nOptions:\n  --x=TEXT  ${text}\n`);
  expect([properties.x.type, properties.x.enum]).toEqual(["string", undefined]);
});

it.each(["yes, if the target is remote", "on Linux"])("doesn't take a switch for one that is on: (default: %s)", async (text) => {
  const { properties } = await importedCommand("tool", `Usage: tool [options] FILE\n\nOptions:\n  --[no-]x  How (default: ${text})\n`);
  expect(Object.keys(properties)).toContain("x");
});
