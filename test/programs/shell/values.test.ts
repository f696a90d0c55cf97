import { spawnSync } from "node:child_process";
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import { buildArgv } from "../../../src/call/build-command.js";
import { sentencesOf } from "../../call/sentences.js";
import { anyCharacter } from "../../kit/any-character.js";
import { compiledTool } from "../../kit/compiled.js";
import { repeat } from "../../kit/repeat.js";
import { temporaryFolder } from "../../kit/temporary-folder.js";

const folder = temporaryFolder("shell");

const schema = { properties: { x: { type: "string" }, y: { type: "string" } } };

/** Returns a function that calls a script with arguments. */
async function caller(shell: "sh" | "bash", script: string) {
  const spec = { name: "t", description: "d", kind: "read", schema, allowLeadingDash: ["x", "y"], shell: { [shell]: script } };
  const { tool, diagnostics } = await compiledTool(JSON.stringify(spec));
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  const { command, params = [] } = tool?.definition ?? {};
  if (command === undefined) throw new Error("The tool is wrong.");
  return (given: Readonly<Record<string, string>>) =>
    buildArgv(command, { params: given, order: params, specDir: folder, workspace: folder });
}

type Call = Awaited<ReturnType<typeof caller>>;

/** Runs a call in the empty folder, in the locale of bytes. */
function run(shell: string, call: Call, given: Readonly<Record<string, string>>) {
  const argv = call(given);
  if (!argv.ok) throw new Error(sentencesOf(argv).join("\n"));
  return spawnSync(shell, argv.args, {
    cwd: folder,
    encoding: "utf8",
    env: { PATH: process.env.PATH, HOME: folder, LC_ALL: "C" },
  });
}

/** Every kind of place that takes a value. Each prints what it got, and a NUL behind it. */
const everyPlace = String.raw`set -eu
# it's a "comment" that opens quotes, and $(a command)
printf '%s\0' {{x}} "{{x}}" 'it'"'"'s '{{x}} "<{{x}}>" --x={{x}}{{y}} # {
f() { printf '%s\0' {{x}}; }
f nothing
printf '%s\0' "$(printf '%s.' {{x}})" "$(printf '%s.' "$(printf '%s.' "{{x}}")")"
A={{x}} B="{{y}}"
printf '%s\0' "$A" "$B"
for each in {{x}} {{y}}; do printf '%s\0' "$each"; done
case {{x}} in "$A") printf 'same\0' ;; *) printf 'another\0' ;; esac
if [ {{x}} = "$A" ]; then printf 'equal\0'; fi
set -- "$@" --flag {{x}}; set -- "$@" "{{y}}"; printf '%s\0' "$@"
INPUT_C={{y}} sh -c 'printf "%s\0" "$1" "$INPUT_C"' _ {{x}}
cat <<END
it's a heredoc
END
printf '%s' {{y}} | cat
`;

const expected = (x: string, y: string): string => {
  const values = [x, x, `it's ${x}`, `<${x}>`, `--x=${x}${y}`, x, `${x}.`, `${x}..`, x, y, x, y, "same", "equal", "--flag", x, y, x, y];
  return `${values.join("\0")}\0it's a heredoc\n${y}`;
};

const canary = "touch canary";
const attacks: readonly string[] = [
  ...[
    "'",
    '"',
    "`",
    "\\",
    "\n",
    "\r\n",
    "\t",
    " ",
    "$",
    "#",
    ";",
    "&",
    "|",
    "<",
    ">",
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    "*",
    "?",
    "!",
    "~",
    "=",
  ],
  ...[
    `$(${canary})`,
    `\`${canary}\``,
    `;${canary};`,
    `\n${canary}\n`,
    `"; ${canary}; "`,
    `'; ${canary}; '`,
    `| ${canary} #`,
    `&& ${canary}`,
  ],
  ...["$A", "$1", "$@", "$" + "{x}", "$" + "{toolgen_x}", "$((1+1))", `a[$(${canary})]`, `x=$(${canary})`, "*)", ";;", "esac", "'\"'\"'"],
  ...["\nEND\n", `\nEND\n${canary}\n`, "\\'", "\\\n", "$'\\n'", "{{x}}", "-c", "--", "-n", "-e", "-", "%s", "\\0", "\\c"],
  ...["ünï", "日本", "🙂", "\u0001", "\u007f", "\u2028", "\ufeff", "’", "“"],
];
const value = fc
  .array(fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...attacks) }, { weight: 1, arbitrary: fc.string({ unit: anyCharacter }) }), {
    maxLength: 8,
  })
  .map((parts) => parts.join(""))
  .filter((text) => !text.includes("\0") && text.isWellFormed());

it.each([
  ["sh", "sh"],
  ["sh", "dash"],
  ["sh", "bash"],
  ["bash", "bash"],
] as const)(
  "hands over any text byte for byte and runs none of it: a script for %s, run by %s",
  async (dialect, shell) => {
    const call = await caller(dialect, everyPlace);
    fc.assert(
      fc.property(value, value, (x, y) => {
        expect(run(shell, call, { x, y })).toMatchObject({ status: 0, stderr: "", stdout: expected(x, y) });
        expect(readdirSync(folder)).toEqual([]);
      }),
      { numRuns: repeat({ usual: 12, soak: 240 }) },
    );
  },
  120_000,
);

it("hands over any text in what only bash has", async () => {
  const array = "$" + "{a[@]}";
  const maybe = "$" + '{b[@]+"$' + '{b[@]}"}';
  const script = String.raw`set -u; a=({{x}}); a+=("{{y}}"); f() { local -a b=("$@"); printf '%s\0' ${maybe}; }
printf '%s\0' "${array}" "$(cat < <(printf '%s.' {{x}}))"; [[ {{x}} == {{x}} ]] && printf equal; f "${array}"; env -- printf '%s\0' "${array}"; cat <<< {{y}}`;
  const call = await caller("bash", script);
  fc.assert(
    fc.property(value, value, (x, y) => {
      expect(run("bash", call, { x, y })).toMatchObject({ stderr: "", stdout: `${[x, y, `${x}.`, `equal${x}`, y, x, y, y].join("\0")}\n` });
      expect(readdirSync(folder)).toEqual([]);
    }),
    { numRuns: repeat({ usual: 12, soak: 240 }) },
  );
});

it("would notice a command that runs", async () => {
  const call = await caller("sh", canary);
  expect(run("sh", call, {}).status).toBe(0);
  expect(readdirSync(folder)).toEqual(["canary"]);
  rmSync(join(folder, "canary"));
});

it("keeps the script the same whatever the values are", async () => {
  const call = await caller("sh", everyPlace);
  const scriptOf = (x: string) => {
    const argv = call({ x, y: x });
    return argv.ok ? argv.args.slice(0, 2) : [];
  };
  fc.assert(
    fc.property(value, (x) => {
      expect(scriptOf(x)).toEqual(scriptOf(""));
    }),
  );
});

it("gives an absent value as an empty one, also under `set -u`", async () => {
  const call = await caller("sh", 'set -u; printf \'<%s>\' {{x}} "{{y}}" "$#"');
  expect(run("sh", call, { y: "b" }).stdout).toBe("<><b><0>");
});

it("refuses what no argument can hold, and names the parameter", async () => {
  const call = await caller("sh", "printf %s {{x}}");
  for (const x of ["a\0b", "\ud800", "x".repeat(131_072)]) {
    const argv = call({ x });
    expect(argv.ok ? "" : sentencesOf(argv).join()).toContain("`x`");
  }
});

it("has the author's lines in the messages of the shell", async () => {
  const call = await caller("bash", "echo {{x}}\ntrue\nno-such-program\n");
  expect(run("bash", call, { x: "a" }).stderr).toContain("t: line 3: no-such-program");
});

it("runs a script that begins like an option", async () => {
  const call = await caller("sh", "-c true; echo a");
  for (const shell of ["dash", "bash"]) expect(run(shell, call, {}).stdout).toBe("a\n");
});
