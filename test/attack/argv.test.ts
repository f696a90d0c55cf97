import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { afterAll, expect, it } from "vitest";
import { buildArgv } from "../../src/runtime/command/build-argv.js";
import type { Command } from "../../src/runtime/contract/definition.js";
import { repeat } from "../kit/repeat.js";
import { CanaryWorld } from "./canary-world.js";
import { command, type Given, type Meant, schema } from "./command-grammar.js";
import { compileMany } from "./compile-many.js";
import { hostileText } from "./values.js";

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
  const tools = await compileMany(commands.map(({ written }) => ({ kind: "read", schema, command: written })));
  return commands.flatMap((meant, i) => {
    const compiled = tools[i]?.definition.command;
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
  const runs = repeat({ usual: 12, soak: 100, long: 1_000 });
  await fc.assert(property, { numRuns: runs, endOnFailure: true });
  expect(mistakes.sort((a, b) => a.length - b.length).slice(0, 5)).toEqual([]);
  expect(calls).toBeGreaterThan(runs * 300);
  expect(refused).toBeGreaterThan(runs * 30);
});

const words = (args: readonly string[]) => args.flatMap((arg) => arg.split(" "));
it.each<[string, (args: readonly string[]) => readonly string[]]>([
  ["splits values at spaces", words],
  ["drops empty arguments", (args) => args.filter((arg) => arg !== "")],
  ["expands variables", (args) => args.map((arg) => arg.replaceAll("$w", ""))],
  ["ends texts at line breaks", (args) => args.map((arg) => arg.split("\n")[0] ?? "")],
])("would find a program that %s", async (_, worse) => {
  let mistakes = 0;
  const property = fc.asyncProperty(commands, givens, async (specs, calling) => {
    for (const one of await accepted(specs))
      for (const params of calling) {
        const argv = argvOf(one, params);
        if (argv.ok && mistakeIn({ meant: one.meant, params, args: worse(argv.args) }) !== undefined) mistakes++;
      }
  });
  // Few runs may by chance have no empty argument, or no variable, at all.
  await fc.assert(property, { numRuns: 4, seed: 5 });
  expect(mistakes).toBeGreaterThan(0);
});

it("gives a program these arguments, and runs none of them", async () => {
  const [specs] = fc.sample(commands, { numRuns: 4, seed: 5 });
  const [calling] = fc.sample(givens, { numRuns: 4, seed: 5 });
  const lines = (await accepted(specs ?? [])).flatMap((one) =>
    (calling ?? []).flatMap((params) => {
      const argv = argvOf(one, params);
      return argv.ok ? [argv.args] : [];
    }),
  );
  expect(lines.length).toBeGreaterThan(100);
  expect(world.run(lines.map((args) => ({ program: world.show, args })))).toEqual(
    lines.map((args) => ({ shown: [args], runs: 0, made: [] })),
  );
});
