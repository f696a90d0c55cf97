import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { askedValues } from "../../src/programs/place-class.js";
import { compiledTools } from "../kit/compiled.js";
import { sampled } from "../kit/repeat.js";

/**
 * Commands as teams and attackers write them who haven't read the table of programs. A line is a command, a script after
 * `sh:` or `bash:` (`;;` ends its lines), or a command and its standard input after `<<<`.
 */
const linesOf = (name: string): readonly string[] =>
  readFileSync(new URL(`strangers/${name}.txt`, import.meta.url), "utf8")
    .split("\n")
    .filter((line) => line !== "");

/** By their names: texts, files that are read, files that are written, a number, a word, a name and an enum. */
const params: Readonly<Record<string, object>> = {
  x: { type: "string" },
  y: { type: "string" },
  p: { type: "string" },
  q: { type: "string" },
  w: { type: "string" },
  n: { type: "integer", minimum: 1, maximum: 1000 },
  v: { type: "string", pattern: "^[A-Za-z0-9][A-Za-z0-9._-]*$" },
  t: { type: "string", pattern: "^[a-z_]+$" },
  e: { enum: ["dev", "prod"] },
};

function specOf(line: string): object {
  const names = Object.keys(params).filter((name) => line.includes(`{{${name}}}`));
  const access = names.flatMap((name) => (name === "p" || name === "q" ? [[name, "read"]] : name === "w" ? [[name, "write"]] : []));
  const [, shell, script = ""] = /^(sh|bash): (.*)$/.exec(line) ?? [];
  const [, command, stdin] = /^(.*) <<< (.*)$/.exec(line) ?? [];
  return {
    kind: names.includes("w") ? "edit" : "read",
    schema: { properties: Object.fromEntries(names.map((name) => [name, params[name]])), required: names },
    ...(access.length > 0 && { paths: Object.fromEntries(access) }),
    ...(shell !== undefined
      ? { shell: { [shell]: `${script.replaceAll(" ;; ", "\n")}\n` } }
      : command !== undefined
        ? { command, stdin }
        : { command: line }),
  };
}

type Verdict = "safe" | "asked" | "refused";

async function verdictsOn(lines: readonly string[]): Promise<ReadonlyMap<string, Verdict>> {
  const tools = await compiledTools(lines.map(specOf));
  return new Map(
    tools.map(({ tool }, i) => {
      const verdict = tool === undefined ? "refused" : askedValues(tool.values).length > 0 ? "asked" : "safe";
      return [lines[i] ?? "", verdict] as const;
    }),
  );
}

const linesWith = (verdicts: ReadonlyMap<string, Verdict>, verdict: Verdict) =>
  [...verdicts].flatMap(([line, one]) => (one === verdict ? [line] : []));

it("refuses no honest command, and asks about at most a quarter", async () => {
  const verdicts = await verdictsOn(sampled(linesOf("honest"), { usual: 150 }));
  expect(linesWith(verdicts, "refused")).toEqual([]);
  expect(linesWith(verdicts, "asked").length).toBeLessThanOrEqual(verdicts.size / 4);
});

const hostile = linesOf("hostile");
const end = hostile.indexOf("# asked or refused");

it("lets no hostile command run unasked", async () => {
  const verdicts = await verdictsOn(sampled(hostile.slice(end + 1), { usual: 300 }));
  expect(linesWith(verdicts, "safe")).toEqual([]);
});

it("lists the hostile commands that do no harm, with the reason", async () => {
  const verdicts = await verdictsOn(hostile.slice(0, end).filter((line) => !line.startsWith("#")));
  expect(linesWith(verdicts, "asked")).toEqual([]);
  expect(linesWith(verdicts, "refused")).toEqual([]);
});
