import fc from "fast-check";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { importCommand } from "../../../src/import/import-command.js";
import { mergeManual } from "../../../src/import/program-help.js";
import { readHelp } from "../../../src/import/read-help.js";
import { programRoles } from "../../../src/programs/program-roles.js";

type Kind = "switch" | "text" | "integer" | "list" | "choice";

interface Option {
  readonly long: string;
  readonly short: string | undefined;
  readonly kind: Kind;
  readonly about: string;
}

const values = ["fast", "slow"];
const long = fc.constantFrom("colour", "depth", "max-width", "tag", "sort-by", "level", "dry", "format", "unit", "skip-empty", "wait2");
const about = fc.constantFrom("How it is done", "What to show, if anything", "Says more (of it)", "The one that is meant");
const kind = fc.constantFrom<Kind>("switch", "text", "integer", "list", "choice");
const options = fc
  .uniqueArray(fc.record({ long, kind, about }), { selector: (one) => one.long, minLength: 2, maxLength: 6 })
  .map((all) => all.map((one, index): Option => ({ ...one, short: index % 2 === 0 ? "abcdefg"[index] : undefined })));

interface Notation {
  readonly line: (option: Option) => string;
  readonly title?: string;
  /** The kinds that the notation shows. In others, a list looks like one text, or a number like any text. */
  readonly shows?: Partial<Record<Kind, Kind>>;
  readonly usage?: string;
}

const pad = (head: string, width = 32) => (head.length < width - 1 ? head.padEnd(width) : `${head}  `);
const comma = ({ short, long: name }: Option, gap = ", ") => (short === undefined ? `--${name}` : `-${short}${gap}--${name}`);
const named = (one: Option, word: Record<Kind, string>) => word[one.kind];

const notations: Readonly<Record<string, Notation>> = {
  "optparse-applicative": {
    usage: "Usage: tool [OPTIONS] FILE\n",
    title: "Available options:",
    shows: { list: "text" },
    line: (one) =>
      `  ${pad(comma(one, ",") + named(one, { switch: "", text: " TEXT", integer: " N", list: " TEXT", choice: " fast|slow" }), 27)}${one.about}`,
  },
  argparse: {
    usage: "usage: tool file\n",
    title: "options:",
    line: (one) => {
      const value = named(one, { switch: "", text: " TEXT", integer: " N", list: " TEXT [TEXT ...]", choice: " {fast,slow}" });
      const head = one.short === undefined ? `--${one.long}${value}` : `-${one.short}${value}, --${one.long}${value}`;
      return head.length > 20 ? `  ${head}\n${" ".repeat(24)}${one.about}` : `  ${pad(head, 22)}${one.about}`;
    },
  },
  click: {
    usage: "Usage: tool [OPTIONS] FILE\n",
    title: "Options:",
    shows: { list: "text" },
    line: (one) =>
      `  ${pad(comma(one) + named(one, { switch: "", text: " TEXT", integer: " INTEGER", list: " TEXT", choice: " [fast|slow]" }))}${one.about}`,
  },
  "clap 2": {
    usage: "tool 1.2.3\nA tool\n\nUSAGE:\n    tool [FLAGS] [OPTIONS] <file>\n",
    title: "OPTIONS:",
    line: (one) =>
      `    ${pad(comma(one) + named(one, { switch: "", text: " <text>", integer: " <num>", list: " <text>...", choice: " <mode>" }))}${one.about}${
        one.kind === "choice" ? " [possible values: fast, slow]" : ""
      }`,
  },
  "clap 4": {
    usage: "A tool\n\nUsage: tool [OPTIONS] <FILE>\n",
    title: "Options:",
    line: (one) =>
      `  ${comma(one)}${named(one, { switch: "", text: " <TEXT>", integer: " <NUM>", list: " <TEXT>...", choice: " <MODE>" })}\n          ${one.about}\n${
        one.kind === "choice" ? "\n          Possible values:\n          - fast: soon\n          - slow\n" : ""
      }`,
  },
  cobra: {
    usage: "A tool.\n\nUsage:\n  tool [FILE] [flags]\n",
    title: "Flags:",
    line: (one) =>
      `  ${one.short === undefined ? "    " : ""}${pad(
        comma(one) + named(one, { switch: "", text: " string", integer: " int", list: " strings", choice: " string" }),
      )}${one.about}${one.kind === "choice" ? ". One of: (fast, slow)" : one.kind === "list" ? " (default [])" : ""}`,
  },
  "urfave/cli": {
    usage: "NAME:\n   tool - a tool\n\nUSAGE:\n   tool [command options] [arguments...]\n",
    title: "OPTIONS:",
    shows: { integer: "text", choice: "text" },
    line: (one) => {
      const value = one.kind === "switch" ? "" : " value";
      const names = `--${one.long}${value}${one.short === undefined ? "" : `, -${one.short}${value}`}`;
      return `   ${pad(one.kind === "list" ? `${names} [ ${names} ]` : names, 60)}${one.about}${one.kind === "switch" ? " (default: false)" : ""}`;
    },
  },
  picocli: {
    usage: "Usage: tool <file>\nA tool.\n      <file>     The file.",
    title: "",
    shows: { list: "text", choice: "text" },
    line: (one) =>
      `  ${one.short === undefined ? "    " : ""}${pad(
        comma(one) + named(one, { switch: "", text: "=<text>", integer: "=<num>", list: "=<text>", choice: "=<mode>" }),
        26,
      )}${one.about}`,
  },
  oclif: {
    usage: "A tool\n\nUSAGE\n  $ tool [FILE]\n",
    title: "FLAGS",
    shows: { integer: "text" },
    line: (one) =>
      `  ${one.short === undefined ? "    " : ""}${pad(
        comma(one) + named(one, { switch: "", text: "=<value>", integer: "=<value>", list: "=<value>...", choice: "=<option>" }),
      )}${one.about}${one.kind === "choice" ? `\n${" ".repeat(38)}<options: fast|slow>` : ""}`,
  },
  yargs: {
    usage: "tool <file>\n\nA tool\n",
    title: "Options:",
    line: (one) => {
      const type = named(one, {
        switch: "[boolean] [default: false]",
        text: "[string]",
        integer: "[number]",
        list: "[array]",
        choice: '[string] [choices: "fast", "slow"]',
      });
      return `  ${one.short === undefined ? "    " : ""}${pad(comma(one), 20)}${pad(one.about, 40)}${type}`;
    },
  },
  commander: {
    usage: "Usage: tool [options] <file>\n\nA tool\n",
    title: "Options:",
    shows: { integer: "integer" },
    line: (one) =>
      `  ${pad(comma(one) + named(one, { switch: "", text: " <text>", integer: " <number>", list: " <text...>", choice: " <mode>" }))}${one.about}${
        one.kind === "choice" ? ' (choices: "fast", "slow")' : ""
      }`,
  },
  "Pod::Usage": {
    usage: "Usage:\n    tool [options] file\n",
    title: "Options:",
    shows: { choice: "text" },
    line: (one) =>
      `    --${one.long}${one.short === undefined ? "" : `|${one.short}`}${named(one, { switch: "", text: "=s", integer: "=i", list: "=s@", choice: "=s" })}\n            ${one.about}.\n`,
  },
  absl: {
    usage: "A tool.\nUsage: tool [flags] file\n",
    title: "flags:\n\ntool.py:",
    line: (one) => {
      const lines = named(one, {
        switch: `  --[no]${one.long}: ${one.about}\n    (default: 'false')`,
        text: `  --${one.long}: ${one.about}\n    (default: 'x')`,
        integer: `  --${one.long}: ${one.about}\n    (default: '4')\n    (an integer)`,
        list: `  --${one.long}: ${one.about};\n    repeat this option to specify a list of values`,
        choice: `  --${one.long}: <fast|slow>: ${one.about}`,
      });
      return lines;
    },
  },
  Thor: {
    usage: "Usage:\n  tool FILE\n",
    title: "Options:",
    shows: { integer: "integer" },
    line: (one) => {
      const value = named(one, { switch: "", text: "=TEXT", integer: "=N", list: "=one two three", choice: "=MODE" });
      const no = one.kind === "switch" ? `, [--no-${one.long}], [--skip-${one.long}]` : "";
      const head = `${one.short === undefined ? "    " : `-${one.short}, `}[--${one.long}${value}]${no}`;
      return `  ${pad(head, 50)}# ${one.about}${one.kind === "choice" ? `\n${" ".repeat(52)}# Possible values: fast, slow` : ""}`;
    },
  },
  OptionParser: {
    usage: "Usage: tool [options] FILE\n",
    title: "",
    shows: { list: "text", choice: "text" },
    line: (one) =>
      `    ${one.short === undefined ? "    " : ""}${pad(
        comma(one) + named(one, { switch: "", text: " TEXT", integer: " N", list: " x,y,z", choice: " MODE" }),
        33,
      )}${one.about}`,
  },
  "System.CommandLine": {
    usage: "Description:\n  A tool\n\nUsage:\n  tool <file> [options]\n",
    title: "Options:",
    shows: { integer: "text", list: "text" },
    line: (one) =>
      `  ${pad(comma(one) + named(one, { switch: "", text: " <text>", integer: " <text>", list: " <text>", choice: " <fast|slow>" }))}${one.about}`,
  },
  systemd: {
    usage: "tool [OPTIONS...] [FILE...]\n\nA tool.\n",
    title: "Filtering Options:",
    shows: { list: "text", choice: "text" },
    line: (one) =>
      `  ${one.short === undefined ? "   " : ""}${pad(
        comma(one, " ") + named(one, { switch: "", text: "=TEXT", integer: "=INTEGER", list: "=LIST", choice: "=STRING" }),
        27,
      )}${one.about}`,
  },
  Typer: {
    usage: " Usage: tool [OPTIONS] FILE\n\n",
    title: "╭─ Options ────────────────────────────────╮",
    shows: { list: "text" },
    line: (one) => {
      const value = named(one, { switch: "", text: "TEXT", integer: "INTEGER", list: "TEXT", choice: "[fast|slow]" });
      return `│    ${pad(`--${one.long}`, 16)}${pad(one.short === undefined ? "" : `-${one.short}`, 5)}${pad(value, 13)}${one.about}  │`;
    },
  },
  JCommander: {
    usage: "Usage: tool [options] files\n",
    title: "  Options:",
    shows: { choice: "text" },
    line: (one) => {
      const value = named(one, { switch: "false", text: "x", integer: "4", list: "[]", choice: "fast" });
      return `    --${one.long}${one.short === undefined ? "" : `, -${one.short}`}\n      ${one.about}\n      Default: ${value}`;
    },
  },
  "Boost.Program_options": {
    usage: "Usage: tool [options] file\n",
    title: "Allowed options:",
    shows: { integer: "text", list: "text", choice: "text" },
    line: (one) => {
      const names = one.short === undefined ? `--${one.long}` : `-${one.short} [ --${one.long} ]`;
      return `  ${pad(names + named(one, { switch: "", text: " arg", integer: " arg (=4)", list: " arg", choice: " arg (=fast)" }), 36)}${one.about}`;
    },
  },
  "absl of C++": {
    usage: "tool: Does things\n",
    title: "Flags from src/main.cc:",
    shows: { list: "text", choice: "text" },
    line: (one) =>
      `    --${one.long.replaceAll("-", "_")} (${one.about}); default: ${named(one, { switch: "false", text: '""', integer: "4", list: '""', choice: '"fast"' })};`,
  },
  "AWS CLI": {
    usage: "NAME\n       tool -\n\nSYNOPSIS\n            tool\n",
    title: "OPTIONS",
    shows: { choice: "text" },
    line: (one) =>
      `       --${one.long} (${named(one, { switch: "boolean", text: "string", integer: "integer", list: "list", choice: "string" })})\n          ${one.about}.\n`,
  },
  cligen: {
    usage: "Usage:\n  tool [optional-params] [paths: string...]\n",
    title: "Options:",
    shows: { choice: "text" },
    line: (one) => {
      const type = named(one, { switch: "bool", text: "string", integer: "int", list: "strings", choice: "string" });
      const names = `${one.short === undefined ? "" : `-${one.short}=, `}--${one.long}=`;
      return `  ${pad(one.kind === "switch" ? names.replaceAll("=", "") : names, 24)}${pad(type, 9)}${pad(named(one, { switch: "false", text: '"x"', integer: "4", list: "{}", choice: '"fast"' }), 8)}${one.about}`;
    },
  },
  Markdown: {
    usage: "Usage: `tool [options] file`\n",
    title: "**Options**\n",
    shows: { integer: "integer", choice: "choice" },
    line: (one) => {
      const value = named(one, { switch: "", text: " <text>", integer: " <n>", list: " <text...>", choice: " <fast|slow>" });
      return `* \`${comma(one)}${value}\` - ${one.about}`;
    },
  },
  "Swift's ArgumentParser": {
    usage: "OVERVIEW: A tool\n\nUSAGE: tool <file>\n",
    title: "OPTIONS:",
    shows: { list: "text" },
    line: (one) =>
      `  ${pad(comma(one) + named(one, { switch: "", text: " <text>", integer: " <count>", list: " <text>", choice: " <mode>" }), 26)}${one.about}${
        one.kind === "choice" ? ". (values: fast, slow; default: fast)" : ""
      }`,
  },
  gcloud: {
    usage: "NAME\n    tool - a tool\n\nSYNOPSIS\n    tool [FILE ...]\n",
    title: "FLAGS",
    shows: { choice: "text" },
    line: (one) => {
      const value = named(one, {
        switch: "",
        text: "=TEXT",
        integer: "=NUM; default=500",
        list: "=[TEXT,...]",
        choice: '=MODE; default="fast"',
      });
      return `     --${one.long}${value}${one.short === undefined ? "" : `, -${one.short}${value === "" ? "" : ` ${value.slice(1).replace(/;.*/, "")}`}`}\n        ${one.about}.\n`;
    },
  },
};

const schemaKind = (schema: { type: string; enum?: readonly string[] }): Kind =>
  schema.enum !== undefined
    ? "choice"
    : schema.type === "boolean"
      ? "switch"
      : schema.type === "array"
        ? "list"
        : schema.type === "string"
          ? "text"
          : "integer";

const runs = process.env.TOOLGEN_TEST_SUITE === "soak" ? 500 : 12;

it.each(Object.entries(notations))(
  "reads every option that %s prints, with its value",
  async (_name, { line, title = "", shows = {}, usage = "" }) => {
    await fc.assert(
      fc.asyncProperty(options, async (drawn) => {
        const help = `${usage}\n${title === "" ? "" : `${title}\n`}${drawn.map(line).join("\n")}\n`;
        const merged = mergeManual(readHelp(help, ["tool"]), undefined);
        const request = { name: "tool", words: ["tool"], group: "group", help: merged, roles: programRoles("tool"), chosen: undefined };
        const { tools } = await importCommand(request, { check: async (texts) => texts.map(() => []), header: [] });
        const [tool] = tools;
        const { properties } = parse(tool?.text ?? "").schema;
        const read = drawn.map((one) => [one.long, properties[one.long.replaceAll("-", "_")]] as const);
        expect(
          read.map(([name, schema]) => [name, schema === undefined ? "lost" : schemaKind(schema)]),
          help,
        ).toEqual(drawn.map((one) => [one.long, shows[one.kind] ?? one.kind]));
        for (const [index, [, schema]] of read.entries()) expect(schema.description, help).toContain(drawn[index]?.about);
        for (const [, schema] of read) if (schema.enum !== undefined) expect(schema.enum).toEqual(values);
        expect(
          tool?.notes.filter((note) => note.startsWith("Not understood")),
          help,
        ).toEqual([]);
        expect(tool?.options).toEqual({ imported: drawn.length, all: drawn.length });
      }),
      { numRuns: runs },
    );
  },
);
