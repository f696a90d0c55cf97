import { parseArgs } from "node:util";

export const partNames = ["call", "build", "mcp", "registry", "repair", "library", "guard", "hook", "install", "import", "dev"];

const usage = `npm run bench -- [--quick] [--only call|build|mcp|registry|repair|library|guard|hook|install|import|dev] [--sizes N,N] [--rounds N] [--minutes N] [--json]
       npm run bench -- --draw

  --quick      few runs of small sizes, under two minutes
  --only PART  one part; may be given several times
  --sizes      how many tools or specs, instead of 1, 100, 1000, 5000 (build: 1, 10, 100, 1000, 5000; registry: 1000; library: 10000 files)
  --rounds     how often each case is run at most
  --minutes    no part starts another round after this long (a tenth of it each)
  --json       print the result and write no page
  --draw       run nothing: write the page and its charts again, from the results of earlier runs
`;

/** Reads what to run. Ends the program on --help and on unknown options. */
export function readOptions(args) {
  const { values } = parse(args);
  if (values.help) stop(usage, 0);
  const parts = values.only ?? partNames;
  if (!parts.every((part) => partNames.includes(part))) stop(usage, 2);
  const sizes = values.sizes === undefined ? undefined : values.sizes.split(",").map(Number);
  const [rounds, minutes] = [values.rounds, values.minutes].map((text) => (text === undefined ? undefined : Number(text)));
  if (![...(sizes ?? []), rounds ?? 1, minutes ?? 1].every((number) => number > 0)) stop(usage, 2);
  const quick = values.quick ?? false;
  return {
    parts,
    quick,
    json: values.json ?? false,
    draw: values.draw ?? false,
    plan: quick ? plans.quick : plans.full,
    sizes,
    rounds,
    minutesPerPart: (minutes ?? (quick ? 2 : 48)) / partNames.length,
  };
}

/** A run of a case is `batch` processes one after the other, timed together: the clock of CPU time has ticks of a millisecond. */
const plans = {
  full: {
    call: { sizes: [1, 100, 1000, 5000], rounds: 20, batch: 5 },
    build: { sizes: [1, 10, 100, 1000, 5000], large: 10_000, rounds: 5, batch: 4 },
    mcp: { sizes: [1, 100, 1000, 5000], rounds: 7, calls: 300, handlerCalls: 100, clients: 1000, manyCalls: 20_000 },
    registry: { sizes: [1000], rounds: 10 },
    repair: { rounds: 200 },
    library: { sizes: [10_000], rounds: 10, batch: 3 },
    guard: { rounds: 20, batch: 5 },
    hook: { sizes: [1, 1000], rounds: 20, batch: 5 },
    install: { sizes: [10, 100], rounds: 7 },
    import: { sizes: [1000], rounds: 7 },
    dev: { sizes: [100, 1000], rounds: 15 },
  },
  quick: {
    call: { sizes: [1, 100], rounds: 6, batch: 5 },
    build: { sizes: [1, 10, 100], large: 200, rounds: 2, batch: 3 },
    mcp: { sizes: [1, 100], rounds: 3, calls: 30, handlerCalls: 30, clients: 100, manyCalls: 400 },
    registry: { sizes: [100], rounds: 3 },
    repair: { rounds: 50 },
    library: { sizes: [1000], rounds: 2, batch: 2 },
    guard: { rounds: 3, batch: 3 },
    hook: { sizes: [1], rounds: 6, batch: 5 },
    install: { sizes: [10], rounds: 3 },
    import: { sizes: [100], rounds: 2 },
    dev: { sizes: [10], rounds: 3 },
  },
};

function parse(args) {
  try {
    return parseArgs({
      args,
      options: {
        quick: { type: "boolean" },
        only: { type: "string", multiple: true },
        sizes: { type: "string" },
        rounds: { type: "string" },
        minutes: { type: "string" },
        json: { type: "boolean" },
        draw: { type: "boolean" },
        help: { type: "boolean" },
      },
    });
  } catch (error) {
    return stop(`${error.message}\n\n${usage}`, 2);
  }
}

function stop(text, exitCode) {
  (exitCode === 0 ? process.stdout : process.stderr).write(text);
  process.exit(exitCode);
}
