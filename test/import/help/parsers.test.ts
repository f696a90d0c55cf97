import fc from "fast-check";
import { expect, it } from "vitest";
import { importedCommand } from "../imported.js";

it("reads a help text of GNU programs", async () => {
  const { spec, properties, parser } = await importedCommand(
    "tidy",
    `Usage: tidy [OPTION]... [FILE]...
  or:  tidy [OPTION]... --from=F
Tidy each FILE and print it.

Mandatory arguments to long options are mandatory for short options too.
  -w, --width=NUM          wrap lines at NUM columns; this is a
                             limit, not a target (default 80)
      --color[=WHEN]       color the output; WHEN can be 'always', 'auto',
                             or 'never'
  -q, --quiet              print nothing
      --help        display this help and exit
      --version     output version information and exit
`,
  );
  expect(parser).toBe("getopt");
  expect(spec.description).toBe("Tidy each FILE and print it. Runs tidy.");
  expect(properties).toEqual({
    file: { type: "array", items: { type: "string" } },
    width: { type: "integer", description: "Wrap lines at NUM columns; this is a limit, not a target. Default: 80." },
    color: { type: "string", description: "Color the output; WHEN can be 'always', 'auto', or 'never'", enum: ["always", "auto", "never"] },
    quiet: { type: "boolean", description: "Print nothing" },
  });
  expect(spec.command).toEqual([
    "tidy",
    "--width={{width}}",
    "--color={{color}}",
    "{{#if quiet}}--quiet{{/if}}",
    "--",
    "{{#each file}}{{this}}{{/each}}",
  ]);
  expect(spec.paths).toEqual({ file: "read" });
  expect(spec.examples).toEqual([{ name: "the command", params: { file: ["a.txt"] }, expect: { argv: ["tidy", "--", "a.txt"] } }]);
});

it("reads a help text of argparse", async () => {
  const { spec, properties, parser } = await importedCommand(
    "pack",
    `usage: pack [-h] [--level {low,high}] [--tag TAG [TAG ...]] (--fast | --small) [--size SIZE] source [target ...]

Pack a folder.

positional arguments:
  source                the folder to read
  target                where to write it

options:
  -h, --help            show this help message and exit
  --level {low,high}    how much to pack
  --tag TAG [TAG ...]   words to store with it
  --fast                take less time
  --small               take less space
  --size SIZE           the largest part, as 10M
`,
  );
  expect(parser).toBe("argparse");
  expect(properties).toEqual({
    source: { type: "string", description: "The folder to read" },
    target: { type: "array", description: "Where to write it", items: { type: "string" } },
    level: { type: "string", description: "How much to pack", enum: ["low", "high"] },
    tag: { type: "array", description: "Words to store with it", items: { type: "string" }, minItems: 1 },
    fast: { type: "boolean", description: "Take less time" },
    small: { type: "boolean", description: "Take less space" },
    size: { type: "string", description: "The largest part, as 10M" },
  });
  expect(spec.schema.required).toEqual(["source"]);
  expect(spec.mutuallyExclusive).toEqual([["fast", "small"]]);
});

it("reads a help text of clap, in its long form", async () => {
  const { spec, properties, parser } = await importedCommand(
    "seek",
    `Seeks words in files

Usage: seek [OPTIONS] <PATTERN> [PATH]...

Arguments:
  <PATTERN>
          The word to seek

  [PATH]...
          Where to seek it

Options:
  -t, --type <TYPE>
          Only files of this type

          Possible values:
          - text: files with lines
          - image

  -g, --glob <GLOB>...
          Only files with this name

      --max <N>
          Most results [default: 10]

      --exact
          Conflicts with --glob. Takes the word as it is

  -h, --help
          Print help (see a summary with '-h')
`,
  );
  expect(parser).toBe("clap");
  expect(spec.description).toBe("Seeks words in files. Runs seek.");
  expect(properties.pattern).toEqual({ type: "string", description: "The word to seek" });
  expect(properties.type.enum).toEqual(["text", "image"]);
  expect(properties.glob).toEqual({ type: "array", description: "Only files with this name", items: { type: "string" } });
  expect(properties.max).toEqual({ type: "integer", description: "Most results. Default: 10." });
  expect(spec.schema.required).toEqual(["pattern"]);
  expect(spec.mutuallyExclusive).toEqual([["exact", "glob"]]);
  expect(spec.command.slice(1, 3)).toEqual(["--type={{type}}", "{{#each glob}}--glob={{this}}{{/each}}"]);
});

it("reads a help text of cobra, without the options of the whole program", async () => {
  const { properties, parser, notes } = await importedCommand(
    "fleet list",
    `List the ships of a fleet.

Usage:
  fleet list [<name>] [flags]

Flags:
  -h, --help             help for list
  -l, --limit int        Maximum number of ships (default 30)
      --label strings    Filter by label
  -s, --state string     Filter by state: {open|closed}
      --wait duration    How long to wait

Global Flags:
      --config string   Where settings are
`,
  );
  expect(parser).toBe("cobra");
  expect(properties).toEqual({
    name: { type: "string" },
    limit: { type: "integer", description: "Maximum number of ships. Default: 30." },
    label: { type: "array", description: "Filter by label", items: { type: "string" } },
    state: { type: "string", description: "Filter by state: {open|closed}", enum: ["open", "closed"] },
    wait: { type: "string", description: "How long to wait" },
  });
  expect(notes).toContain("Left out: --config: options of the whole program. --option imports them.");
});

it("reads the older form of cobra's library, which shows defaults as values", async () => {
  const { spec, properties } = await importedCommand(
    "steer get",
    `Show one or many ships.

Options:
      --all=false:
        Show those of all fleets.
  -f, --filename=[]:
        Files with ships.
  -o, --output='':
        Output format. One of: (json, yaml).
      --chunk=500:
        How many to get at once.

Usage:
  steer get NAME [flags] [options]
`,
  );
  expect(properties.all.type).toBe("boolean");
  expect(properties.filename.type).toBe("array");
  expect(properties.output.enum).toEqual(["json", "yaml"]);
  expect(properties.chunk).toEqual({ type: "integer", description: "How many to get at once. Default: 500." });
  expect(spec.command).toContain("--all={{all}}");
});

it("reads a help text of click", async () => {
  const { spec, properties, parser } = await importedCommand(
    "paint wall",
    `Usage: paint wall [OPTIONS] COLOR [ROOMS]...

  Paint a wall.

Options:
  --coats INTEGER RANGE      How many coats.  [default: 2; 1<=x<=5]
  --shade [dark|light]       How dark it is.  [required]
  --dry / --wet              Wait until it is dry.
  --help                     Show this message and exit.
`,
  );
  expect(parser).toBe("click");
  expect(spec.description).toBe("Paint a wall. Runs paint wall.");
  expect(properties.coats.type).toBe("integer");
  expect(properties.shade.enum).toEqual(["dark", "light"]);
  expect(spec.schema.required).toEqual(["color", "shade"]);
  expect(properties.rooms.type).toBe("array");
});

it("reads usage lines of BSD programs, and takes descriptions from the manual page", async () => {
  const { spec, properties } = await importedCommand(
    "hull",
    `hull: unknown option -- -
usage: hull [-av] [-b bits] [-t oak | teak] [-o output_file] name ...
       hull -l [-v]
`,
    {
      manual: `HULL(1)                General Commands Manual                HULL(1)

NAME
     hull - build the hull of a ship

SYNOPSIS
     hull [-av] [-b bits] [-t oak | teak] [-o output_file] name ...

DESCRIPTION
     The options are as follows:

     -a      Build all of it.

     -b bits
             How strong it is.

     -t oak | teak
             The wood to build it of.

     -z      Only here.
`,
    },
  );
  expect(spec.description).toBe("Build the hull of a ship. Runs hull.");
  expect(properties.a).toEqual({ type: "boolean", description: "Build all of it." });
  expect(properties.bits).toEqual({ type: "integer", description: "How strong it is." });
  expect(properties.t).toEqual({ type: "string", description: "The wood to build it of.", enum: ["oak", "teak"] });
  expect(spec.paths).toEqual({ output_file: "write" });
  expect(spec.schema.required).toEqual(["name"]);
  expect(properties.z).toBeUndefined();
});

it("reads the short help of git, with its -- and its negations", async () => {
  const { spec, notes } = await importedCommand(
    "git sail",
    `usage: git sail [<options>] [<harbour>] [[--] <path>...]

    -n, --[no-]dry-run    don't sail
    --depth <n>           how deep
`,
  );
  expect(spec.command).toEqual([
    "git",
    "sail",
    "{{#if dry_run}}--dry-run{{/if}}",
    "--depth={{depth}}",
    "{{harbour}}",
    ["--", "{{#each path}}{{this}}{{/each}}"],
  ]);
  expect(notes).toContain("Left out: the forms with --no- of --dry-run, which only undo them.");
});

it("reads options that are words with one dash, and puts them behind the operands", async () => {
  const { spec } = await importedCommand(
    "hunt",
    `Usage: hunt [path...] [expression]

Tests (N can be +N or -N or N):
      -amin N -iname PATTERN -empty
      -depth -size N[bck]
`,
  );
  expect(spec.command).toEqual([
    "hunt",
    "{{#each path}}{{this}}{{/each}}",
    ["-amin", "{{amin}}"],
    ["-iname", "{{iname}}"],
    "{{#if empty}}-empty{{/if}}",
    "{{#if depth}}-depth{{/if}}",
    ["-size", "{{size}}"],
  ]);
  expect(spec.schema.properties.amin).toEqual({ type: "string" });
});

it("reads the columns of Haskell's GetOpt", async () => {
  const help = `Usage: hsqq [OPTIONS...] FILES...
  -a                  --check-sourced            Include warnings
  -e CODE1,CODE2..    --exclude=CODE1,CODE2..    Exclude types of warnings
  -s SHELL            --dialect=SHELL            Specify dialect (sh, bash,
                                                 dash, ksh)
                      --norc                     Don't look for rc files
                      --list-optional            List checks disabled by default
`;
  const { properties, spec } = await importedCommand("hsqq", help);
  expect(properties).toMatchObject({
    files: { type: "array" },
    check_sourced: { type: "boolean", description: "Include warnings" },
    exclude: { type: "string", description: "Exclude types of warnings" },
    norc: { type: "boolean", description: "Don't look for rc files" },
    list_optional: { type: "boolean", description: "List checks disabled by default" },
  });
  expect(spec.command).toContain("--exclude={{exclude}}");
});

it("reads placeholders of several words, names that share a line, and brackets that stand for options", async () => {
  const help = `miqq 7.9
Usage: miqq [Scan Type(s)] [Options] {target specification}

Options:
  -p <port ranges>          Only scan specified ports
  --min-hostgroup/max-hostgroup <size>: Parallel host scan group sizes
`;
  const { properties, spec } = await importedCommand("miqq", help);
  expect(Object.keys(properties)).toEqual(["target_specification", "port_ranges", "min_hostgroup", "max_hostgroup"]);
  expect(spec.schema.required).toEqual(["target_specification"]);
  expect(spec.command).toContainEqual(["--max-hostgroup", "{{max_hostgroup}}"]);
  const image = await importedCommand(
    "kopio copy",
    "Usage: kopio copy [command options] SOURCE-IMAGE DEST-IMAGE\n\nOptions:\n  --all  all of them\n",
  );
  expect(Object.keys(image.properties)).toEqual(["source_image", "dest_image", "all"]);
});

it("reads a usage without a title, and values that may be repeated", async () => {
  const help = `hqqq log [OPTION]... [FILE]

show revision history

options ([+] can be repeated):

 -f --follow              follow changeset history
 -k --keyword TEXT [+]    search for a given text
`;
  const { properties, spec } = await importedCommand("hqqq log", help);
  expect(properties.keyword).toMatchObject({ type: "array", description: "Search for a given text" });
  expect(properties.file).toEqual({ type: "string" });
  expect(spec.description).toBe("Show revision history. Runs hqqq log.");
});

it("reads options in the notation of a usage, with two names of one", async () => {
  const help = `Do it

Usage:
pkg do [<name> ...]

Options:
[-S|--save|--no-save] [-E|--save-exact] [-w|--workspace <workspace-name> [-w|--workspace <workspace-name> ...]]
[--strategy <hoisted|nested>] [--omit <dev|peer> [--omit <dev|peer> ...]]

  -E|--save-exact
    Save exactly
`;
  const { properties } = await importedCommand("pkg do", help);
  expect(properties.strategy).toMatchObject({ type: "string", enum: ["hoisted", "nested"] });
  expect(properties.omit).toMatchObject({ type: "array", items: { enum: ["dev", "peer"] } });
  expect(properties.workspace).toMatchObject({ type: "array" });
  expect(properties.save_exact).toMatchObject({ type: "boolean" });
});

it("keeps the operands of argparse's usage, wherever it is broken, beside examples with comments", async () => {
  const help = ({ wrapped, comment }: { readonly wrapped: string; readonly comment: string }) => `usage: pack [-h] [--format FORMAT]
            ${wrapped}
            src dst

Convert records.

positional arguments:
  src                   where to read
  dst                   where to write

options:
  -h, --help            show this help message and exit
  --format FORMAT       output format
  --encoding ENCODING   encoding of the input
  --skip-header         skip the header

examples:
  pack a.csv b.json   ${comment}
`;
  const wrapped = fc.constantFrom(
    "[--encoding ENCODING] [--skip-header]",
    "[--skip-header] [--encoding ENCODING]",
    "[--encoding ENCODING]\n            [--skip-header]",
  );
  await fc.assert(
    fc.asyncProperty(wrapped, fc.constantFrom("# convert", "-- convert", ""), async (lines, comment) => {
      const { properties, spec } = await importedCommand("pack", help({ wrapped: lines, comment }));
      expect(Object.keys(properties).sort()).toEqual(["dst", "encoding", "format", "skip_header", "src"]);
      expect(spec.schema.required).toEqual(["src", "dst"]);
      expect(properties.skip_header.type).toBe("boolean");
    }),
    { numRuns: 9 },
  );
});

it("takes a switch of a usage in several lines for a switch", async () => {
  const { properties } = await importedCommand(
    "fetch",
    `usage: fetch [--all] [--depth <n>]
   [--force] <repo> [<dir>]

Copy a repository to a folder.

    --all          all refs
    --depth <n>    how deep
    --force        overwrite

  fetch x y    # example
`,
  );
  expect(Object.keys(properties).sort()).toEqual(["all", "depth", "dir", "force", "repo"]);
  expect(properties.force).toEqual({ type: "boolean", description: "Overwrite" });
});

it("reads the pairs of click: one switch, whose negation is listed, or two", async () => {
  const pairs = {
    "--dry-run / --no-dry-run": [["dry_run"], "--dry-run"],
    "-c, --cache / -n, --no-cache": [["cache"], "--cache"],
    "--shout / -S, --no-shout": [["shout"], "--shout"],
    "--upper / --lower": [["lower", "upper"], undefined],
  } as const;
  for (const [head, [names, negated]] of Object.entries(pairs))
    for (const gap of ["  ", "\n                                  "]) {
      const { properties, notes } = await importedCommand(
        "sync",
        `Usage: sync [OPTIONS]\n\n  Sync the files.\n\nOptions:\n  --name TEXT                     Name of it\n  ${head}${gap}Only show\n  --help                          Show this message and exit.\n`,
      );
      expect(Object.keys(properties).sort(), head).toEqual([...names, "name"].sort());
      for (const name of names) expect(properties[name], head).toEqual({ type: "boolean", description: "Only show" });
      expect(
        notes.some((note) => negated !== undefined && note.includes(negated)),
        head,
      ).toBe(negated !== undefined);
    }
});

it("shows no password of an address that a help has as a default", async () => {
  const address = fc.constantFrom("https://u:hidden@h/", "postgres://u:hidden@h/db", "https://h/?api_key=hidden");
  const form = fc.constantFrom(
    ...([(one) => `[default: ${one}]`, (one) => `(default: ${one})`, (one) => `(default "${one}")`] as const satisfies ((
      one: string,
    ) => string)[]),
    ...([(one) => `[env: URL=${one}]`, (one) => `such as ${one}, or another`] as const satisfies ((one: string) => string)[]),
  );
  await fc.assert(
    fc.asyncProperty(address, form, async (one, written) => {
      const { properties, text } = await importedCommand(
        "call",
        `Usage: call [OPTIONS]\n\nOptions:\n      --url <URL>  Server ${written(one)}\n      --port <N>   Port [default: 80]\n`,
      );
      expect(properties.url.description).toMatch(/^Server/);
      expect(properties.port.description).toBe("Port. Default: 80.");
      expect(text).not.toContain("hidden");
    }),
    { numRuns: 20 },
  );
});
