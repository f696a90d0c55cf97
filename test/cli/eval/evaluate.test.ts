import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { type Api, anthropic, gemini, openai, type ScriptedTurn } from "../../clients/ai-sdk/scripted-server.js";
import { git } from "../../kit/git.js";
import { projectOf } from "../../kit/project.js";
import { type Answer, program } from "../../kit/toolgen.js";
import { warmToolgenAsync } from "../../kit/warm-toolgen.js";

/** The answer to a prompt: a turn, an error of the provider, or nothing until the request is gone. */
type PromptAnswer = ScriptedTurn | { readonly status: number; readonly message: string } | "silence";

interface PromptedServer {
  readonly url: string;
  /** The bodies of the requests. */
  readonly bodies: readonly string[];
  close(): Promise<void>;
}

/** Serves a model on the loopback that answers each request by the prompt in it. `*` answers all others. */
async function promptedServer(
  api: Api,
  answers: Readonly<Record<string, PromptAnswer | ((body: string) => PromptAnswer)>>,
): Promise<PromptedServer> {
  const bodies: string[] = [];
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += String(chunk);
    bodies.push(body);
    const known = Object.keys(answers).find((prompt) => body.includes(JSON.stringify(prompt))) ?? "*";
    const scripted = answers[known] ?? { status: 400, message: "no such prompt" };
    const answer = typeof scripted === "function" ? scripted(body) : scripted;
    if (answer === "silence") return;
    if ("status" in answer) {
      const error = { code: answer.status, status: "FAILED", type: "error", message: answer.message };
      response.writeHead(answer.status, { "content-type": "application/json" }).end(JSON.stringify({ type: "error", error }));
      return;
    }
    response.writeHead(200, { "content-type": "text/event-stream" });
    for (const { event, data } of api.write(answer, 1))
      response.write(`${event === undefined ? "" : `event: ${event}\n`}data: ${data}\n\n`);
    response.end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bodies,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/** A call as a model writes it. */
const calling = (name: string, args: object): ScriptedTurn => ({ calls: [{ name, json: JSON.stringify(args) }] });

let server: PromptedServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

const showLog = (description: string) => `name: show_log
description: ${description}
kind: read
toolsets: [git]
aliases: { max: [limit] }
schema: { properties: { max: { type: integer, minimum: 1, description: How many. }, path: { type: string, description: Of which file. } } }
paths: { path: read }
command: [sh, -c, ": > executed", sh, "{{#if max}}-n{{max}}{{/if}}", "{{#if path}}{{path}}{{/if}}"]
examples:
  - name: the last three
    prompt: [What are the last three commits?, "Show three commits, please."]
    params: { max: 3 }
  - name: of a file
    prompt: Who changed README.md?
    params: { path: README.md }
  - name: not for files
    prompt: Read me README.md.
    chooses: show_file
  - name: smalltalk
    prompt: Thank you!
    chooses: none
  - name: without a prompt
    params: {}
`;
const showFile = `name: show_file
description: Show a file.
kind: read
schema: { properties: { file: { type: string }, note: { type: string } }, required: [file] }
paths: { file: read }
command: [cat, --, "{{file}}", "{{#if note}}{{note}}{{/if}}"]
examples:
  - name: any note
    prompt: Show notes.txt and say something nice.
    params: { file: notes.txt, note: Nice! }
    expect: { params: { file: notes.txt } }
`;
const specs = { "tools.d/show-log.yaml": showLog("Show commits."), "tools.d/show-file.yaml": showFile };

const right = {
  "What are the last three commits?": calling("show_log", { max: 3 }),
  "Show three commits, please.": calling("show_log", { limit: "3" }),
  "Who changed README.md?": calling("show_log", { path: "./README.md" }),
  "Read me README.md.": calling("show_file", { file: "README.md" }),
  "Thank you!": { text: "With pleasure." },
  "Show notes.txt and say something nice.": calling("show_file", { file: "notes.txt", note: "Lovely." }),
};

const keys = { ANTHROPIC_API_KEY: "test", GOOGLE_GENERATIVE_AI_API_KEY: "test" };

function evaluate(folder: string, args: readonly string[], env: NodeJS.ProcessEnv = keys): Promise<Answer> {
  const { TOOLGEN_MODEL: _model, NO_COLOR: _no, FORCE_COLOR: _force, ANTHROPIC_API_KEY: _key, ...own } = process.env;
  return warmToolgenAsync({ folder, args: ["eval", ...args], environment: { ...own, HOME: folder, ...env }, input: "" });
}

const compatible = (url: string) => ["--model", "openai-compatible/scripted", "--base-url", `${url}/v1`];

it.each<[string, Api, (url: string) => readonly string[]]>([
  ["OpenAI's chat completions", openai, compatible],
  ["Anthropic's messages", anthropic, (url) => ["--model", "anthropic/claude-test", "--base-url", `${url}/v1`]],
  ["Gemini's API", gemini, (url) => ["--model", "google/gemini-test", "--base-url", `${url}/v1beta`]],
])("asks a model over %s, and executes nothing that it chooses", async (_, api, options) => {
  const folder = projectOf(specs);
  server = await promptedServer(api, right);
  const { status, stdout, stderr } = await evaluate(folder, options(server.url));
  expect([status, stdout]).toEqual([
    0,
    expect.stringMatching(
      /^tool {7}right tool {2}right arguments {2}repaired +tokens\nshow_file {6}2 of 2 +2 of 2 +0 +\d+\nshow_log {7}4 of 4 +4 of 4 +1 +\d+\nall {12}6 of 6 +6 of 6 +1 +\d+\n\n1 example has no `prompt`\.\n$/,
    ),
  ]);
  expect(stderr).toContain("6 requests to ");
  expect(existsSync(join(folder, "executed"))).toBe(false);
  expect(server.bodies.every((body) => body.includes("show_log") && body.includes("Show commits."))).toBe(true);
});

it("reports what the model did instead, and what was expected", async () => {
  const folder = projectOf(specs);
  server = await promptedServer(openai, {
    ...right,
    "What are the last three commits?": calling("show_log", { max: 4 }),
    "Show three commits, please.": calling("show_log", { max: "many\u001b[2J" }),
    "Who changed README.md?": { text: "I don't know." },
    "Read me README.md.": calling("show_log", { path: "README.md" }),
    "Thank you!": calling("delete_all", {}),
  });
  const { status, stdout } = await evaluate(folder, [...compatible(server.url), "--min-right", "20"]);
  expect(status).toBe(1);
  expect(stdout).toContain(
    'wrong arguments  show_log: the last three\n  What are the last three commits?\n    expected: show_log {"max":3}\n    got: show_log {"max":4}\n',
  );
  expect(stdout).toContain("refused arguments  show_log: the last three\n  Show three commits, please.\n");
  expect(stdout).toContain("no call  show_log: of a file\n");
  expect(stdout).toContain(
    'wrong tool  show_log: not for files\n  Read me README.md.\n    expected: show_file\n    got: show_log {"path":"README.md"}\n',
  );
  expect(stdout).toContain("wrong tool  show_log: smalltalk\n  Thank you!\n    expected: no call\n    got: delete_all {}\n");
  expect(stdout).toMatch(/\nall +3 of 6 +1 of 6 /);
  expect(stdout).not.toContain("\u001b");
});

it("prints what docs/eval.md shows", async () => {
  const page = readFileSync(new URL("../../../docs/eval.md", import.meta.url), "utf8");
  const [, spec = ""] = /```yaml\n(.*?)```/s.exec(page) ?? [];
  const [, command, shown] = /```console\n(\$ .*?--model anthropic\/claude-haiku-4-5)\n(.*?)```/s.exec(page) ?? [];
  server = await promptedServer(anthropic, { ...right, "Show three commits, please.": calling("show_log", { max: 5 }) });
  const { stdout, stderr } = await evaluate(projectOf({ "tools.d/tools.yaml": spec }), [
    ...["--model", "anthropic/claude-haiku-4-5", "--base-url", `${server.url}/v1`],
  ]);
  expect(command).toContain("toolgen eval");
  expect(`${stderr}${stdout}`).toBe(shown);
});

it("fails below --min-right, and not at it", async () => {
  const folder = projectOf(specs);
  server = await promptedServer(openai, { ...right, "Thank you!": calling("show_log", {}) });
  const options = [...compatible(server.url), "--only", "show_log"];
  expect((await evaluate(folder, [...options, "--min-right", "80"])).status).toBe(0);
  expect((await evaluate(folder, [...options, "--min-right", "80.1"])).status).toBe(1);
  expect((await evaluate(folder, [...options, "--min-right", "101"])).status).toBe(2);
});

it("saves results, compares with them, and fails for a loss", async () => {
  const folder = projectOf(specs);
  server = await promptedServer(openai, { ...right, "Read me README.md.": calling("show_log", {}) });
  const saved = await evaluate(folder, [...compatible(server.url), "--save", "eval.json"]);
  expect(saved.status).toBe(0);
  const text = readFileSync(join(folder, "eval.json"), "utf8");
  expect(JSON.parse(text)).toMatchObject({ version: 1, model: "openai-compatible/scripted", isComplete: true });
  await server.close();
  server = await promptedServer(openai, { ...right, "Thank you!": calling("show_log", {}) });
  const compared = await evaluate(folder, [...compatible(server.url), "--compare", "eval.json"]);
  expect(compared.status).toBe(1);
  expect(compared.stdout).toContain("win   show_log: not for files: 0 of 1 before, 1 of 1 after (Read me README.md.)\n");
  expect(compared.stdout).toContain("loss  show_log: smalltalk: 1 of 1 before, 0 of 1 after (Thank you!)\n");
  expect(readFileSync(join(folder, "eval.json"), "utf8")).toBe(text);
  await server.close();
  server = await promptedServer(openai, right);
  const won = await evaluate(folder, [...compatible(server.url), "--compare", "eval.json", "--as", "registry"]);
  expect([won.status, won.stdout]).toEqual([
    0,
    expect.stringContaining("The form of the tools is another one: mcp before, registry now.\n"),
  ]);
});

it("asks with the tools of a revision too, and shows what a change of a description does", async () => {
  const folder = projectOf({ ...specs, "tools.d/show-log.yaml": showLog("Show files and commits.") });
  git(folder, "init", "--quiet", "--initial-branch=main");
  git(folder, "add", "--all");
  git(folder, "commit", "--quiet", "--message=first");
  writeFileSync(join(folder, "tools.d/show-log.yaml"), showLog("Show commits. For files use show_file."));
  const byDescription = (body: string) =>
    calling(body.includes("For files use show_file") ? "show_file" : "show_log", { file: "README.md" });
  server = await promptedServer(openai, { ...right, "Read me README.md.": byDescription });
  const options = [...compatible(server.url), "--base", "main"];
  const { status, stdout } = await evaluate(folder, options);
  expect([status, server.bodies.length]).toEqual([0, 12]);
  expect(stdout).toMatch(/\n +before \(main\) +after\nright tool +5 of 6 +6 of 6\nright arguments +5 of 6 +6 of 6\n/);
  expect(stdout).toContain("win   show_log: not for files: 0 of 1 before, 1 of 1 after");
  const { stdout: markdown } = await evaluate(folder, [...options, "--format", "markdown"]);
  expect(markdown).toContain("| `show_file` | 2 of 2 (1 of 2) | 2 of 2 (1 of 2) |");
  expect(markdown).toContain("- **win** `show_log` not for files \\(Read me README.md.\\): 0 of 1 before, 1 of 1 after");
});

it("offers the selected tools only, and leaves out prompts for others", async () => {
  const folder = projectOf(specs);
  server = await promptedServer(openai, right);
  const { status, stdout } = await evaluate(folder, [...compatible(server.url), "--toolsets", "git"]);
  expect([status, stdout]).toEqual([0, expect.stringContaining("2 prompts were left out, because the tool isn't among those offered.\n")]);
  expect(server.bodies.some((body) => body.includes('"name":"show_file"'))).toBe(false);
});

it("stops at its limits, prints what there is, and saves nothing", async () => {
  const folder = projectOf(specs);
  server = await promptedServer(openai, right);
  const calls = await evaluate(folder, [...compatible(server.url), "--max-calls", "2", "--repeat", "3", "--save", "eval.json"]);
  expect([calls.status, calls.stdout]).toEqual([3, expect.stringContaining("--max-calls was reached. 16 requests were not made.\n")]);
  expect(server.bodies.length).toBe(2);
  expect([calls.stderr, existsSync(join(folder, "eval.json"))]).toEqual([expect.stringContaining("eval.json was not written"), false]);
  const tokens = await evaluate(folder, [...compatible(server.url), "--max-tokens", "15", "--concurrency", "1"]);
  expect([tokens.status, tokens.stdout]).toEqual([3, expect.stringContaining("--max-tokens was reached. 5 requests were not made.\n")]);
  await server.close();
  server = await promptedServer(openai, { ...right, "Thank you!": "silence" });
  const slow = await evaluate(folder, [...compatible(server.url), "--timeout", "500ms", "--filter", "smalltalk"]);
  expect([slow.status, slow.stdout]).toEqual([1, expect.stringContaining("There was no answer within 0.5 s. Allow more with --timeout.")]);
  const time = await evaluate(folder, [...compatible(server.url), "--max-time", "500ms", "--concurrency", "1"]);
  expect([time.status, time.stdout]).toEqual([3, expect.stringContaining("--max-time was reached. ")]);
});

it("reports that --max-time was reached before any answer", async () => {
  const folder = projectOf(specs);
  server = await promptedServer(openai, { "*": "silence" });
  const { status, stdout } = await evaluate(folder, [...compatible(server.url), "--max-time", "500ms"]);
  expect([status, stdout]).toEqual([3, expect.stringContaining("--max-time was reached. 6 requests were not made.")]);
  expect(stdout).not.toMatch(/NaN|undefined/);
});

it("prints what there is after Ctrl-C, and makes no further request", async () => {
  const folder = projectOf(specs);
  let resolve = () => {};
  const asked = new Promise<void>((done) => {
    resolve = done;
  });
  server = await promptedServer(openai, {
    ...right,
    "Thank you!": () => {
      resolve();
      return "silence";
    },
  });
  const args = ["eval", ...compatible(server.url), "--concurrency", "1"];
  const child = spawn(process.execPath, [program, ...args], { cwd: folder, env: { ...process.env, HOME: folder }, stdio: "pipe" });
  let stdout = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
  });
  await asked;
  child.kill("SIGINT");
  const status = await new Promise((done) => child.once("close", done));
  expect([status, stdout]).toEqual([130, expect.stringContaining("The evaluation was interrupted. 1 request was not made.\n")]);
  expect(stdout).toMatch(/\nall +5 of 5 /);
});

it.each<[number, string, number]>([
  [401, "The provider rejects the key (HTTP 401): bad key. Check TOOLGEN_API_KEY.", 1],
  [404, "The provider doesn't know openai-compatible/scripted (HTTP 404): no such model. Check --model and --base-url.", 1],
])("says what to do about HTTP %i, and asks no more", async (code, message, requests) => {
  const folder = projectOf(specs);
  server = await promptedServer(openai, { "*": { status: code, message: code === 401 ? "bad key" : "no such model" } });
  const { status, stdout, stderr } = await evaluate(folder, [...compatible(server.url), "--concurrency", "1"]);
  expect([status, stdout, stderr, server.bodies.length]).toEqual([1, "", expect.stringContaining(message), requests]);
});

it("repeats a request that is limited, and says what to do if it stays so", async () => {
  const folder = projectOf(specs);
  let times = 0;
  server = await promptedServer(openai, {
    ...right,
    "Thank you!": () => (++times === 1 ? { status: 429, message: "slow down" } : { text: "Yes." }),
    "Who changed README.md?": { status: 429, message: "slow down" },
  });
  const { status, stdout } = await evaluate(folder, [...compatible(server.url), "--only", "show_log"]);
  expect([status, times]).toEqual([1, 2]);
  expect(stdout).toContain(
    "not answered  show_log: of a file\n  Who changed README.md?\n    The provider limits requests (HTTP 429): slow down. Wait, or ask less at a time with --concurrency 1.\n",
  );
  expect(stdout).toContain("1 request had no usable answer, and the counts leave it out.\n");
});

it.each<[string, readonly string[], NodeJS.ProcessEnv, string]>([
  ["there is no model", [], {}, "There is no model.\nName one: --model anthropic/claude-haiku-4-5, or set TOOLGEN_MODEL."],
  [
    "there is no key",
    ["--model", "anthropic/claude-test"],
    {},
    "@ai-sdk/anthropic reads its key from ANTHROPIC_API_KEY, which is not set.",
  ],
  ["the package is missing", ["--model", "nobody/x"], {}, "The package @ai-sdk/nobody of nobody/x is not installed."],
  ["no tool has the name", ["--only", "show_lok"], {}, "Did you mean 'show_log'"],
  ["no example is chosen", ["--filter", "nonsense"], {}, "No example with a prompt was chosen."],
  ["no toolset has the name", ["--toolsets", "gti"], {}, "There is no toolset 'gti' here. Did you mean 'git'?"],
  ["the file to compare with isn't there", ["--compare", "none.json"], {}, "none.json"],
  ["the file to compare with is something else", ["--compare", "tools.d/show-log.yaml"], {}, "is not the result of an evaluation"],
  ["the file to save to is something else", ["--save", "tools.d/show-log.yaml"], {}, "--save doesn't replace it"],
  ["there is no repository", ["--base", "nowhere"], {}, "There is no Git repository here, so there is no revision 'nowhere'"],
  ["two things are compared with", ["--base", "main", "--compare", "a.json"], {}, "cannot be used with option"],
])("asks nothing if %s", async (_, args, env, message) => {
  const { status, stdout, stderr } = await evaluate(projectOf(specs), args, env);
  expect([status, stdout, stderr]).toEqual([2, "", expect.stringContaining(message)]);
});

it("says how to begin if no example has a prompt", async () => {
  const folder = projectOf({ "tools.d/a.yaml": "name: a\ndescription: A.\nkind: read\ncommand: [wc]\n" });
  const { status, stderr } = await evaluate(folder, ["--model", "openai-compatible/x", "--base-url", "http://127.0.0.1:9"]);
  expect([status, stderr]).toEqual([2, expect.stringContaining("No example has a prompt.\nAdd to an example what a user would say")]);
});

it("says that a provider can't be reached", async () => {
  const gone = await promptedServer(openai, {});
  await gone.close();
  const { status, stderr } = await evaluate(projectOf(specs), compatible(gone.url));
  expect([status, stderr]).toEqual([1, expect.stringContaining("Check --base-url and the network.")]);
});

it.each<[string, (text: string) => unknown, string]>([
  ["json", (text) => JSON.parse(text).cases.length, ""],
  [
    "github",
    (text) => text,
    "::warning file=tools.d/show-log.yaml,line=21,col=1,title=toolgen%3A eval-wrong-tool::wrong tool for the prompt 'Thank you!': expected: no call; got: show_log {}%0ASay in the tool's description when to use it and when not.\n",
  ],
  ["junit", (text) => text, '<testsuite name="toolgen" tests="1" failures="0"'],
  ["sarif", (text) => JSON.parse(text).runs[0].results[0].ruleId, "eval-wrong-tool"],
])("prints a report as %s", async (format, read, expected) => {
  const folder = projectOf(specs);
  server = await promptedServer(openai, { ...right, "Thank you!": calling("show_log", {}) });
  const { status, stdout } = await evaluate(folder, [...compatible(server.url), "--format", format]);
  expect([status, String(read(stdout))]).toEqual([0, format === "json" ? "6" : expect.stringContaining(expected)]);
});
