import { Option } from "commander";
import { type Commands, durationOption, examples, jsonOption, portOption } from "./commands.js";

/** The commands that log in at MCP servers and out of them. */
export function addLoginCommands({ program, perform }: Commands): void {
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
    .action(perform(async () => (await import("../commands/logout.js")).logout, "server"));
}
