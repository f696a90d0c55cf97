import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { buildArgv } from "../../src/call/build-command.js";
import type { Command } from "../../src/contract/definition.js";
import { compiledTools } from "../kit/compiled.js";
import { repeat } from "../kit/repeat.js";
import { CanaryWorld } from "./canary-world.js";
import { hostileText } from "./values.js";

/** Arguments of a call, by the parameters below; what is absent wasn't given. */
interface Given {
  readonly s?: string;
  readonly t?: string;
  readonly n?: number;
  readonly b?: boolean;
  readonly xs?: readonly string[];
  readonly o?: { readonly k?: string };
  readonly os?: readonly { readonly k?: string }[];
  readonly d?: string;
}

const schema = {
  properties: {
    s: { type: "string" },
    t: { type: "string" },
    n: { type: "integer", minimum: 0 },
    b: { type: "boolean" },
    xs: { type: "array", items: { type: "string" } },
    o: { type: "object", properties: { k: { type: "string" } }, additionalProperties: false },
    os: { type: "array", items: { type: "object", properties: { k: { type: "string" } }, additionalProperties: false } },
    d: { type: "string", default: "by default" },
  },
};

/** Text of an argument, and whether it is the author's own. */
interface Part {
  readonly text: string;
  readonly own: boolean;
}

/** A piece of a template: its source, and the text that it stands for; `undefined` if a value in it is absent. */
interface Piece {
  readonly written: string;
  readonly parts: (given: Given) => readonly Part[] | undefined;
}

/** An item of a command: how it is written in the spec, and which arguments it makes, each of its parts. */
interface Item {
  readonly written: unknown;
  readonly args: (given: Given) => readonly (readonly Part[])[];
}

/** A command, and the arguments that the language's rules make of it (docs/spec.md, "The command"), written down a second time. */
interface Meant {
  readonly written: readonly unknown[];
  readonly args: (given: Given) => readonly (readonly Part[])[];
}

const own = (text: string): Part => ({ text, own: true });
const value = (text: string | undefined): readonly Part[] | undefined => (text === undefined ? undefined : [{ text, own: false }]);

const literals = ["a", "b=", "x:", "@", "%s", "$HOME", "`a`", "--flag=", "{", "}}", "\\n", "~", "*", "#", ";", "&&", "$(pwned)"] as const;
const literal = fc.constantFrom(...literals).map((text): Piece => ({ written: text, parts: () => [own(text)] }));

const placeholders: readonly Piece[] = [
  { written: "{{s}}", parts: ({ s }) => value(s) },
  { written: "{{t}}", parts: ({ t }) => value(t) },
  { written: "{{n}}", parts: ({ n }) => (n === undefined ? undefined : [own(String(n))]) },
  { written: "{{d}}", parts: ({ d = "by default" }) => value(d) },
  { written: "{{o.k}}", parts: ({ o }) => value(o?.k) },
  { written: '{{join xs ","}}', parts: ({ xs }) => value(xs?.length === 0 ? undefined : xs?.join(",")) },
  { written: "{{json o}}", parts: ({ o }) => (o === undefined ? undefined : [own(JSON.stringify(o))]) },
  { written: "{{json os}}", parts: ({ os }) => (os === undefined ? undefined : [own(JSON.stringify(os))]) },
];

type Test = readonly [written: string, holds: (given: Given) => boolean];
const tests: readonly Test[] = [
  ["s", ({ s }) => s !== undefined && s !== ""],
  ["n", ({ n }) => n !== undefined],
  ["b", ({ b }) => b === true],
  ["xs", ({ xs }) => xs !== undefined && xs.length > 0],
  ["o.k", ({ o }) => o?.k !== undefined && o.k !== ""],
  ['(eq s "-a")', ({ s }) => s === "-a"],
  ["(eq n 0)", ({ n }) => n === 0],
];

const joined = (pieces: readonly Piece[]): Piece => ({
  written: pieces.map(({ written }) => written).join(""),
  parts: (given) => {
    const all = pieces.map(({ parts }) => parts(given));
    return all.some((one) => one === undefined) ? undefined : all.flatMap((one) => one ?? []);
  },
});

const flat: fc.Arbitrary<Piece> = fc.array(fc.oneof(literal, fc.constantFrom(...placeholders)), { minLength: 1, maxLength: 3 }).map(joined);

/** A block beside other text. It adds nothing if its condition is false or a value in it is absent. */
const inlineBlock: fc.Arbitrary<Piece> = fc
  .tuple(fc.constantFrom(...tests), flat, fc.option(flat), fc.boolean())
  .map(([[test, holds], body, otherwise, negated]) => ({
    written: `{{#${negated ? "unless" : "if"} ${test}}}${body.written}${otherwise === null ? "" : `{{else}}${otherwise.written}`}{{/${negated ? "unless" : "if"}}}`,
    parts: (given) => (holds(given) !== negated ? body.parts(given) : otherwise?.parts(given)) ?? [],
  }));

const word: fc.Arbitrary<Piece> = fc
  .tuple(
    literal,
    fc.array(fc.oneof({ weight: 4, arbitrary: flat }, { weight: 1, arbitrary: inlineBlock }), { minLength: 0, maxLength: 2 }),
    literal,
  )
  .chain(([first, pieces, last]) =>
    fc.constantFrom(joined([...pieces, last]), joined([first, ...pieces]), joined(pieces.length === 0 ? [last] : [...pieces, last])),
  );

const lone = fc.constantFrom(...placeholders);
const anyWord = fc.oneof({ weight: 2, arbitrary: word }, { weight: 3, arbitrary: lone }, { weight: 1, arbitrary: flat });

const asItem = (piece: Piece): Item => ({
  written: piece.written,
  args: (given) => {
    const parts = piece.parts(given);
    return parts === undefined ? [] : [parts];
  },
});

/** Words between spaces: the body of a block that stands alone in its item. None of them is there if one lacks a value. */
const body = fc.array(anyWord, { minLength: 1, maxLength: 3 }).map((words) => ({
  written: words.map(({ written }) => written).join(" "),
  args: (given: Given): readonly (readonly Part[])[] => {
    const all = words.map(({ parts }) => parts(given));
    return all.some((one) => one === undefined) ? [] : all.map((one) => one ?? []);
  },
}));

const loneIf: fc.Arbitrary<Item> = fc.tuple(fc.constantFrom(...tests), body, fc.option(body)).map(([[test, holds], first, otherwise]) => ({
  written: `{{#if ${test}}}${first.written}${otherwise === null ? "" : `{{else}}${otherwise.written}`}{{/if}}`,
  args: (given) => (holds(given) ? first.args(given) : (otherwise?.args(given) ?? [])),
}));

const each: fc.Arbitrary<Item> = fc.constantFrom<Item>(
  { written: "{{#each xs}}{{this}}{{/each}}", args: ({ xs = [] }) => xs.map((one) => [{ text: one, own: false }]) },
  { written: "{{#each xs}}--x={{this}}{{/each}}", args: ({ xs = [] }) => xs.map((one) => [own("--x="), { text: one, own: false }]) },
  { written: "{{#each xs}}-x {{this}}{{/each}}", args: ({ xs = [] }) => xs.flatMap((one) => [[own("-x")], [{ text: one, own: false }]]) },
  {
    written: "{{#each xs}}{{@index}}:{{this}}{{/each}}",
    args: ({ xs = [] }) => xs.map((one, i) => [own(`${i}:`), { text: one, own: false }]),
  },
  {
    written: "{{#each os}}-k {{this.k}}{{/each}}",
    args: ({ os = [] }) => os.flatMap(({ k }) => (k === undefined ? [] : [[own("-k")], [{ text: k, own: false }]])),
  },
  {
    written: "{{#each xs}}{{#if @first}}first{{/if}} {{this}}{{else}}none{{/each}}",
    args: ({ xs = [] }) =>
      xs.length === 0 ? [[own("none")]] : xs.flatMap((one, i) => [...(i === 0 ? [[own("first")]] : []), [{ text: one, own: false }]]),
  },
  {
    written: "{{#each xs}}{{../s}}={{this}}{{/each}}",
    args: ({ xs = [], s }) => (s === undefined ? [] : xs.map((one) => [{ text: s, own: false }, own("="), { text: one, own: false }])),
  },
);

const group: fc.Arbitrary<Item> = fc.array(anyWord, { minLength: 2, maxLength: 3 }).map((words) => ({
  written: words.map(({ written }) => written),
  args: (given) => {
    const all = words.map(({ parts }) => parts(given));
    return all.some((one) => one === undefined) ? [] : all.map((one) => one ?? []);
  },
}));

/** Commands of every construct of the language, and what each is to make of a call. */
const command: fc.Arbitrary<Meant> = fc
  .array(
    fc.oneof(
      { weight: 5, arbitrary: anyWord.map(asItem) },
      { weight: 2, arbitrary: loneIf },
      { weight: 2, arbitrary: each },
      { weight: 2, arbitrary: group },
    ),
    {
      minLength: 1,
      maxLength: 5,
    },
  )
  .map((items) => ({
    written: ["show", ...items.map(({ written }) => written)],
    args: (given) => items.flatMap(({ args }) => args(given)),
  }));

const world = new CanaryWorld();
afterAll(() => world.remove());

const text = fc.oneof(
  { weight: 6, arbitrary: hostileText },
  { weight: 2, arbitrary: fc.constantFrom("", "-", "--", "-a", "--flag", " ", "a\0b", "\ud800", "{{s}}", "{{#if s}}", "a b", "\n", "0") },
);
const given: fc.Arbitrary<Given> = fc.record(
  {
    s: text,
    t: text,
    n: fc.constantFrom(0, 1, 42, Number.MAX_SAFE_INTEGER),
    b: fc.boolean(),
    xs: fc.array(text, { maxLength: 3 }),
    o: fc.record({ k: text }, { requiredKeys: [] }),
    os: fc.array(fc.record({ k: text }, { requiredKeys: [] }), { maxLength: 3 }),
    d: text,
  },
  { requiredKeys: [] },
);

interface Compiled {
  readonly meant: Meant;
  readonly command: Command;
}

/** Those of the commands that the build accepts. */
async function accepted(commands: readonly Meant[]): Promise<readonly Compiled[]> {
  const tools = await compiledTools(commands.map(({ written }) => ({ kind: "read", schema, command: written })));
  return commands.flatMap((meant, i) => {
    const compiled = tools[i]?.tool?.definition.command;
    return compiled === undefined ? [] : [{ meant, command: compiled }];
  });
}

/** A call with defaults applied, as the validator applies them. */
const argvOf = ({ command: compiled }: Compiled, params: Given) =>
  buildArgv(compiled, {
    params: { d: "by default", ...params } as never,
    order: Object.keys(schema.properties),
    specDir: world.cwd,
    workspace: world.cwd,
  });

/** Compares the built arguments with those that the spec means: the call and both lists; `undefined` if they agree. */
function mistakeIn({
  meant,
  params,
  args,
}: {
  readonly meant: Meant;
  readonly params: Given;
  readonly args: readonly string[] | undefined;
}): string | undefined {
  const expected = isRefused(meant.args(params)) ? undefined : meant.args(params).map((parts) => parts.map((part) => part.text).join(""));
  if (isDeepStrictEqual(args, expected)) return undefined;
  return `${JSON.stringify(meant.written)} of ${JSON.stringify(params)}: ${JSON.stringify(args)}, expected ${JSON.stringify(expected)}`;
}

/** True if a call must be refused: a value fits into no argument, or begins an argument with a dash. */
function isRefused(args: ReturnType<Meant["args"]>): boolean {
  return args.some((parts) => {
    const first = parts.find((part) => part.text !== "");
    return (
      parts.some((part) => part.text.includes("\0") || !part.text.isWellFormed()) ||
      (first !== undefined && !first.own && first.text.startsWith("-"))
    );
  });
}

const commands = fc.array(command, { minLength: 50, maxLength: 50 });
const givens = fc.array(given, { minLength: 10, maxLength: 10 });

it("makes exactly the arguments that the spec means, or refuses the call", async () => {
  let calls = 0;
  let refused = 0;
  const mistakes: string[] = [];
  const property = fc.asyncProperty(commands, givens, async (specs, calling) => {
    for (const one of await accepted(specs))
      for (const params of calling) {
        calls++;
        const argv = argvOf(one, params);
        if (!argv.ok) refused++;
        const mistake = mistakeIn({ meant: one.meant, params, args: argv.ok ? argv.args : undefined });
        if (mistake !== undefined) mistakes.push(mistake);
      }
  });
  const runs = repeat({ usual: 8, soak: 100, long: 1_000 });
  await fc.assert(property, { numRuns: runs, endOnFailure: true });
  expect(mistakes.sort((a, b) => a.length - b.length).slice(0, 5)).toEqual([]);
  expect(calls).toBeGreaterThan(runs * 300);
  expect(refused).toBeGreaterThan(runs * 30);
});

/** Few runs may by chance have no empty argument, or no variable, at all. */
const ofSeed = { numRuns: 4, seed: 5 };
const drawnGivens = fc.sample(givens, ofSeed);
let drawn: readonly (readonly Compiled[])[];
beforeAll(async () => {
  drawn = await Promise.all(fc.sample(commands, ofSeed).map(accepted));
});

const words = (args: readonly string[]) => args.flatMap((arg) => arg.split(" "));
it.each<[string, (args: readonly string[]) => readonly string[]]>([
  ["splits values at spaces", words],
  ["drops empty arguments", (args) => args.filter((arg) => arg !== "")],
  ["expands variables", (args) => args.map((arg) => arg.replaceAll("$w", ""))],
  ["ends texts at line breaks", (args) => args.map((arg) => arg.split("\n")[0] ?? "")],
])("would find a program that %s", async (_, worse) => {
  let mistakes = 0;
  for (const [i, specs] of drawn.entries())
    for (const one of specs)
      for (const params of drawnGivens[i] ?? []) {
        const argv = argvOf(one, params);
        if (argv.ok && mistakeIn({ meant: one.meant, params, args: worse(argv.args) }) !== undefined) mistakes++;
      }
  expect(mistakes).toBeGreaterThan(0);
});

it("gives a program these arguments, and runs none of them", async () => {
  const [specs = []] = drawn;
  const lines = specs.flatMap((one) =>
    (drawnGivens[0] ?? []).flatMap((params) => {
      const argv = argvOf(one, params);
      return argv.ok ? [argv.args] : [];
    }),
  );
  expect(lines.length).toBeGreaterThan(100);
  expect(world.run(lines.map((args) => ({ program: world.show, args })))).toEqual(
    lines.map((args) => ({ shown: [args], runs: 0, made: [] })),
  );
});
