import { Option } from "commander";
import { type Commands, durationOption, examples, jsonOption, portOption, repeatable, riskOption } from "./commands.js";
import { describeEval, describeRun } from "./model-commands.js";

/** The commands that call tools, or let clients and models call them. */
export function addCallCommands({ program, perform }: Commands): void {
  program
    .command("call")
    .description("Call a tool as a client would, compiled from the specs in memory.")
    .argument("<tool>", "the tool's name, or one of its nameAliases")
    .argument("[json]", "its arguments as a JSON object; by default they are read from standard input")
    .option("--dry-run", "start nothing; print argv, environment names, cwd and stdin as JSON")
    .addOption(jsonOption("a JSON object with the exit code and what is printed"))
    .addOption(riskOption())
    .addHelpText(
      "after",
      examples(`toolgen call git_log '{"limit": 5}'`, `echo '{"query": "needle"}' | toolgen call search_text --dry-run`),
    )
    .action(perform(async () => (await import("../commands/call.js")).call, "tool", "argumentText"));

  program
    .command("repair")
    .description("Show how a call's arguments are repaired before the tool gets them, and why. Runs nothing.")
    .argument("<tool>", "the tool's name, or one of its nameAliases")
    .argument("[json]", "the arguments as JSON; by default they are read from standard input")
    .addOption(jsonOption("a JSON object"))
    .addOption(
      new Option("--jsonl", "read one JSON value a line from standard input, and print one line of JSON for each").conflicts("json"),
    )
    .addHelpText("after", examples(`toolgen repair search_text '{"query": "needle"}'`, "toolgen repair search_text --jsonl < calls.jsonl"))
    .action(perform(async () => (await import("../commands/repair.js")).repair, "tool", "argumentText"));

  program
    .command("guard")
    .description("Show which filters `guard` finds at the end of a shell command, or run the command as a tool would.")
    .argument("[command]", "a shell command; by default one JSON string a line is read from standard input")
    .option("--run", "run the command, print what a model would get, and end with the command's exit code")
    .addOption(
      new Option("--slow <duration>", "how long a command may run before it counts as slow")
        .argParser(durationOption)
        .default(10_000, "10s"),
    )
    .addOption(jsonOption("a line of JSON for each command, as it does without this option"))
    .addHelpText(
      "after",
      examples("toolgen guard 'npm test | tail -5'", "toolgen guard --run 'npm test | tail -5'", "toolgen guard < commands.jsonl"),
    )
    .action(perform(async () => (await import("../commands/guard.js")).guard, "command"));

  describeRun(program.command("run"), { risk: riskOption(), examples }).action(
    perform(async () => (await import("../commands/run.js")).run, "task"),
  );

  describeEval(program.command("eval"), { examples, repeatable, durationOption }).action(
    perform(async () => (await import("../commands/evaluate.js")).evaluate),
  );

  program
    .command("mcp")
    .description("Serve the tools to MCP clients, on standard input and output or over HTTP, compiled from the specs in memory.")
    .addOption(riskOption())
    .option("--client-asks", "never ask before a call, because the client asks its user itself")
    .option("--toolsets <names>", "offer only tools of these toolsets, with commas between them")
    .option("--tools <names>", "offer only these tools; with --toolsets, offer these too")
    .option("--read-only", "offer only tools whose readOnlyHint is true")
    .option("--search", "offer three tools that find, describe and call the others, if there are thousands")
    .option("--page-size <count>", "list so many tools, prompts or resources a page (default: all)")
    .option("--roots <dir>", "work in the root that a client names, if it is in this folder")
    .option("--log-format <format>", "of standard error: text or json (default: json for a service over HTTP)")
    .option("--log-level <level>", "error, warn, info or debug (default: info over HTTP, otherwise warn)")
    .option("--http [host:port]", "serve over HTTP at /mcp (default: 127.0.0.1:8848)")
    .addOption(repeatable("--allow-host <name>", "with --http: a name by which clients reach the server; may be repeated"))
    .option("--tokens <file>", "with --http: take only calls with a bearer token whose hash is in this file")
    .option("--oauth-issuer <url>", "with --http: take only calls with an access token of this OAuth 2.1 authorization server")
    .option("--oauth-audience <uri>", "with --oauth-issuer: the audience that a token must be for")
    .option("--oauth-resource <url>", "with --oauth-issuer: the address by which clients reach the server (default: the audience)")
    .option("--oauth-jwks <url>", "with --oauth-issuer: the issuer's keys (default: where its metadata says)")
    .addOption(repeatable("--oauth-scope <scope>", "with --oauth-issuer: a scope that every request needs; may be repeated"))
    .option("--oauth-principal <claim>", "with --oauth-issuer: the claim that names the caller (default: sub)")
    .option("--tls-cert <file>", "with --http: the certificate, in PEM")
    .option("--tls-key <file>", "with --http: the certificate's key, in PEM")
    .option("--sessions", "with --http: keep sessions with clients of revisions up to 2025-11-25, so that their users can be asked")
    .addHelpText(
      "after",
      examples(
        "toolgen mcp",
        "toolgen mcp --project ../other",
        "toolgen mcp --risk git_push=deny",
        "toolgen mcp --toolsets git --read-only",
        "toolgen mcp --http 127.0.0.1:8848",
        "toolgen mcp --http 0.0.0.0:8848 --tokens tokens --allow-host tools.example --log-format json",
      ),
    )
    .action(perform(async () => (await import("../commands/mcp.js")).mcp));

  program
    .command("dev")
    .description("Open a page on this machine that shows the tools as their specs change, and tries calls.")
    .addOption(new Option("--port <port>", "the port to listen on (default: a free one)").argParser(portOption))
    .addHelpText("after", examples("toolgen dev", "toolgen dev --port 8849"))
    .action(perform(async () => (await import("../commands/dev.js")).dev));

  program
    .command("discover")
    .description("Print the discovery document that Gemini CLI reads.")
    .addOption(jsonOption("JSON, as it does without this option"))
    .addHelpText("after", examples("toolgen discover", "toolgen discover --project ../other"))
    .action(perform(async () => (await import("../commands/list.js")).discover));

  addLoginCommands({ program, perform });
}

/** The commands that log in at MCP servers and out of them. */
function addLoginCommands({ program, perform }: Commands): void {
  program
    .command("login")
    .description("Log in to an MCP server over HTTP (OAuth), for calls by 'toolgen run' and by registries.")
    .argument("[server]", "its address, or its name in the file of --mcp")
    .option("--mcp <file>", "the file that names the server as mcpServers")
    .option("--client-id <id>", "a client that you registered at the authorization server; by default one is registered")
    .option("--client-secret-env <name>", "the environment variable that holds the client's secret")
    .option("--client-secret-file <file>", "the file that holds the client's secret")
    .option("--client-metadata-url <url>", "a client ID metadata document, used where the authorization server supports them")
    .option("--scope <scopes>", "the scopes, with spaces between them; by default the scopes that the server names")
    .addOption(new Option("--port <port>", "the port of the redirect on this machine; by default a free one").argParser(portOption))
    .option("--no-browser", "only print the page on which you log in; by default a terminal opens it too")
    .addOption(new Option("--timeout <time>", "how long to wait for you").argParser(durationOption).default(300_000, "5m"))
    .option("--list", "list your logins")
    .addOption(jsonOption("JSON: the facts of the login, without its tokens"))
    .addHelpText(
      "after",
      `${examples(
        "toolgen login https://tools.example.org/mcp",
        "toolgen login files --mcp servers.json --no-browser",
        "toolgen login https://tools.example.org/mcp --client-id my-app --client-secret-env MY_APP_SECRET --port 8765",
        "toolgen login --list --json",
      )}\n\nExit codes: 0 logged in, 1 refused, failed or too late, 2 wrong usage, 130 cancelled.`,
    )
    .action(perform(async () => (await import("../commands/login.js")).login, "server"));

  program
    .command("logout")
    .description("Revoke and remove the tokens of a login.")
    .argument("[server]", "its address, or its name in the file of --mcp")
    .option("--mcp <file>", "the file that names the server as mcpServers")
    .option("--all", "log out everywhere")
    .addOption(jsonOption("a JSON array"))
    .addHelpText("after", examples("toolgen logout https://tools.example.org/mcp", "toolgen logout --all"))
    .action(perform(async () => (await import("../commands/login.js")).logout, "server"));
}
