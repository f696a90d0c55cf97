import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { buildArgv } from "../../src/call/build-command.js";
import type { Command } from "../../src/contract/definition.js";
import { compiledTools } from "../kit/compiled.js";
import { repeat } from "../kit/repeat.js";
import { CanaryWorld, type CommandLine, programOf } from "./canary-world.js";
import { everyShape, everyWord, script } from "./scripts.js";
import { entering, everyPayload, given, hostileText, type Way, ways } from "./values.js";

interface AcceptedScript {
  readonly text: string;
  readonly command: Command;
  readonly way: Way;
}

/** Those of the scripts that the build accepts without `code`: tools of which no value may ever run. */
async function acceptedScripts(
  dialect: "sh" | "bash",
  texts: readonly string[],
  way: Way = "placeholders",
): Promise<readonly AcceptedScript[]> {
  const properties = { x: { type: "string" }, y: { type: "string" } };
  const tools = await compiledTools(
    texts.map((text) => {
      const { script, spec } = entering(text, way);
      return { kind: "read", schema: { properties }, shell: { [dialect]: script }, ...spec };
    }),
  );
  return texts.flatMap((text, i) => {
    const command = tools[i]?.tool?.definition.command;
    return command === undefined ? [] : [{ text, command, way }];
  });
}

const world = new CanaryWorld();
afterAll(() => world.remove());

type Dialect = "sh" | "bash";
interface Values {
  readonly x: string;
  readonly y: string;
}

/** The command lines of a call, one for each shell that may run it; none if the call is refused, as for a leading dash. */
function commandLines(dialect: Dialect, { command, way }: AcceptedScript, { values, weaken }: Called): readonly CommandLine[] {
  const argv = buildArgv(command, { params: { ...values }, order: ["x", "y"], specDir: world.cwd, workspace: world.cwd });
  if (!argv.ok) return [];
  const shells = dialect === "sh" ? ["dash", "bash"] : ["bash"];
  const args = argv.args.map((arg) => weaken?.(arg, values) ?? arg);
  return shells.map((name) => ({ program: programOf(name) ?? name, args, ...given(values, way) }));
}

/** Changes an argument of a shell, as a worse compiler would write it. */
type Weaken = (arg: string, values: Values) => string;
interface Called {
  readonly values: Values;
  readonly weaken?: Weaken | undefined;
}
interface Tried {
  readonly script: AcceptedScript;
  readonly values: readonly Values[];
}

interface Attack extends Pick<CommandLine, "longestSeconds"> {
  readonly weaken?: Weaken;
}

const plain: Values = { x: "plainx", y: "plainy" };

/** The first values that each script runs, or that make it write another file than plain values do; . */
function attack(dialect: Dialect, tried: readonly Tried[], { weaken, ...limits }: Attack = {}) {
  const calls = tried.flatMap(({ script: one, values }) =>
    [plain, ...values].flatMap((sent) => commandLines(dialect, one, { values: sent, weaken }).map((line) => ({ script: one, sent, line }))),
  );
  const observed = world.run(calls.map(({ line }) => ({ ...line, ...limits })));
  const made = new Map<string, string>();
  const broken = new Map<AcceptedScript, string>();
  for (const [i, call] of calls.entries()) {
    const one = observed[i];
    if (one === undefined) throw new Error("a call is missing");
    const files = one.made.join();
    // Shells differ in what a script makes with plain values, too.
    const key = `${call.line.program} ${call.script.text}`;
    if (call.sent === plain) made.set(key, files);
    if (one.runs === 0 && files === made.get(key)) continue;
    if (!broken.has(call.script))
      broken.set(call.script, `${call.script.text}\n  ${one.runs > 0 ? "ran" : `made ${files}`} by ${JSON.stringify(call.sent)}`);
  }
  return { broken: [...broken.values()] };
}

/** Every how many payloads each script is tried with one; which, depends on the script. */
const every = repeat({ usual: everyPayload.length, soak: 3, long: 2 });
/** The same for values that come otherwise than by placeholders. */
const everyOtherwise = repeat({ usual: everyPayload.length, soak: 27, long: 18 });

/** The number of ways that each construct is tried with. */
const waysOfEach = repeat({ usual: 1, soak: ways.length });

/** The scripts that are tried with a way: of each shape, another word with each. */
const scriptsFor = (way: Way) =>
  [...everyShape, ...everyWord].filter((_, i) => (i + Math.floor(i / ways.length) + ways.indexOf(way)) % ways.length < waysOfEach);

const dialects = ["sh", "bash"] as const;

it.each(dialects.flatMap((dialect) => ways.map((way) => [dialect, way] as const)))(
  "runs no value in any construct for %s that comes by %s",
  async (dialect, way) => {
    const scripts = await acceptedScripts(dialect, scriptsFor(way), way);
    expect(scripts.length).toBeGreaterThan((100 * waysOfEach) / ways.length);
    const step = way === "placeholders" ? every : everyOtherwise;
    const tried = scripts.map((one, at) => ({
      script: one,
      values: everyPayload.flatMap((x, i) =>
        (i + at) % step === 0 ? [{ x, y: everyPayload[(i * 7 + 3) % everyPayload.length] ?? "" }] : [],
      ),
    }));
    const { broken } = attack(dialect, tried);
    expect(broken).toEqual([]);
  },
);

const valuesOfEach = repeat({ usual: 6, soak: 12 });

it.each(["sh", "bash"] as const)("runs no value in scripts for %s that are put together at random", async (dialect) => {
  const found: string[] = [];
  await fc.assert(
    fc.asyncProperty(
      fc.array(script, { minLength: 60, maxLength: 60 }),
      fc.array(fc.record({ x: hostileText, y: hostileText }), { minLength: valuesOfEach, maxLength: valuesOfEach }),
      async (texts, values) => {
        const scripts = await acceptedScripts(
          dialect,
          texts.filter((text) => /\{\{[xy]\}\}/.test(text)),
        );
        const result = attack(
          dialect,
          scripts.map((one) => ({ script: one, values })),
          { longestSeconds: 5 },
        );
        found.push(...result.broken);
      },
    ),
    { numRuns: repeat({ usual: 1, soak: 30, long: 60 }), endOnFailure: true },
  );
  expect(found).toEqual([]);
});

/** The values by which a worse compiler is found. */
const shown = everyPayload.filter((_, i) => i % repeat({ usual: 4, soak: 1 }) === 0).map((x) => ({ x, y: "" }));
let plainScripts: readonly Tried[];
beforeAll(async () => {
  const scripts = await acceptedScripts("sh", ["show {{x}}", 'show a "b {{x}}"', 'w={{x}}; show "$w"']);
  plainScripts = scripts.map((one) => ({ script: one, values: shown }));
});

it("runs no value in plain scripts", () => {
  expect(attack("sh", plainScripts).broken).toEqual([]);
});

it.each<[string, Weaken]>([
  ["in double quotes", (arg, { x }) => arg.replaceAll('"${toolgen_x}"', () => `"${x}"`)],
  ["in single quotes", (arg, { x }) => arg.replaceAll('"${toolgen_x}"', () => `'${x}'`)],
  ["with backslashes before quotes", (arg, { x }) => arg.replaceAll('"${toolgen_x}"', () => `"${x.replaceAll('"', '\\"')}"`)],
  ["by eval", (arg) => arg.replaceAll('"${toolgen_x}"', '"$(eval "printf %s $toolgen_x")"')],
])("would find a compiler that put values into scripts %s", (_, weaken) => {
  expect(attack("sh", plainScripts, { weaken }).broken.length).toBeGreaterThan(1);
});
