interface Suite {
  /** Globs of the files that run. */
  readonly include: string[];
  readonly exclude?: string[];
}

const all = "test/**/*.test.ts";
/** Files whose name says that they run in `npm run test:soak` alone. */
const soak = "test/**/*.soak.test.ts";
/**
 * `npm test` asks the registry of Gemini CLI's core, and installs and runs Gemini CLI as a user does. The other clients are for `npm run test:clients`.
 * So is the program that embeds that core, because it is compiled against the packed package.
 */
const otherClients = [
  "test/clients/!(gemini-cli-core|agents)/**/*.test.ts",
  "test/clients/agents/!(gemini).test.ts",
  "test/clients/gemini-cli-core/embedder.test.ts",
];

/** Files that call `repeat` of test/kit/repeat.ts, which run in `npm test` and, with more repetitions, in `npm run test:soak`. */
const repeating = [
  "test/check/shell/{combinations,flows,scripts,values}.test.ts",
  "test/attack/*.test.ts",
  "test/clients/monorepo/monorepo.test.ts",
  "test/check/programs/table.test.ts",
  "test/clients/gemini-cli-core/argument-rules.test.ts",
  "test/cli/run/saved-run.test.ts",
  "test/emit/{print/format-types,typescript/agreement}.test.ts",
  "test/library/memory.test.ts",
  "test/runtime/agent/sign-state.test.ts",
  "test/source/text-offsets.test.ts",
  "test/runtime/telemetry/audit/log-file.test.ts",
  "test/runtime/line-file/line-file-lock.test.ts",
  "test/runtime/call/call-processes.test.ts",
  "test/runtime/hook/decide-hook-call.test.ts",
  "test/runtime/process/run-program-async.test.ts",
  "test/runtime/process/served/waiting-shells.test.ts",
  "test/runtime/process/warm/{same-outcome,hosts}.test.ts",
  "test/runtime/mcp-call/kept-servers.test.ts",
  "test/runtime/handler/in-call/{leftovers,run-in-call}.test.ts",
  "test/library/warm-process.test.ts",
  "test/runtime/paths/{hostile,races}.test.ts",
  "test/runtime/shell-guard/same-effects.test.ts",
  "test/mcp-server/{call/concurrency-limit,memory}.test.ts",
  "test/mcp-server/http/{many,slow}-clients.test.ts",
  "test/tools.d/mutations.test.ts",
  "test/write/{killed,killed-process}.test.ts",
];

/** Files that start many processes, wait for them, or generate thousands of inputs. */
export const slow = [
  "test/cli/{build/incremental,doctor/doctor,install-start,merge,read-only,surroundings,terminal-exits,time-limit,unreadable-input,usage}.test.ts",
  "test/cli/commands/{call-watched,guard,init-terminal,install-terminal,mcp,new-from,new-image-built,repair,test}.test.ts",
  "test/{attack,bench,clients,mcp-server}/**",
  "test/cli/{ci,eval,lsp}/*.test.ts",
  "test/cli/login/login.test.ts",
  "test/cli/run/{saved-run,terminal,without-terminal}.test.ts",
  "test/{docs,write/killed,write/killed-process}.test.ts",
  "test/handlers/{build,guarded-fetch,run}.test.ts",
  "test/library/*.test.ts",
  "test/runtime/{call,hook,line-file,mcp-call,paths,process,registry,telemetry/audit}/**",
  "test/runtime/shell-guard/{hostile,odd-commands,same-effects}.test.ts",
  "test/{emit/typescript,tools.d}/*.test.ts",
  "test/check/{programs/canaries,schema/meta-schema,shell/*}.test.ts",
];

/** The files that each command runs (docs/testing.md), by the mode in which it starts vitest. */
export const suites: Readonly<Record<string, Suite>> = {
  main: { include: [all], exclude: [soak, ...otherClients] },
  quick: { include: [all], exclude: [soak, ...slow] },
  clients: { include: otherClients, exclude: [soak] },
  soak: { include: [soak, ...repeating] },
};
