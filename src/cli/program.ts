import { Command, CommanderError, Option } from "commander";
import { exitCode } from "./exit-code.js";
import { describeInit } from "./init/describe-init.js";
import { packageVersion } from "./package-root.js";
import { describeRun } from "./run/describe-run.js";
import type { OpenTerminal } from "./terminal.js";

/** What every command is told by the options that may stand anywhere. */
export interface GlobalOptions {
  readonly project: string;
  readonly color?: boolean;
}

export interface FormatOption {
  readonly format: "pretty" | "json";
}

/** Runs the command that the arguments name, and returns its exit code. */
export async function runProgram(args: readonly string[], openTerminal: OpenTerminal): Promise<number> {
  let code: number = exitCode.done;
  const finish = (result: number) => {
    code = result;
  };
  try {
    await createProgram(openTerminal, finish).parseAsync(args, { from: "user" });
    return code;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    // Commander has printed its message already; help and version end with 0.
    return error.exitCode === 0 ? exitCode.done : exitCode.usage;
  }
}

/**
 * The command line. Nothing of the compiler is imported before a command runs, so that `--help` and mistakes answer at once;
 * each command passes its exit code to `finish`.
 */
function createProgram(openTerminal: OpenTerminal, finish: (code: number) => void): Command {
  const terminalOf = (command: Command) => openTerminal(command.optsWithGlobals<GlobalOptions>().color);
  const { out, err } = openTerminal(undefined);
  const program = new Command("toolgen")
    .description("Compiles tool specs (tools.d/*.yaml) into what AI agents discover and call.")
    .version(packageVersion(), "--version", "print the version")
    .option("--project <dir>", "the project's folder", ".")
    .option("--color", "colour the output, also when it is not a terminal")
    .option("--no-color", "never colour the output")
    .helpOption("-h, --help", "print help for a command")
    .showHelpAfterError("Run 'toolgen --help' for what can be done.")
    .exitOverride()
    .configureOutput({ writeOut: out, writeErr: err });

  describeInit(program.command("init"), { examples }).action(async (_options: object, command: Command) => {
    const { init } = await import("./init.js");
    finish(await init(command.optsWithGlobals(), terminalOf(command)));
  });

  program
    .command("build")
    .description("Compile the specs and write what changed below the output folder.")
    .option("--check", "write nothing; fail if the output folder is not what the specs give")
    .addOption(new Option("--watch", "build again whenever a spec changes, until Ctrl-C").conflicts("check"))
    .addOption(formatOption())
    .addHelpText("after", examples("toolgen build", "toolgen build --check", "toolgen build --watch"))
    .action(async (_options: FormatOption, command: Command) => {
      const { build } = await import("./build.js");
      finish(await build(command.optsWithGlobals(), terminalOf(command)));
    });

  program
    .command("check")
    .description("Report what is wrong with the specs, and write nothing.")
    .addOption(formatOption())
    .addHelpText("after", examples("toolgen check", "toolgen check --format json"))
    .action(async (_options: FormatOption, command: Command) => {
      const { check } = await import("./check.js");
      finish(await check(command.optsWithGlobals(), terminalOf(command)));
    });

  program
    .command("discover")
    .description("Print the discovery document that Gemini CLI reads.")
    .addHelpText("after", examples("toolgen discover", "toolgen discover --project ../other"))
    .action(async (_options: object, command: Command) => {
      const { discover } = await import("./discover.js");
      finish(await discover(command.optsWithGlobals(), terminalOf(command)));
    });

  program
    .command("call")
    .description("Call a tool as a client would, compiled from the specs in memory.")
    .argument("<tool>", "the tool's name, or one of its nameAliases")
    .argument("[json]", "its arguments as a JSON object; without it they are read from standard input")
    .option("--dry-run", "start nothing; print argv, environment names, cwd and stdin as JSON")
    .addOption(riskOption())
    .addHelpText(
      "after",
      examples(`toolgen call git_log '{"limit": 5}'`, `echo '{"query": "needle"}' | toolgen call search_text --dry-run`),
    )
    .action(async (tool: string, json: string | undefined, options: { readonly dryRun?: true }, command: Command) => {
      const { call } = await import("./call.js");
      const request = {
        ...command.optsWithGlobals<GlobalOptions & { readonly risk?: readonly string[] }>(),
        tool,
        json,
        dryRun: options.dryRun === true,
      };
      finish(await call(request, terminalOf(command)));
    });

  program
    .command("repair")
    .description("Show what becomes of a call's arguments before the tool gets them, and why. Runs nothing.")
    .argument("<tool>", "the tool's name, or one of its nameAliases")
    .argument("[json]", "the arguments as JSON; without it they are read from standard input")
    .option("--json", "print a JSON object")
    .addOption(new Option("--jsonl", "take a JSON value a line from standard input, and answer each with a line of JSON").conflicts("json"))
    .addHelpText("after", examples(`toolgen repair search_text '{"query": "needle"}'`, "toolgen repair search_text --jsonl < calls.jsonl"))
    .action(async (tool: string, argumentText: string | undefined, _options: object, command: Command) => {
      const { repair } = await import("./repair.js");
      const request = { ...command.optsWithGlobals<GlobalOptions>(), tool, argumentText };
      finish(await repair(request, terminalOf(command)));
    });

  program
    .command("repairs")
    .description("Show what models got wrong, as far as TOOLGEN_REPAIRS had it counted, and the aliases to add for it.")
    .option("--json", "print a JSON object")
    .addOption(new Option("--clear", "forget what was counted").conflicts("json"))
    .addHelpText("after", examples("toolgen repairs", "toolgen repairs --json", "toolgen repairs --clear"))
    .action(async (_options: object, command: Command) => {
      const { repairs } = await import("./repairs.js");
      finish(await repairs(command.optsWithGlobals(), terminalOf(command)));
    });

  describeRun(program.command("run"), { risk: riskOption(), examples }).action(
    async (task: string | undefined, _options: object, command: Command) => {
      const { run } = await import("./run.js");
      finish(await run({ ...command.optsWithGlobals<GlobalOptions>(), task }, terminalOf(command)));
    },
  );

  program
    .command("audit")
    .description("Show the calls that were written down in the audit log: what became of each, and what decided it.")
    .option("--json", "print a JSON object")
    .option("--since <time>", "only calls since then: 2026-05-01, 2026-05-01T12:00Z, or 30m, 2h, 7d ago")
    .option("--tool <name>", "only calls of this tool")
    .option("--denied", "only calls that settings, or whoever was asked, refused")
    .addHelpText("after", examples("toolgen audit --since 2h", "toolgen audit --tool git_push --denied", "toolgen audit --json"))
    .action(async (_options: object, command: Command) => {
      const { audit } = await import("./audit.js");
      finish(audit(command.optsWithGlobals(), terminalOf(command)));
    });

  program
    .command("test")
    .description("Test the examples of the specs.")
    .argument("[tool]", "the tool whose examples are tested; without it those of all tools are")
    .option("--filter <text>", "only examples whose name holds this text")
    .option("--strict", "fail also when an example had to be skipped")
    .option("--json", "print a JSON array")
    .addHelpText("after", examples("toolgen test", "toolgen test git_log --filter alias", "toolgen test --strict --json"))
    .action(async (tool: string | undefined, _options: object, command: Command) => {
      const { test } = await import("./test.js");
      finish(await test({ ...command.optsWithGlobals<GlobalOptions>(), tool }, terminalOf(command)));
    });

  program
    .command("mcp")
    .description("Serve the tools to an MCP client on standard input and output, compiled from the specs in memory.")
    .addOption(riskOption())
    .option("--client-asks", "ask nobody before a call, because the client asks its user itself")
    .addHelpText("after", examples("toolgen mcp", "toolgen mcp --project ../other", "toolgen mcp --risk git_push=deny"))
    .action(async (_options: object, command: Command) => {
      const { mcp } = await import("./mcp.js");
      finish(await mcp(command.optsWithGlobals(), terminalOf(command)));
    });

  program
    .command("list")
    .description("List the tools: name, kind, risk, what for, and the file that declares it.")
    .option("--json", "print a JSON array")
    .addHelpText("after", examples("toolgen list", "toolgen list --json"))
    .action(async (_options: object, command: Command) => {
      const { list } = await import("./list.js");
      finish(await list(command.optsWithGlobals(), terminalOf(command)));
    });

  const policy = program
    .command("policy")
    .description("Show what becomes of calls, tool by tool, and what decides it: settings, rules, kinds.")
    .option("--json", "print a JSON array")
    .addOption(new Option("--client <client>", "what the policy compiled for a client makes it do").choices(["gemini"]))
    .addOption(new Option("--mode <mode>", "the client's approval mode").choices(["default", "autoEdit", "yolo", "plan"]))
    .option("--headless", "where the client has nobody to ask")
    .addOption(riskOption())
    .addHelpText(
      "after",
      examples(
        "toolgen policy",
        "toolgen policy --client gemini --mode yolo --headless --json",
        `toolgen policy why git_log '{"limit": 5}'`,
      ),
    )
    .action(async (_options: object, command: Command) => {
      const { policy } = await import("./policy.js");
      finish(await policy(command.optsWithGlobals(), terminalOf(command)));
    });
  policy
    .command("why")
    .description("Show what becomes of one call, and what decides it.")
    .argument("<tool>", "the tool's name, or one of its nameAliases")
    .argument("[json]", "its arguments as a JSON object; without it there are none")
    .addHelpText("after", examples(`toolgen policy why git_log '{"limit": 5}'`))
    .action(async (tool: string, json: string | undefined, _options: object, command: Command) => {
      const { policyWhy } = await import("./policy-why.js");
      finish(await policyWhy({ ...command.optsWithGlobals(), tool, json }, terminalOf(command)));
    });

  program
    .command("explain")
    .description("Explain a diagnostic's code, or show what was compiled for a tool.")
    .argument("<code-or-tool>", "a code such as unknown-key, or a tool's name")
    .option("--json", "print a JSON object")
    .addHelpText("after", examples("toolgen explain unknown-key", "toolgen explain git_log --json"))
    .action(async (subject: string, _options: object, command: Command) => {
      const { explain } = await import("./explain.js");
      finish(await explain({ ...command.optsWithGlobals(), subject }, terminalOf(command)));
    });

  program
    .command("new")
    .description("Create a new tool: a spec with an example, or a copy of a built-in tool.")
    .argument("[words...]", "what runs the tool (command, shell, http or handler) and its name; with --from, the name alone")
    .option("--from <tool>", "copy this tool, such as std/read_file, as the project's own")
    .option("--list", "list the built-in tools")
    .option("--json", "print JSON")
    .addHelpText(
      "after",
      examples(
        "toolgen new command find_text",
        "toolgen new handler summarize_log",
        "toolgen new my_read --from std/read_file",
        "toolgen new --list",
      ),
    )
    .action(async (words: readonly string[], _options: object, command: Command) => {
      const { newTool } = await import("./new.js");
      finish(await newTool({ ...command.optsWithGlobals<GlobalOptions>(), words }, terminalOf(command)));
    });

  program
    .command("doctor")
    .description("Check this machine: Node, programs, outputs, and what Gemini CLI would see.")
    .option("--json", "print a JSON array")
    .option("--clean", "end the background programs of this project, and check nothing")
    .addHelpText("after", examples("toolgen doctor", "toolgen doctor --json", "toolgen doctor --clean"))
    .action(async (_options: object, command: Command) => {
      const { doctor } = await import("./doctor.js");
      finish(await doctor(command.optsWithGlobals(), terminalOf(command)));
    });

  program
    .command("schema")
    .description("Print the JSON Schema of the spec language, for editors.")
    .option("--config", "print the schema of toolgen.yaml")
    .option("--out <file>", "write it to this file")
    .addHelpText("after", examples("toolgen schema --out .toolgen/spec.schema.json", "toolgen schema --config > config.schema.json"))
    .action(async (_options: object, command: Command) => {
      const { schema } = await import("./schema.js");
      finish(await schema(command.optsWithGlobals(), terminalOf(command)));
    });

  for (const command of program.commands)
    command.showHelpAfterError(`Run 'toolgen ${command.name()} --help' for its options and examples.`);
  return program;
}

/** `--risk push=deny --risk toolset:git=safe` */
const riskOption = () =>
  new Option(
    "--risk <tool=word>",
    "for this time: a level, or allow, ask or deny, of a tool, toolset:NAME or *; may be repeated",
  ).argParser((value: string, all: readonly string[] | undefined) => [...(all ?? []), value]);

const formatOption = () => new Option("--format <format>", "how diagnostics are printed").choices(["pretty", "json"]).default("pretty");

const examples = (...lines: readonly string[]) => `\nExamples:\n${lines.map((line) => `  $ ${line}`).join("\n")}`;
