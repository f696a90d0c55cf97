import { InvalidArgumentError, Option } from "commander";
import { clientIds } from "../../clients/client-ids.js";
import { dialectIds } from "../../compiler/option-names.js";
import type { PolicyRequest } from "../commands/policy.js";
import type { PolicyOfClientRequest } from "../commands/policy-of-client.js";
import { type Commands, diffFormats, examples, formatOptions, jsonOption, repeatable, riskOption } from "./commands.js";

/** The commands that show what was compiled, what it costs, and what may be wrong with it. */
export function addReportCommands({ program, perform }: Commands): void {
  program
    .command("list")
    .description("List the tools with their kind, risk, description and source file, and the prompts and resources.")
    .addOption(jsonOption("a JSON array"))
    .addHelpText("after", examples("toolgen list", "toolgen list --json"))
    .action(perform(async () => (await import("../commands/list.js")).listTools));

  program
    .command("explain")
    .description("Explain a diagnostic's code, or show what was compiled for a tool, a prompt or a resource.")
    .argument("<code-or-name>", "a code such as unknown-key, or a name; prompt:NAME, resource:NAME and program:NAME are never a tool")
    .addOption(jsonOption("a JSON object"))
    .addHelpText(
      "after",
      examples(
        "toolgen explain unknown-key",
        "toolgen explain git_log --json",
        "toolgen explain prompt:review",
        "toolgen explain program:git",
      ),
    )
    .action(perform(async () => (await import("../commands/explain.js")).explain, "subject"));

  program
    .command("budget")
    .description("Count the tokens that each tool costs a model, in each form in which clients show it.")
    .addOption(new Option("--max <tokens>", "fail if all tools together cost more than this in any form").argParser(parseTokens))
    .addOption(jsonOption("a JSON object"))
    .addHelpText("after", examples("toolgen budget", "toolgen budget --max 8000", "toolgen budget --json"))
    .action(perform(async () => (await import("../commands/budget.js")).budget));

  program
    .command("diff")
    .description("Report what changed for models and clients since toolgen.lock or a Git revision, and what the changes break.")
    .argument("[revision]", "a branch, tag or commit; by default toolgen.lock, or HEAD without that file")
    .addOption(new Option("--accept", "accept the changes: write them to toolgen.lock, so that 'build --check' passes"))
    .addOption(repeatable("--only <name>", "only the changes of this tool, prompt or resource; may be repeated"))
    .option("--exit-code", "exit with 1 if a change is breaking or riskier")
    .addOption(new Option("--format <format>", "the format of the report").choices(diffFormats).default("pretty"))
    .addOption(new Option("--json", "print a JSON object; the same as --format json").implies({ format: "json" }))
    .addHelpText("after", examples("toolgen diff", "toolgen diff main --format markdown", "toolgen diff --accept --only git_log"))
    .action(perform(async () => (await import("../commands/diff.js")).reportDiff, "revision"));

  const [lintFormat, lintJson] = formatOptions();
  program
    .command("lint")
    .description("Report what may make a model choose or call a tool wrongly, with the source of each rule.")
    .option("--exit-code", "exit with 1 if there is a finding")
    .addOption(lintFormat)
    .addOption(lintJson)
    .addHelpText("after", examples("toolgen lint", "toolgen lint --exit-code --format github"))
    .action(perform(async () => (await import("../commands/lint.js")).lint));

  program
    .command("portability")
    .description("Report which parts of each tool's schema clients and model APIs ignore.")
    .argument("[tools...]", "the tools; by default all")
    .addOption(repeatable("--client <client>", `only this client or API: ${dialectIds.join(", ")}; may be repeated`, dialectIds))
    .addOption(jsonOption("a JSON array"))
    .addHelpText(
      "after",
      examples("toolgen portability", "toolgen portability git_log --client codex", "toolgen portability --client openai-strict --json"),
    )
    .action(perform(async () => (await import("../commands/portability.js")).portability, "tools"));
}

function parseTokens(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError("It is not a whole number of tokens, such as 8000.");
  return Number(text);
}

/** The commands that show what calls may do, and what they did. */
export function addRecordCommands({ program, perform }: Commands): void {
  const policy = program
    .command("policy")
    .description("Show whether calls are allowed, asked about or denied, tool by tool, and what decides it.")
    .addOption(jsonOption("a JSON array"))
    .addOption(
      new Option("--client <client>", "show what a client does under its compiled policy, and what the policy can't express").choices(
        clientIds,
      ),
    )
    .addOption(new Option("--mode <mode>", "the client's approval mode").choices(["default", "autoEdit", "yolo", "plan"]))
    .option("--hooks", "with the client's hook, which decides by the arguments of a call; usual for claude and copilot")
    .option("--no-hooks", "without the client's hook")
    .option("--headless", "as if the client had no user to ask")
    .addOption(riskOption())
    .addHelpText(
      "after",
      examples(
        "toolgen policy",
        "toolgen policy --client claude",
        "toolgen policy --client gemini --mode yolo --headless --json",
        `toolgen policy why git_log '{"limit": 5}'`,
      ),
    )
    .action(
      perform(async () => async (options: PolicyRequest | PolicyOfClientRequest, terminal) => {
        if (isOfClient(options)) return (await import("../commands/policy-of-client.js")).policyOfClient(options, terminal);
        return (await import("../commands/policy.js")).policy(options, terminal);
      }),
    );
  policy
    .command("why")
    .description("Show whether one call is allowed, asked about or denied, and what decides it. Prints JSON.")
    .argument("<tool>", "the tool's name, or one of its nameAliases")
    .argument("[json]", "its arguments as a JSON object; by default there are none")
    .option("--principal <name>", "decide as for this caller over HTTP (docs/mcp-http.md)")
    .addHelpText("after", examples(`toolgen policy why git_log '{"limit": 5}'`))
    .action(perform(async () => (await import("../commands/policy-why.js")).policyWhy, "tool", "json"));

  program
    .command("repairs")
    .description("Show the argument mistakes recorded while TOOLGEN_REPAIRS was set, and suggest aliases.")
    .addOption(jsonOption("a JSON object"))
    .addOption(new Option("--clear", "delete what was recorded").conflicts("json"))
    .addHelpText("after", examples("toolgen repairs", "toolgen repairs --json", "toolgen repairs --clear"))
    .action(perform(async () => (await import("../commands/repairs.js")).repairs));

  program
    .command("audit")
    .description("Show the calls in the audit log: how each ended, and what decided it.")
    .addOption(jsonOption("a JSON object"))
    .option("--since <time>", "only calls since then: 2026-05-01, 2026-05-01T12:00Z, or 30m, 2h, 7d ago")
    .option("--tool <name>", "only calls of this tool")
    .option("--denied", "only calls that settings or a user refused")
    .option("--report", "count them by tool, and name the changes of specs that would help most")
    .addHelpText(
      "after",
      examples(
        "toolgen audit --since 2h",
        "toolgen audit --tool git_push --denied",
        "toolgen audit --report --since 7d",
        "toolgen audit --json",
      ),
    )
    .action(perform(async () => (await import("../commands/audit.js")).audit));
}

/** Gemini CLI's policy is shown beside the project's own. */
const isOfClient = (options: PolicyRequest | PolicyOfClientRequest): options is PolicyOfClientRequest =>
  options.client !== undefined && options.client !== "gemini";
