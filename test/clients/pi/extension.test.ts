import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { builtProject } from "../../kit/project.js";
import { temporaryFolder } from "../../kit/temporary-folder.js";
import { cliOf, nodeOf, type PiAnswer, piEnvironment, runPi, type Version, versions } from "./run-pi.js";

const own = new URL("../../../library/pi/", import.meta.url);
const ownSpecs = Object.fromEntries(
  ["bash", "edit", "read", "write"].map((name) => [`tools.d/pi/${name}.yaml`, readFileSync(new URL(`${name}.yaml`, own), "utf8")]),
);

const countSpec = `name: count_lines
description: Count the lines of a file.
kind: read
schema: { properties: { path: { type: string } }, required: [path] }
aliases: { path: [file, file_path] }
paths: { path: read }
command: [sh, -c, 'echo "$1 counted"; wc -l < "$1"', count, "{{path}}"]
`;
const pushSpec = `name: push
description: Push a branch.
kind: execute
risk: { level: dangerous, impact: "Changes {{branch}} for everyone." }
schema: { properties: { branch: { type: string, pattern: "^[a-z]+$" } }, required: [branch] }
command: [sh, -c, 'echo "pushed $1" | tee pushed.txt', push, "{{branch}}"]
`;
const slowSpec = `name: wait
description: Wait.
kind: execute
risk: safe
command: [sh, -c, 'echo $$ > pid; echo begun; sleep 600']
`;
const hiddenSpec = "name: hidden\ndescription: For other clients.\nkind: read\ncommand: [echo, hidden]\n";
const config = "version: 1\ntargets: { pi: { overrides: [read, write, edit, bash], exclude: [hidden] } }\n";

let folder: string;
let tmp: string;
beforeAll(() => {
  tmp = temporaryFolder();
  const specs = {
    ...ownSpecs,
    "tools.d/count.yaml": countSpec,
    "tools.d/push.yaml": pushSpec,
    "tools.d/wait.yaml": slowSpec,
    "tools.d/hidden.yaml": hiddenSpec,
  };
  folder = builtProject({ "toolgen.yaml": config, ...specs, "a.txt": "one\ntwo\nthree\n" });
});

const env = () => ({ TMPDIR: tmp });
const yes = ({ options }: { readonly options: readonly string[] }) => options[0];

/** Calls of one session, by what they show. pi takes longer to start than to make them all. */
const guardedCommand = "(seq 1 30; exit 3) | tail -2";
const sessionTurns = {
  "another name": { tool: "count_lines", args: { file: "a.txt" } },
  edit: { tool: "edit", args: { file_path: "a.txt", old_string: "two", new_string: "2" } },
  "edit again": { tool: "edit", args: { file_path: "a.txt", old_string: "2", new_string: "two" } },
  "numbers as texts": { tool: "read", args: { file: "a.txt", offset: "2", limit: "1" } },
  "wrong arguments": { tool: "count_lines", args: { nothing: 1 } },
  "lines in a path": { tool: "read", args: { file: "a.txt:2-2" } },
  "an object as content": { tool: "write", args: { path: "b.json", content: { a: 1 } } },
  "two names": { tool: "write", args: { file: "a.txt", target: "b.txt", content: "lost" } },
  "the end of a file": { tool: "write", args: { path: "a.txt", content: "four", append: true } },
  "a line to insert at": { tool: "write", args: { path: "a.txt", content: "four", insert_line: 2 } },
  "a folder beside a name": { tool: "write", args: { directory: "sub", filename: "a.txt", content: "four" } },
  "bytes in a text": { tool: "write", args: { path: "a.txt", content: "Zm91cg==", encoding: "base64" } },
  "a folder for a command": { tool: "bash", args: { command: "touch touched", cwd: "/" } },
  "in the background": { tool: "bash", args: { command: "touch touched", run_in_background: true } },
  milliseconds: { tool: "bash", args: { command: "touch touched", timeout_ms: 5 } },
  excluded: { tool: "hidden", args: {} },
  denied: { tool: "push", args: { branch: "main" } },
  "allowed for the session": { tool: "push", args: { branch: "main" } },
  "not asked again": { tool: "push", args: { branch: "main" } },
  guarded: { tool: "bash", args: { cmd: guardedCommand } },
  "guarded and failing": { tool: "bash", args: { command: "(seq 1 30; exit 3) | grep x" } },
} as const;

describe.each(Object.keys(versions) as Version[])("pi %s", (version) => {
  let session: PiAnswer;
  beforeAll(async () => {
    const answers = ["No", "Yes, and", "never asked"];
    session = await runPi({
      version,
      folder,
      env: env(),
      turns: Object.values(sessionTurns),
      answer: ({ options }) => {
        const wanted = answers.shift() ?? "";
        return options.find((option) => option.startsWith(wanted));
      },
    });
  });
  const resultOf = (name: keyof typeof sessionTurns) => session.results[Object.keys(sessionTurns).indexOf(name)] ?? "";

  it("offers the project's tools by their canonical schemas, and repairs a wrongly named call of one and of pi's own", () => {
    const { offered, stderr } = session;
    expect(stderr).toBe("");
    expect(offered.get("count_lines")?.parameters).toMatchObject({ properties: { path: { type: "string" } }, additionalProperties: false });
    expect(JSON.stringify(offered.get("count_lines"))).not.toContain("file_path");
    expect(resultOf("another name")).toBe("a.txt counted\n3");
    expect(resultOf("edit")).toContain("Successfully replaced");
    expect(resultOf("numbers as texts")).toContain("two");
    expect(resultOf("wrong arguments")).toContain("count_lines was not run");
    expect(resultOf("lines in a path")).toContain("two");
    expect(resultOf("lines in a path")).not.toContain("one");
    expect(readFileSync(join(folder, "b.json"), "utf8")).toBe('{\n  "a": 1\n}');
    expect(resultOf("two names")).toContain('`file` is "a.txt" but `target` is "b.txt"');
    expect(readFileSync(join(folder, "a.txt"), "utf8")).toBe("one\ntwo\nthree\n");
  });

  it("refuses keys that pi would ignore, where they change what a call means", () => {
    for (const name of ["the end of a file", "a line to insert at", "a folder beside a name", "bytes in a text"] as const)
      expect(resultOf(name)).toMatch(/write was not run[\s\S]*`(?:append|insert_line|directory|encoding)` is /);
    for (const name of ["a folder for a command", "in the background", "milliseconds"] as const)
      expect(resultOf(name)).toMatch(/bash was not run[\s\S]*`(?:cwd|run_in_background|timeout_ms)` is /);
    expect(readFileSync(join(folder, "a.txt"), "utf8")).toBe("one\ntwo\nthree\n");
    expect(existsSync(join(folder, "touched"))).toBe(false);
  });

  it("neither offers nor runs a tool that the target excludes", () => {
    expect([...session.offered.keys()]).toEqual(expect.arrayContaining(["count_lines", "push", "wait"]));
    expect(session.offered.has("hidden")).toBe(false);
    expect(resultOf("excluded")).toMatch(/hidden.*not found/i);
  });

  it("leaves the model's call in its history as it was written", () => {
    const written = session.events.filter(({ type }) => type === "message_end").map((event) => JSON.stringify(event.message));
    expect(written.some((message) => message.includes('"arguments":{"file":"a.txt"}'))).toBe(true);
  });

  it("asks by risk, takes a no for a no, and remembers an always", () => {
    const { questions } = session;
    expect(questions).toHaveLength(2);
    expect(questions[0]?.title).toContain("Risk: dangerous. Changes main for everyone.");
    const results = (["denied", "allowed for the session", "not asked again"] as const).map(resultOf);
    expect(results).toEqual(["Tool execution denied by user.", "pushed main", "pushed main"]);
  });

  it("guards a fast command, with the notices of pi-tool-guard", () => {
    const { notices, events } = session;
    expect(resultOf("guarded")).toMatch(/^29\n30\n\[`\(seq 1 30; exit 3\)` exited with code 3\.\]\n\[The full output of `.*` is in \S+\]$/);
    expect(notices.slice(0, 2)).toEqual([
      `Removed trailing pipeline commands: \`tail -2\` from \`${guardedCommand}\`.`,
      "Filtered via `tail -2`",
    ]);
    // What gates and people are shown is the command that the model wrote.
    const started = events.filter(({ type, toolName }) => type === "tool_execution_start" && toolName === "bash");
    const commands = started.map(({ args }) => JSON.stringify(args));
    expect(commands).toContainEqual(expect.stringContaining("tail -2"));
    expect(commands.join("\n")).not.toContain("toolgen");
  });

  it("answers what a command that fails printed, and how its producer ended", () => {
    expect(resultOf("guarded and failing")).toContain("Command exited with code 1");
    expect(resultOf("guarded and failing")).toContain("[`grep x` left none of the 30 lines.]\n[`(seq 1 30; exit 3)` exited with code 3.]");
  });

  it("refuses what requires confirmation where pi has no user interface, with a word about settings", async () => {
    const { results } = await runPi({ version, folder, env: env(), turns: [{ tool: "push", args: { branch: "main" } }] });
    expect(results[0]).toContain("push was not run: this dangerous call requires confirmation, and pi has no user interface here.");
    expect(results[0]).toContain('"risk": { "push": { "decision": "allow" } }');
  });

  it("ends the processes of a call that is aborted", async () => {
    const { events } = await runPi({ version, folder, env: env(), turns: [{ tool: "wait", args: {} }], answer: yes, abortAt: /begun/ });
    expect(events.map(({ type }) => type)).toContain("agent_end");
    const pid = Number(readFileSync(join(folder, "pid"), "utf8"));
    await expect.poll(() => isRunning(pid), { timeout: 30_000 }).toBe(false);
  });

  it("ends the processes of a guarded command that is aborted", async () => {
    const command = "(echo $BASHPID > guarded-pid; echo begun; exec sleep 600) | tail -1";
    const turns = [{ tool: "bash", args: { command } }];
    const { events } = await runPi({ version, folder, env: env(), turns, answer: yes, abortAt: /partialResult.*begun/ });
    expect(events.map(({ type }) => type)).toContain("agent_end");
    const pid = Number(readFileSync(join(folder, "guarded-pid"), "utf8"));
    await expect.poll(() => isRunning(pid), { timeout: 30_000 }).toBe(false);
  });

  it("passes on the user's shell and command prefix", async () => {
    const home = temporaryFolder();
    const shellPath = join(home, "bash");
    writeFileSync(shellPath, `#!/bin/sh\necho used > "${home}/used"\nexec bash "$@"\n`, { mode: 0o755 });
    writeFileSync(join(home, "settings.json"), JSON.stringify({ shellPath, shellCommandPrefix: "FROM_PREFIX=7" }));
    const turns = [{ tool: "bash", args: { command: "seq 1 $FROM_PREFIX | tail -1" } }];
    const { results } = await runPi({ version, folder, home, env: env(), turns });
    expect(results[0]).toMatch(/^7\n\[The full output of/);
    expect(readFileSync(join(home, "used"), "utf8")).toBe("used\n");
  });

  it("guards commands in sh, and runs them unchanged in a shell that it doesn't know", async () => {
    const home = temporaryFolder();
    symlinkSync("/bin/bash", join(home, "shell"));
    const turns = [{ tool: "bash", args: { command: "(seq 3; exit 4) | tail -1" } }];
    const resultIn = async (shellPath: string) => {
      writeFileSync(join(home, "settings.json"), JSON.stringify({ shellPath }));
      return (await runPi({ version, folder, home, env: env(), turns })).results[0];
    };
    expect(await resultIn("/bin/sh")).toMatch(/^3\n\[`\(seq 3; exit 4\)` exited with code 4\.\]\n/);
    expect(await resultIn(join(home, "shell"))).toBe("3\n");
  });

  it("is installed by `pi install`, and loaded from .pi/extensions", async () => {
    const home = temporaryFolder();
    execFileSync(nodeOf(version), [cliOf(version), "install", "./generated/pi"], {
      cwd: folder,
      env: piEnvironment(home),
      stdio: "ignore",
    });
    const turns = [{ tool: "count_lines", args: { file_path: "a.txt" } }];
    expect((await runPi({ version, folder, home, extension: [], env: env(), turns })).results).toEqual(["a.txt counted\n3"]);
    const extensions = join(folder, ".pi/extensions");
    mkdirSync(extensions, { recursive: true });
    writeFileSync(join(extensions, "toolgen.js"), 'export { default } from "../../generated/pi/extension.js";\n');
    // pi 1 loads nothing of a folder that its user doesn't trust.
    const trusting = temporaryFolder();
    writeFileSync(join(trusting, "trust.json"), JSON.stringify({ [realpathSync(folder)]: true }));
    expect((await runPi({ version, folder, home: trusting, extension: [], env: env(), turns })).results).toEqual(["a.txt counted\n3"]);
    rmSync(join(folder, ".pi"), { recursive: true });
  });
});

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

it("answers all of what a slow command printed", async () => {
  const slow = builtProject({
    "toolgen.yaml": config.replace(", exclude: [hidden]", ""),
    ...ownSpecs,
    "tools.d/pi/bash.yaml": (ownSpecs["tools.d/pi/bash.yaml"] ?? "").replace("guard: command", "guard: { param: command, slow: 300ms }"),
  });
  const turns = [{ tool: "bash", args: { command: "(seq 1 30; sleep 0.5) | tail -1" } }];
  const { results, notices } = await runPi({ version: "0.74.0", folder: slow, env: env(), turns, answer: yes });
  expect(results[0]).toMatch(/^1\n2\n3\n/);
  expect(results[0]).toContain("This is a slow command");
  expect(notices[1]).toBe("The full output is above, not only what `tail -1` leaves of it.");
});
