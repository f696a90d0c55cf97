import { Option } from "commander";
import { clientIds } from "../../clients/client-ids.js";
import type { PolicyRequest } from "../commands/policy.js";
import type { PolicyOfClientRequest } from "../commands/policy-of-client.js";
import { type Commands, examples, jsonOption, riskOption } from "./commands.js";

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
    .addHelpText("after", examples("toolgen audit --since 2h", "toolgen audit --tool git_push --denied", "toolgen audit --json"))
    .action(perform(async () => (await import("../commands/audit.js")).audit));
}

/** Gemini CLI's policy is shown beside the project's own. */
const isOfClient = (options: PolicyRequest | PolicyOfClientRequest): options is PolicyOfClientRequest =>
  options.client !== undefined && options.client !== "gemini";
