/**
 * Rewrites the notations of libraries to the common one, in which the value of an option follows its name. Each is
 * named where it is rewritten.
 */
export function commonForms(text: string): string {
  const lines = joinWrappedNames(withoutBoxes(text).split("\n"));
  const usage = usageLines(lines);
  const isThor = lines.some((line, index) => !usage.has(index) && /^\s+(?:-\w, +)?\[--[\w-]+[^\]]*\].*\s# \S/.test(line));
  const isAbsl = /^ +--\[no\][\w-]+: |^ +--[\w-]+: <[\w|]+>: |^ +--[\w-]+: [^\n]*\n +(?:\(default: |repeat this option to )/m.test(text);
  const isYargs = /\[(?:boolean|string|number|array|count)\]/.test(text);
  const isJCommander = /^ +Options:\n(?: +(?:\* )?-[^\n]*\S\n(?: +\w[^\n]*\n?)+)/m.test(text) && /^\s+Default: \S/m.test(text);
  const open = hiddenArity(text);
  return lines
    .flatMap((given, index) => {
      const marked = open !== undefined ? open(given) : usage.has(index) ? given : given.replace(bracketed, "$1$2");
      const common = ofAnyLibrary(marked);
      const own =
        isThor && !usage.has(index)
          ? ofThor(common)
          : isAbsl
            ? ofAbsl(common, blockAt(lines, index))
            : isYargs
              ? ofYargs(common, blockAt(lines, index))
              : isJCommander
                ? ofJCommander(common, blockAt(lines, index))
                : common;
      return splitNames(ofGflags(own, blockAt(lines, index)), lines[index + 1] ?? "");
    })
    .join("\n");
}

/** The lines of a usage, to the next one without text: argparse breaks long ones before any `[--option]`. */
function usageLines(lines: readonly string[]): ReadonlySet<number> {
  const usage = new Set<number>();
  let isWithin = false;
  for (const [index, line] of lines.entries()) {
    isWithin = line.trim() !== "" && (isWithin || /^\s*usage ?:/i.test(line));
    if (isWithin) usage.add(index);
  }
  return usage;
}

/** The line of an option with those of its description, which may be broken at any word. */
function blockAt(lines: readonly string[], index: number): string {
  const block = [lines[index] ?? ""];
  const indent = indentOf(block[0] ?? "");
  for (const line of lines.slice(index + 1, index + 12)) {
    if (line.trim() === "" || indentOf(line) <= indent || /^\s*--?[A-Za-z]/.test(line)) break;
    block.push(line.trim());
  }
  return block.join(" ");
}

const indentOf = (line: string) => line.search(/\S|$/);

const perlTypes: Readonly<Record<string, string>> = { s: "STRING", i: "INT", f: "FLOAT" };

const ofAnyLibrary = (line: string): string =>
  ofTables(line)
    // Markdown, and what mix prints of it: "* `--fix` - text", "• --force - text"
    .replace(/^(\s*)[*+•-] +(`?)(--?[A-Za-z][^`]*?)\2(?: +[-–—]+|:) +(?=\S)/, "$1  $3  ")
    .replace(/^(\s*)[*+•-] +`(--?[A-Za-z][^`]*)`(?=\s|$)/, "$1  $2 ")
    .replace(/^(usage: *)`([^`]+)`$/i, "$1$2")
    // Pod::Usage: `--size=*n*`
    .replace(/^\s*-.*/, (head) => head.replaceAll(/(?<=[=\s])\*([A-Za-z][\w-]*)\*(?=[=\s,\]]|$)/g, "<$1>"))
    // Boost: `-c [ --compression ] arg (=10)`, `--level [=arg(=1)]`
    .replace(/^(\s*-\S) \[ (--[\w-]+) \]/, "$1, $2")
    .replace(/^(\s*-[\w ,-]*?) (?:\[=arg(?:\(=[^)\s]*\))?\])/, "$1[=arg]")
    .replace(/^(\s*-[\w ,-]*?[ =]arg\]?) \(=((?:[^()\n]|\([^()\n]*\))*)\)(?=\s|$)/, "$1  [default: $2]")
    // kingpin: `--name=NAME ...`
    .replace(/^(\s*-.*?=[A-Z][A-Z_]*) \.\.\.(?=\s|$)/, "$1...")
    // Symfony: `-v|vv|vvv, --verbose`
    .replace(/^(\s*-(\w))\|(?:\2+\|)*\2+(?=, |\s)/, "$1")
    // openssl: `-days +int`
    .replace(/^(\s*-\w+) \+(int|num)(?=\s{2,}|$)/, "$1 $2")
    // cligen: `[paths: string...]`
    .replaceAll(/\[([a-z]\w*): [a-z]+\.\.\.\]/g, "[$1...]")
    // Mercurial: `TEXT [+]`
    .replace(/^(\s*-.*?\S) \[\+\](?=\s{2,}|$)/, "$1...")
    // oclif: `$ cli deploy [FILE]`, `<options: us|eu>`
    .replace(/^( +)\$ (?=[a-z])/, "$1")
    .replace(/<options: ([\w.|-]+)>/, (_all, list: string) => `[possible values: ${list.replaceAll("|", ", ")}]`)
    // urfave/cli: `--label value, -l value [ --label value, -l value ]`
    .replace(/^(\s*-{1,2}\w[\w-]* [\w-]+)((?:, -{1,2}\w[\w-]* [\w-]+)*) \[ -.*? \]/, "$1...$2")
    // gcloud: `--page-size=SIZE; default=500`, `--zones=ZONE,[ZONE,...]`
    .replace(/^(\s+--[\w-]+=\S+?); default=("[^"]*"|\S+)$/, "$1  [default: $2]")
    .replaceAll(/(--[\w-]+=[^\s;\]]+); default=(?:"[^"]*"|[^\s\],]+)/g, "$1")
    .replaceAll(/=([A-Z_]+),\[\1,\.\.\.\]/g, "=[$1,...]")
    // Getopt::Long: `--verbose|v`, `--length|l=i`
    .replace(/^(\s*)(--?[A-Za-z][\w-]*)((?:\|[A-Za-z?][\w-]*)+)(?=[=:!+\s]|$)/, (_all, indent: string, name: string, others: string) => {
      const aliases = others.slice(1).split("|");
      return `${indent}${[name, ...aliases.map((one) => `${one.length === 1 ? "-" : "--"}${one}`)].join(", ")}`;
    })
    .replaceAll(
      /(?<=^\s*(?:-{1,2}\w[\w-]*(?:=[sif])?, )*-{1,2}[A-Za-z][\w-]*)=([sif])([@%]?)(?=,? |$)/g,
      (_all, type: string, many: string) => {
        return `=${perlTypes[type] ?? ""}${many === "" ? "" : "..."}`;
      },
    );

/** `[--format=<format>]` of wp, above its description */
const bracketed = /^(\s+)\[(--[\w-]+(?:=<[^>]+>)?)\]$/;

/** Forms that show no option's value: the Azure CLI's, Gradle's, D's, and mix's lists with bullets. */
function hiddenArity(text: string): ((line: string) => string) | undefined {
  if (/^Global Arguments$/m.test(text)) return ofAzure;
  if (/^-h +--help This help information\.$/m.test(text))
    return (line) =>
      line.replace(/^(-\w)? +(--[\w-]+)(?= )/, (_all, short: string | undefined, long: string) =>
        long === "--help" ? ` ${long} ` : ` ${short === undefined ? "" : `${short}, `}${long} <?> `,
      );
  if (/^-\?, -h, --help +Shows this help message\.$/m.test(text))
    return (line) =>
      line.replace(
        /^(-{1,2}[A-Za-z][\w-]*(?:, --?\w[\w-]*)*)(?= {2,}\S)/,
        (names) => `${names} ${listsValues.test(line) ? "VALUE" : "<?>"}`,
      );
  const inBullets = text.match(/^\s*• +`?-.*$/gm) ?? [];
  const isBare = (line: string) => /^\s*• +`?--?[A-Za-z][\w-]*(?:, --?[A-Za-z][\w-]*)*(?:`| +[-–—])/.test(line);
  if (inBullets.length < 2 || !inBullets.every(isBare)) return undefined;
  return (line) => line.replace(/^(\s*)• +`?(--?[A-Za-z][\w-]*(?:, --?[A-Za-z][\w-]*)*)`?(?: +[-–—]+|:)? +(?=\S)/, "$1$2 <?>  ");
}

const listsValues = /\b(?:Default|Allowed values): |\bSupported values are\b/;

/** `--size -s   : The size.  Default: small.` */
const ofAzure = (line: string): string =>
  line.replace(
    /^(\s+)(--[\w-]+(?: --?\w[\w-]*)*)\s+(\[Required\] )?: (?=\S)/,
    (all, indent: string, names: string, required: string | undefined) => {
      if (/--help\b/.test(names)) return all;
      const takes = required !== undefined || listsValues.test(line);
      return `${indent}${namesIn(names)} ${takes ? "VALUE" : "<?>"}  ${required === undefined ? "" : "[required] "}`;
    },
  );

/** Notations in columns: the type of a value stands apart from the name. */
const ofTables = (line: string): string =>
  line
    // AWS: `--bucket (string) [required]`
    .replace(/^(\s+--[\w-]+) \((\w+)\)(?= \[required\]$|$)/, (all, name: string, type: string) => {
      if (type === "boolean") return name;
      return /^(?:string|integer|long|float|double|blob|timestamp|structure|document|map)$/.test(type)
        ? `${name} <${type}> `
        : type === "list"
          ? `${name} ITEM [ITEM ...] `
          : all;
    })
    // Bazel: `--jobs [-j] (an integer; default: "auto")`
    .replace(
      /^(\s+)--(\[no\])?([\w-]+)(?: \[(-\w)\])? \((?:an? ([\w ]+)|comma-separated list[^;)]*)((?:;[^)]*)?)\)$/,
      (_all, indent: string, no: string | undefined, name: string, short: string | undefined, type: string | undefined, more: string) => {
        const names = `${short === undefined ? "" : `${short}, `}--${no ?? ""}${name}`;
        if (type === "boolean") return `${indent}${names} `;
        const value = type === "integer" ? "INT" : type === "double" ? "FLOAT" : "STRING";
        return `${indent}${names} ${value}${type === undefined || /multiple times/.test(more) ? "..." : ""} `;
      },
    )
    // cligen: `-c=, --count=  int     1      how many`
    .replace(
      /^(\s+(?:-\w=?, )?--[\w-]+(=)?)\s+(bool|strings?|u?ints?|floats?)\s+(\S+)\s{2,}(?=\S)/,
      (_all, names: string, takes: string | undefined, type: string, value: string) =>
        takes === undefined
          ? `${names}  `
          : `${names.replaceAll("=", "")}=<${type.replace(/(?<=ing|int|oat)s$/, "")}>${/s$/.test(type) ? "..." : ""}  [default: ${value}] `,
    );

/** The names in a part of a line, the short ones first. */
const namesIn = (text: string): string =>
  [...text.matchAll(/(?<=[\s,]|^)--?[A-Za-z][\w-]*/g)]
    .map(([name]) => name)
    .sort((a, b) => a.length - b.length)
    .join(", ");

/** Typer and rich-click draw boxes around their lists: `╭─ Options ───╮`, `│ --name  TEXT │`. */
const withoutBoxes = (text: string): string =>
  /^\s*[╭┌+][─-]/m.test(text)
    ? text
        .replaceAll(/^\s*[╭┌][─ ]+([^─╮┐\n]*?) *[─ ]*[╮┐]$/gm, (_all, title: string) => (title === "" ? "" : `\n${title}:`))
        .replaceAll(/^\s*[╰└├][─┴┼]*[╯┘┤]$/gm, "")
        .replaceAll(/^\s*[│┃](.*?)\s*[│┃]$/gm, (_all, inner: string) => `  ${ofTyper(inner.replace(/^ \*(?=\s)/, "  "))}`)
    : text;

/** `--amount  -a      INTEGER  How much`, whose parts are columns. */
const ofTyper = (line: string): string =>
  line.replace(
    /^(\s*)(--?\w[\w-]*(?:(?:\s{2,}|,)--?\w[\w-]*)*)(?:\s{2,}([A-Z][A-Z0-9_]+(?: RANGE(?: \[[^\]]*\])?)?(?:\.\.\.)?|[[<{](?!default|required|env)[^\]>}]*[\]>}](?:\.\.\.)?)(?=\s{2,}|$))?(?=\s{2,}|$)/,
    (_all, indent: string, names: string, value = "") =>
      `${indent}${namesIn(names)}${value === "" ? "" : ` ${/^[A-Z<]|\|/.test(value) ? value : `<?>  ${value}`}`}`,
  );

/** `-l <level>,   The level.` goes on with `--level <level>` in the next line. */
function joinWrappedNames(lines: readonly string[]): readonly string[] {
  const joined: string[] = [];
  for (const line of lines) {
    const head = /^(\s*-\w(?: \S+)?),(?:\s{2,}([^\s-].*))?$/.exec(joined.at(-1) ?? "");
    const next = /^\s+(--[A-Za-z][\w-]*(?:[ =]\S+)?)(?:\s{2,}(\S.*))?$/.exec(line);
    if (head === null || next === null) joined.push(line);
    else joined[joined.length - 1] = `${head[1]}, ${next[1]}  ${[head[2], next[2]].filter(Boolean).join(" ")}`;
  }
  return joined;
}

/** A switch has a default, and so do numbers: `* --groups, -g`, and `Default: 1` below the description. */
function ofJCommander(line: string, block: string): string {
  const [, indent, mark, names] = /^(\s+)(\* )?(-{1,2}\w[\w.-]*(?:, -{1,2}\w[\w.-]*)*)$/.exec(line) ?? [];
  if (names === undefined)
    return line.replace(
      /^(\s+)(Default|Possible Values): (.+)$/,
      (_all, before: string, key: string, value: string) => `${before}[${key.toLowerCase()}: ${value.replace(/^\[(.+)\]$/, "$1")}]`,
    );
  const value = /\bDefault: (\S+)/.exec(block)?.[1];
  if (value === "false" || value === "true" || /^--help$|(?:^|, )--help\b/.test(names)) return `${indent}${names}`;
  const type = /^-?\d+$/.test(value ?? "") ? "INT" : /^-?\d+\.\d+$/.test(value ?? "") ? "FLOAT" : "STRING";
  return `${indent}${names} ${type}${value === "[]" ? "..." : ""}${mark === undefined ? "" : "  [required]"}`;
}

/** `-f, [--force], [--no-force]  # Overwrite`, `[--path=PATH]`, and lines that go on behind `#`. */
function ofThor(line: string): string {
  const [, head = "", description = ""] = /^(\s+(?:-\w, +)?\[?--.*?)(?:\s+# (.*))?$/.exec(line) ?? [];
  if (head === "")
    return line
      .replace(/^(\s+)# /, "$1  ")
      .replace(/^(\s+)(Default|Possible values): (.+)$/, (_all, indent: string, key: string, value: string) => {
        return `${indent}[${key.toLowerCase()}: ${value}]`;
      });
  const plain = head.replaceAll(/\[(--[^\]]+)\]/g, "$1").replace(/(=\w+)(?: \w+)+$/, "$1...");
  return description === "" ? plain : `${plain}  ${description}`;
}

/** `--shards: How many.` takes a value, and `--[no]debug: Whether.` doesn't. */
function ofAbsl(line: string, block: string): string {
  const [, indent, no, name, choices, description] = /^(\s+)--(\[no\])?([\w-]+): (?:<([^>]+)>: )?(.*)$/.exec(line) ?? [];
  if (name === undefined)
    return /^\s+\(an? (?:integer|number)[^)]*\)$/.test(line) ? "" : line.replace(/^(\s+)--(\[no\])?([\w-]+)$/, "$1--$2$3");
  if (no !== undefined) return `${indent}--[no]${name}  ${description}`;
  const type = /\(an integer/.test(block) ? "INT" : /\(a number/.test(block) ? "FLOAT" : "STRING";
  const value = choices === undefined ? type : `<${choices}>`;
  return `${indent}--${name}=${value}${/repeat this option|\(a comma separated list\)/.test(block) ? "..." : ""}  ${description}`;
}

/** `-bar (description) type: string default: ""` of gflags, and `--bar (description); default: "";` of absl. */
function ofGflags(line: string, block: string): string {
  const [, indent, name, description] = /^(\s+)-{1,2}([a-z]\w+) \((.*)$/.exec(line) ?? [];
  if (name === undefined) return line;
  const written = /\) type: (bool|string|double|u?int\d+)\b/.exec(block)?.[1];
  const type = written ?? typeOfDefault(/\); default: ([^;]*);/.exec(block)?.[1]);
  if (type === undefined) return line;
  const value = type === "bool" ? "" : `=${type === "string" ? "STRING" : type === "double" ? "FLOAT" : "INT"}`;
  return `${indent}--${name}${value}  ${description?.replace(/\)? type: .*$|\); default: .*$/, "")}`;
}

const typeOfDefault = (value: string | undefined): string | undefined =>
  value === undefined
    ? undefined
    : /^(?:true|false)$/.test(value)
      ? "bool"
      : /^-?\d+$/.test(value)
        ? "int32"
        : /^-?\d+\.\d+$/.test(value)
          ? "double"
          : "string";

/** The type of a value stands behind the description: `-n, --count  how many  [number] [default: 1]`. */
function ofYargs(line: string, block: string): string {
  const plain = line.replaceAll(/\s*\[(?:boolean|string|number|array|count)\]/g, "");
  const [, names, rest] = /^(\s*--?\w[\w.-]*(?:, +--?\w[\w.-]*)*)(.*)$/.exec(plain) ?? [];
  if (names === undefined || !/^(?:\s{2,}|$)/.test(rest ?? "")) return plain;
  const isList = block.includes("[array]");
  const type = block.includes("[number]") ? "float" : isList || /\[string\]|\[choices: /.test(block) ? "string" : undefined;
  return type === undefined ? plain : `${names} <${type}>${isList ? "..." : ""}${rest}`;
}

/**
 * `-a   one   -b   two` are two entries in one line, and so are `--min-size/max-size <size>` and click's `--upper / --lower`.
 * With `no-`, click's pair is one switch.
 */
function splitNames(line: string, next: string): readonly string[] {
  const [, start = "", yes, no = "", text = ""] =
    /^(\s*)(--?\w[\w-]*(?:, --?\w[\w-]*)*) \/ (--?\w[\w-]*(?:, --?\w[\w-]*)*)(\s{2,}.*)?$/.exec(line) ?? [];
  if (yes !== undefined) {
    const undone = no.split(", ").find((name) => name.startsWith("--no-") && yes.split(", ").includes(name.replace("--no-", "--")));
    return undone === undefined
      ? [`${start}${yes}${text || `  ${next.trim()}`}`, `${start}${no}${text}`]
      : [`${start}${yes}, ${undone}${text}`];
  }
  // `-sS/sT`, `-PS/PA[portlist]` of nmap
  const [, indent = "", dashes = "", names, rest = ""] =
    /^(\s*)(--?)((?<=--)[a-z][\w-]*(?:\/[a-z][\w-]*)+|[a-zA-Z]\w(?:\/[a-zA-Z]\w)+)(?=[ =:[]|$)(.*)$/.exec(line) ?? [];
  if (names !== undefined) return names.split("/").map((name) => `${indent}${dashes}${name}${rest}`);
  const match = /^(\s*-\S{1,3}\s{2,}\S.*?\s{2,})(-\S{1,3}\s{2,}\S.*)$/.exec(line);
  return match === null ? [line] : [match[1] ?? "", `${" ".repeat(indentOf(line))}${match[2] ?? ""}`];
}
