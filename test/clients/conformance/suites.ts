import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { execa } from "execa";
import { parse } from "yaml";
import { temporaryFolder } from "../../kit/temporary-folder.js";

interface Suite {
  readonly folder: string;
  readonly args: readonly string[];
  /** Only these, one after the other. */
  readonly scenarios?: readonly string[];
}

/**
 * The official suites: the folder of the package, and what it is asked to run. The suite has sets of requirements for the
 * two newest revisions; of an older one it runs the scenarios that apply there.
 */
export const suites = {
  "0.1.16, active": { folder: "conformance", args: [] },
  "0.2.0-alpha.12, 2025-03-26": { folder: "conformance-next", args: ["--spec-version", "2025-03-26"] },
  "0.2.0-alpha.12, 2025-06-18": { folder: "conformance-next", args: ["--spec-version", "2025-06-18"] },
  "0.2.0-alpha.12, 2025-11-25": { folder: "conformance-next", args: ["--requirements", "2025-11-25"] },
  "0.2.0-alpha.12, 2026-07-28": { folder: "conformance-next", args: ["--requirements", "2026-07-28"] },
  // Skills over MCP, an extension that no revision requires.
  "0.2.0-alpha.12, SEP-2640": {
    folder: "conformance-next",
    args: [],
    scenarios: ["sep-2640-skills-enumeration", "sep-2640-skills-manifest", "sep-2640-skills-directory"],
  },
} as const satisfies Readonly<Record<string, Suite>>;

export type SuiteName = keyof typeof suites;

/** How a server is reached: over HTTP by default, over HTTP with `--sessions`, or over standard input and output. */
export const carriers = ["http", "sessions", "stdio"] as const;
export type Carrier = (typeof carriers)[number];

/** The checks of a run that didn't succeed, with what they say, by scenario. A scenario without any has passed. */
export type SuiteRun = ReadonlyMap<string, readonly Unsuccessful[]>;

interface Unsuccessful {
  readonly id: string;
  readonly message: string;
}

interface Check {
  readonly id: string;
  readonly status: "SUCCESS" | "FAILURE" | "WARNING" | "SKIPPED" | "INFO";
  readonly errorMessage?: string;
}

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Runs a suite against a server. A warning counts like a failure, so that each has a reason in the file. */
export async function runSuite(name: SuiteName, url: string): Promise<SuiteRun> {
  const { folder, args, scenarios }: Suite = suites[name];
  const program = here(`node_modules/@modelcontextprotocol/${folder}/dist/index.js`);
  const output = temporaryFolder();
  const runs = scenarios === undefined ? [args] : scenarios.map((scenario) => [...args, "--scenario", scenario]);
  const said: string[] = [];
  for (const each of runs) said.push(await runOnce(program, ["--url", url, "-o", output, ...each]));
  const folders = readdirSync(output);
  if (folders.length === 0) throw new Error(`The suite ran nothing: ${said.join("\n").slice(0, 2000)}`);
  return new Map(folders.map((one) => [scenarioOf(one), unsuccessful(join(output, one, "checks.json"))]));
}

async function runOnce(program: string, args: readonly string[]): Promise<string> {
  const command = ["--import", here("glob-sync.mjs"), program, "server", ...args];
  const child = spawn(process.execPath, command, { stdio: ["ignore", "pipe", "pipe"] });
  const said = Promise.all([text(child.stdout), text(child.stderr)]);
  await once(child, "close");
  return (await said).join("\n");
}

/** `server-NAME-TIME`. */
const scenarioOf = (folder: string) => folder.replace(/^server-/, "").replace(/-\d{4}-\d\d-\d\dT[\d-]+Z$/, "");

function unsuccessful(file: string): readonly Unsuccessful[] {
  const checks = JSON.parse(readFileSync(file, "utf8")) as readonly Check[];
  // A scenario of an extension that the server doesn't declare has no failure, and shows nothing.
  if (checks.every(({ status }) => status === "SKIPPED" || status === "INFO")) return [{ id: "nothing-checked", message: "" }];
  const others = checks.filter(({ status }) => status === "FAILURE" || status === "WARNING");
  return others.map(({ id, errorMessage = "" }) => ({ id, message: errorMessage }));
}

interface ExpectedFailures {
  /** Scenarios, or single checks of one as `SCENARIO:CHECK`. */
  readonly scenarios: readonly string[];
  readonly because: string;
  /** By default all. */
  readonly over?: readonly Carrier[];
  /** The suites in which they fail; by default all that have them. */
  readonly suites?: readonly SuiteName[];
}

/** The scenarios and checks of a run that are expected to fail. */
export function expectedFailures(name: SuiteName, run: SuiteRun, over: Carrier): readonly string[] {
  const all = parse(readFileSync(here("expected-failures.yaml"), "utf8")) as readonly ExpectedFailures[];
  const applying = all.filter((one) => one.over?.includes(over) !== false && one.suites?.includes(name) !== false);
  return applying
    .flatMap(({ scenarios }) => scenarios)
    .filter((one) => run.has(scenarioIn(one)))
    .sort();
}

/** The failures, named as in the file of expected failures: a scenario that is expected to fail as a whole is one name. */
export function failures(run: SuiteRun, expected: readonly string[]): readonly string[] {
  const whole = new Set(expected);
  const names = [...run].flatMap(([scenario, checks]) => checks.map(({ id }) => (whole.has(scenario) ? scenario : `${scenario}:${id}`)));
  return [...new Set(names)].sort();
}

const scenarioIn = (name: string) => name.replace(/:.*/, "");

/** The client scenarios of the official suites: the folder of the package, and the options that choose and run them. */
export const clientSuites = {
  "0.1.16": { folder: "conformance", list: [], run: [] },
  "0.2.0-alpha.12, 2025-11-25": {
    folder: "conformance-next",
    list: ["--requirements", "2025-11-25"],
    run: ["--spec-version", "2025-11-25", "--force"],
  },
  "0.2.0-alpha.12, 2026-07-28": {
    folder: "conformance-next",
    list: ["--requirements", "2026-07-28"],
    run: ["--spec-version", "2026-07-28", "--force"],
  },
} as const;

export type ClientSuiteName = keyof typeof clientSuites;

/** The suite's own limit for the client, which a busy machine must not reach. */
const clientMs = 300_000;
/** Scenarios that run at the same time. */
const width = 4;

async function conformance(folder: string, args: readonly string[]): Promise<string> {
  const program = here(`node_modules/@modelcontextprotocol/${folder}/dist/index.js`);
  // A suite exits with 1 if a scenario fails.
  const { stdout, stderr } = await execa(process.execPath, ["--import", here("glob-sync.mjs"), program, ...args], { reject: false });
  return stdout + stderr;
}

/** Checks that a busy machine fails: they compare times. */
const timed: ReadonlySet<string> = new Set(["client-sse-retry-timing"]);

/** Runs a suite against a client, which is started once for each scenario. */
export async function runClientSuite(name: ClientSuiteName, command: string): Promise<SuiteRun> {
  const { folder, list, run } = clientSuites[name];
  const listed = await conformance(folder, ["list", "--client", ...list]);
  const [, listedClients = ""] = listed.split(/^Client scenarios/m);
  const scenarios = [...listedClients.matchAll(/^\s+- (\S+)(?!.*\[server\])/gm)].map(([, scenario = ""]) => scenario);
  if (scenarios.length < 20) throw new Error(`The suite lists no scenarios: ${listed.slice(0, 2000)}`);
  const results = new Map<string, Awaited<ReturnType<typeof runScenario>>>();
  const pending = [...scenarios];
  const worker = async () => {
    for (let scenario = pending.shift(); scenario !== undefined; scenario = pending.shift())
      results.set(scenario, await runScenario(folder, scenario, [...run, "--command", command]));
  };
  await Promise.all(Array.from({ length: width }, worker));
  return new Map(scenarios.map((scenario) => [scenario, results.get(scenario) ?? []]));
}

async function runScenario(folder: string, scenario: string, args: readonly string[]) {
  const output = join(temporaryFolder(), "results");
  mkdirSync(output);
  const said = await conformance(folder, ["client", "--scenario", scenario, "--timeout", String(clientMs), "-o", output, ...args]);
  const checks = readdirSync(output, { recursive: true, encoding: "utf8" }).find((file) => file.endsWith("checks.json"));
  return checks === undefined
    ? [{ id: "not-run", message: said.slice(0, 2000) }]
    : unsuccessful(join(output, checks)).filter(({ id }) => !timed.has(id));
}

interface ExpectedClientFailures {
  /** Scenarios, or single checks of one as `SCENARIO:CHECK`. */
  readonly scenarios: readonly string[];
  readonly because: string;
  /** The suites in which they fail; by default all that have them. */
  readonly suites?: readonly ClientSuiteName[];
}

/** The scenarios and checks of a suite that are expected to fail. */
export function expectedClientFailures(name: ClientSuiteName, run: SuiteRun): readonly string[] {
  const file = here("expected-client-failures.yaml");
  const all = (existsSync(file) ? parse(readFileSync(file, "utf8")) : []) as readonly ExpectedClientFailures[];
  const names = all.filter(({ suites }) => suites?.includes(name) !== false).flatMap(({ scenarios }) => scenarios);
  return names.filter((one) => run.has(one.replace(/:.*/, ""))).sort();
}
