/**
 * Rewrites the notations of libraries to the common one, in which the value of an option follows its name: those of
 * yargs, absl, gflags, Thor, oclif, urfave/cli, Getopt::Long, gcloud and Mercurial.
 */
export function commonForms(text: string): string {
  const lines = text.split("\n");
  const usage = usageLines(lines);
  const isThor = lines.some((line, index) => !usage.has(index) && /^\s+(?:-\w, +)?\[--[\w-]+[^\]]*\].*\s# \S/.test(line));
  const isAbsl = /^ +--\[no\][\w-]+: |^ +--[\w-]+: [^\n]*\n +(?:\(default: |repeat this option to )/m.test(text);
  const isYargs = /\[(?:boolean|string|number|array|count)\]/.test(text);
  return lines
    .flatMap((given, index) => {
      const common = ofAnyLibrary(given);
      const own =
        isThor && !usage.has(index)
          ? ofThor(common)
          : isAbsl
            ? ofAbsl(common, blockAt(lines, index))
            : isYargs
              ? ofYargs(common, blockAt(lines, index))
              : common;
      return splitNames(ofGflags(own, lines[index + 1] ?? ""), lines[index + 1] ?? "");
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
  line
    // Mercurial: `TEXT [+]`
    .replace(/^(\s*-.*?\S) \[\+\](?=\s{2,}|$)/, "$1...")
    // oclif: `$ cli deploy [FILE]`, `<options: us|eu>`
    .replace(/^( +)\$ (?=[a-z])/, "$1")
    .replace(/<options: ([\w.|-]+)>/, (_all, list: string) => `[possible values: ${list.replaceAll("|", ", ")}]`)
    // urfave/cli: `--label value, -l value [ --label value, -l value ]`
    .replace(/^(\s*-{1,2}[\w-]+ [\w-]+)((?:, -{1,2}[\w-]+ [\w-]+)*) \[ -.*? \]/, "$1...$2")
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
      /(?<=^\s*(?:-{1,2}[\w-]+(?:=[sif])?, )*-{1,2}[A-Za-z][\w-]*)=([sif])([@%]?)(?=,? |$)/g,
      (_all, type: string, many: string) => {
        return `=${perlTypes[type] ?? ""}${many === "" ? "" : "..."}`;
      },
    );

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

/** `-bar (description) type: string default: ""`, in one line or two. */
function ofGflags(line: string, next: string): string {
  const [, indent, name, description] = /^(\s+)-{1,2}([a-z]\w+) \((.*)$/.exec(line) ?? [];
  const type = /\) type: (bool|string|double|u?int\d+)\b/.exec(`${line} ${next.trim()}`)?.[1];
  if (name === undefined || type === undefined) return line;
  const value = type === "bool" ? "" : `=${type === "string" ? "STRING" : type === "double" ? "FLOAT" : "INT"}`;
  return `${indent}--${name}${value}  ${description?.replace(/\)? type: .*$/, "")}`;
}

/** The type of a value stands behind the description: `-n, --count  how many  [number] [default: 1]`. */
function ofYargs(line: string, block: string): string {
  const plain = line.replaceAll(/\s*\[(?:boolean|string|number|array|count)\]/g, "");
  const [, names, rest] = /^(\s*(?:--?[\w.-]+(?:, +|(?=\s|$)))+)(.*)$/.exec(plain) ?? [];
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
    /^(\s*)(--?[\w-]+(?:, --?[\w-]+)*) \/ (--?[\w-]+(?:, --?[\w-]+)*)(\s{2,}.*)?$/.exec(line) ?? [];
  if (yes !== undefined) {
    const undone = no.split(", ").find((name) => name.startsWith("--no-") && yes.split(", ").includes(name.replace("--no-", "--")));
    return undone === undefined
      ? [`${start}${yes}${text || `  ${next.trim()}`}`, `${start}${no}${text}`]
      : [`${start}${yes}, ${undone}${text}`];
  }
  const [, indent = "", names, rest = ""] = /^(\s*)--([a-z][\w-]*(?:\/[a-z][\w-]*)+)(?=[ =:]|$)(.*)$/.exec(line) ?? [];
  if (names !== undefined) return names.split("/").map((name) => `${indent}--${name}${rest}`);
  const match = /^(\s*-\S{1,3}\s{2,}\S.*?\s{2,})(-\S{1,3}\s{2,}\S.*)$/.exec(line);
  return match === null ? [line] : [match[1] ?? "", `${" ".repeat(indentOf(line))}${match[2] ?? ""}`];
}
