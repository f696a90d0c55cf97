import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { stripVTControlCharacters } from "node:util";
import { afterAll, afterEach, beforeEach, expect, it } from "vitest";
import { endWarmTerminal, inTerminal, inWarmTerminal, type PseudoTerminal } from "./pseudo-terminal.js";
import { runProject, type ScriptedServer, scriptedServer, type Turn } from "./scripted-run.js";

let project: string;
let server: ScriptedServer;
const terminals: PseudoTerminal[] = [];

beforeEach(() => {
  project = runProject();
});
afterEach(async () => {
  for (const terminal of terminals.splice(0)) terminal.dispose();
  await server.close();
});
afterAll(endWarmTerminal);

/** Runs a scripted model in a terminal. */
async function start(
  turns: readonly Turn[],
  args: readonly string[] = [],
  { env = {}, inside = inWarmTerminal }: { readonly env?: Readonly<Record<string, string>>; readonly inside?: typeof inWarmTerminal } = {},
): Promise<PseudoTerminal> {
  server = await scriptedServer(...turns);
  return started(inside([...given(), ...args, "do it"], { folder: project, env: { HOME: project, NO_COLOR: "1", ...env } }));
}

const given = () => ["run", "--model", "openai-compatible/scripted", "--base-url", server.url];
/** Runs it in a terminal again, for what the first run has saved. */
const resume = (state: string) =>
  started(inWarmTerminal([...given(), "--resume", state], { folder: project, env: { HOME: project, NO_COLOR: "1" } }));

function started(terminal: PseudoTerminal): PseudoTerminal {
  terminals.push(terminal);
  return terminal;
}

const asked = "[?]: ";
const note = () => readFileSync(join(project, "note.txt"), "utf8");
const change: Turn = { calls: [["write_note", { file: "note.txt", text: "one\n2\n" }]] };

const hello = (whom: string): Turn => ({ calls: [["say_hello", { whom }]] });
const wait: Turn = { calls: [["wait_long", {}]] };
const denied = "Tool execution denied by user.";

/** The process that a waiting tool said it was. */
const waiting = () => Number(readFileSync(join(project, "pid"), "utf8"));
const isGone = (pid: number) => {
  try {
    return !process.kill(pid, 0);
  } catch {
    return true;
  }
};

/** The content of a terminal, without the folder's random name. */
const plain = (text: string) => text.replaceAll("\r\n", "\n").replaceAll(project, "PROJECT");

it("shows a change, executes it when it is approved, and reports to the model and the user", async () => {
  const terminal = await start([{ text: "I change it.", ...change }, { text: "Done." }]);
  expect(plain(await terminal.waitFor(asked))).toMatchInlineSnapshot(`
    "I change it.
    ┌ Write Note: make this change?
    ├ Impact: Replaces note.txt.
    ├ Writes: note.txt
    ├ File: PROJECT/note.txt
    │
    │ @@ -1,2 +1,2 @@
    │  one
    │ -two
    │ +2
    ├ Tool: write_note, moderate
    └ [y]es, [n]o, [a]lways, [sa]ve, [e]dit, [s]how, [q]uit, [?]: "
  `);
  expect(note()).toBe("one\ntwo\n");
  terminal.type("y\r");
  await terminal.waitFor("Done.");
  expect(await terminal.ended).toBe(0);
  expect(note()).toBe("one\n2\n");
  expect(terminal.seen()).toMatch(/✓ write_note note\.txt \(\d+\.\d s\)/);
  expect(server.offered()).toEqual(["note_down", "say_hello", "show_file", "wait_long", "wait_stubborn", "wipe_files", "write_note"]);
});

it("runs nothing that is denied by no, Ctrl-C or Ctrl-D, tells the model each time, and lets it go on", async () => {
  const keys = ["no\r", "\u0003", "\u0004"];
  const changes = keys.map((_, at): Turn => ({ calls: [["write_note", { file: "note.txt", text: `${at}\n` }]] }));
  const terminal = await start([...changes, { text: "Then not." }]);
  for (const key of keys) {
    await terminal.waitFor(asked);
    terminal.type(key);
    await terminal.waitFor("✗ write_note note.txt: denied");
    expect(note(), JSON.stringify(key)).toBe("one\ntwo\n");
  }
  await terminal.waitFor("Then not.");
  expect(await terminal.ended).toBe(0);
  expect([note(), server.results()]).toEqual(["one\ntwo\n", [denied, denied, denied]]);
});

it("ends the run with nothing decided where that is the answer, and asks again when it is resumed", async () => {
  const state = join(project, "run.json");
  const terminal = await start([change, { text: "Done." }], ["--save", state]);
  await terminal.waitFor(asked);
  terminal.type("q\r");
  expect([await terminal.ended, note(), server.requests.length]).toEqual([3, "one\ntwo\n", 1]);
  expect(terminal.seen().replace(/\s+/g, " ")).toContain(
    `toolgen: paused: The call of write_note (c1.0) waits for an answer. toolgen: saved: --resume ${state} goes on from here.`,
  );
  const later = resume(state);
  expect(await later.waitFor(asked)).toContain("+2");
  later.type("y\r");
  await later.waitFor("Done.");
  expect([await later.ended, note()]).toEqual([0, "one\n2\n"]);
});

it("asks no more about such calls after always, but about one that is more dangerous", async () => {
  const terminal = await start([hello("you"), hello("you"), hello("everybody"), { text: "Done." }]);
  await terminal.waitFor("Tool: say_hello, moderate");
  await terminal.waitFor(asked);
  terminal.type("a\r");
  await terminal.waitFor("✓ say_hello");
  const between = await terminal.waitFor("Tool: say_hello, dangerous");
  expect(between).toContain("✓ say_hello");
  expect(between).not.toContain("moderate");
  await terminal.waitFor(asked);
  terminal.type("n\r");
  expect(await terminal.ended).toBe(0);
  expect(server.results()).toEqual(["hello you\n", "hello you\n", denied]);
});

it("writes always into the user's settings where it is asked to, and asks no later run", async () => {
  const settings = join(project, ".config/toolgen/settings.json");
  const terminal = await start([change, { text: "Done." }]);
  await terminal.waitFor(asked);
  terminal.type("save\r");
  const told = await terminal.waitFor("Done.");
  expect(told.replace(/\s+/g, " ")).toContain(`toolgen: saved: ${settings} allows such calls of write_note from now on (risk.write_note).`);
  expect(await terminal.ended).toBe(0);
  expect(JSON.parse(readFileSync(settings, "utf8"))).toEqual({ risk: { write_note: { upTo: "moderate", decision: "allow" } } });
  await server.close();
  const later = await start([{ calls: [["write_note", { file: "note.txt", text: "later\n" }]] }, { text: "Again." }]);
  await later.waitFor("Again.");
  expect(await later.ended).toBe(0);
  expect([note(), later.seen().includes(asked)]).toEqual(["later\n", false]);
});

it("says why an always can't be saved, and takes it for this run", async () => {
  writeFileSync(join(project, ".config"), "no folder");
  const terminal = await start([change, change, { text: "Done." }]);
  await terminal.waitFor(asked);
  terminal.type("save\r");
  await terminal.waitFor("holds until this run ends, and isn't saved:");
  await terminal.waitFor("Done.");
  expect(await terminal.ended).toBe(0);
});

it("opens the editor on a proposed content, asks about what came back, and writes that", async () => {
  writeFileSync(join(project, "editor.sh"), '[ -t 0 ] && [ -t 1 ] && stty -a | grep -q " icanon" && echo "by hand" > "$1"\n');
  const terminal = await start([change, { text: "Done." }], [], { env: { EDITOR: `sh ${join(project, "editor.sh")}`, VISUAL: "" } });
  await terminal.waitFor(asked);
  terminal.type("e\r");
  const again = await terminal.waitFor(asked);
  expect(again).toContain("+by hand");
  expect(again).not.toContain("+2");
  terminal.type("y\r");
  await terminal.waitFor("Done.");
  expect([await terminal.ended, note()]).toEqual([0, "by hand\n"]);
});

it("says why an editor has failed, and asks again", async () => {
  const terminal = await start([change, { text: "Done." }], [], { env: { EDITOR: "false", VISUAL: "" } });
  await terminal.waitFor(asked);
  terminal.type("e\r");
  expect(plain(await terminal.waitFor(asked))).toContain(
    "├ Note: The editor 'false' ended with exit code 1: the content is left as it was.\n",
  );
  terminal.type("n\r");
  expect([await terminal.ended, note()]).toEqual([0, "one\ntwo\n"]);
});

it("cuts a long change to the screen, and shows all of it when asked to", async () => {
  const text = Array.from({ length: 60 }, (_, i) => `line ${i}\n`).join("");
  const terminal = await start([{ calls: [["write_note", { file: "note.txt", text }]] }, { text: "Done." }]);
  const cut = await terminal.waitFor(asked);
  expect(cut).toMatch(/… \d+ more lines, \d+ of them changes: "show" shows them\./);
  expect(cut).not.toContain("+line 59");
  expect(cut.split("\n").length).toBeLessThanOrEqual(30);
  terminal.type("s\r");
  const whole = await terminal.waitFor(asked);
  expect(whole).toContain("+line 59");
  expect(whole).toContain("What the tool says about itself:\r\n│   Write a note.");
  terminal.type("n\r");
  expect(await terminal.ended).toBe(0);
});

it("keeps title, tool and level on the screen whatever a call names, also after the screen has become smaller", async () => {
  const paths = Array.from({ length: 2000 }, (_, i) => `dir/${i}`);
  const disguise = `dir/x${" ".repeat(60)}Tool: show_file, safe`;
  const terminal = await start([{ calls: [["wipe_files", { paths: [disguise, ...paths] }]] }, { text: "Done." }]);
  const question = plain(await terminal.waitFor(asked)).split("\n");
  expect(question.length).toBeLessThanOrEqual(30);
  expect([question[0], question.at(-2)]).toEqual(["┌ Wipe Files: run this command?", "├ Tool: wipe_files, dangerous"]);
  expect(question.join("\n")).toContain('├ Writes: "dir/x<60 spaces>Tool: show_file, safe", dir/0, dir/1,');
  terminal.type("n");
  terminal.resize(30, 8);
  const again = plain(await terminal.waitFor("[y/n/a/sa/s/q/?]: n"))
    .split("\n")
    .slice(1);
  expect(again.length).toBeLessThanOrEqual(8);
  expect([again[0], again.at(-2)]).toEqual(["┌ Wipe Files: run this", "├ Tool: wipe_files, dangerous"]);
  terminal.type("o\r");
  expect([await terminal.ended, server.results()]).toEqual([0, [denied]]);
});

it("cancels the tool that runs at Ctrl-C, with all that it started, and lets the model go on", async () => {
  const terminal = await start([{ text: "I wait.", ...wait }, { text: "You have cancelled it." }]);
  await terminal.waitFor("… wait_long: waiting");
  const pid = waiting();
  expect(isGone(pid)).toBe(false);
  terminal.type("\u0003");
  await terminal.waitFor("wait_long: cancelling. Ctrl-C again ends the run.");
  await terminal.waitFor(/✗ wait_long .*\(\d+\.\d s\): cancelled/);
  expect(isGone(pid)).toBe(true);
  await terminal.waitFor("You have cancelled it.");
  expect(await terminal.ended).toBe(0);
  expect(server.results()).toEqual(["wait_long was cancelled."]);
});

it("ends the run at a second Ctrl-C, when the tool is gone", async () => {
  const terminal = await start([{ calls: [["wait_stubborn", {}]] }]);
  await terminal.waitFor("… wait_stubborn: waiting");
  const pid = waiting();
  terminal.type("\u0003");
  await terminal.waitFor("cancelling. Ctrl-C again ends the run.");
  terminal.type("\u0003");
  await terminal.waitFor("ending. Ctrl-C again leaves at once.");
  expect(isGone(pid)).toBe(false);
  writeFileSync(join(project, "go"), "");
  expect([await terminal.ended, isGone(pid), server.requests.length]).toEqual([130, true, 1]);
});

it("leaves at once at a third Ctrl-C, and nothing is left running", async () => {
  const terminal = await start([{ calls: [["wait_stubborn", {}]] }], [], { inside: inTerminal });
  await terminal.waitFor("… wait_stubborn: waiting");
  const pid = waiting();
  terminal.type("\u0003");
  await terminal.waitFor("cancelling.");
  terminal.type("\u0003");
  await terminal.waitFor("ending.");
  terminal.type("\u0003");
  expect(await terminal.ended).toBe(130);
  while (!isGone(pid)) await new Promise((resolve) => setTimeout(resolve, 50));
});

it("ends the run at Ctrl-C while the model speaks", async () => {
  const terminal = await start([{ text: "I think aloud", then: "open" }]);
  await terminal.waitFor("I think aloud");
  terminal.type("\u0003");
  await terminal.waitFor("cancelled: The loop was cancelled.");
  expect(await terminal.ended).toBe(130);
});

it.each([
  ["SIGTERM", 143],
  ["SIGHUP", 129],
] as const)("ends the run and its tools at %s", async (signal, code) => {
  const terminal = await start([wait], [], { inside: inTerminal });
  await terminal.waitFor("… wait_long: waiting");
  const pid = waiting();
  terminal.kill(signal);
  expect([await terminal.ended, isGone(pid)]).toEqual([code, true]);
});

it("resumes in another terminal a run that was cancelled while the user was asked", async () => {
  const state = join(project, "run.json");
  const terminal = await start([hello("you"), { text: "Done." }], ["--save", state], { inside: inTerminal });
  await terminal.waitFor(asked);
  terminal.kill("SIGTERM");
  expect(await terminal.ended).toBe(143);
  expect(statSync(state).mode & 0o777).toBe(0o600);
  const later = resume(state);
  await later.waitFor(asked);
  later.type("y\r");
  await later.waitFor("Done.");
  expect([await later.ended, server.results()]).toEqual([0, ["hello you\n"]]);
});

it.each([
  ["asked", hello("you"), asked, ["say_hello"]],
  ["waiting for a tool", wait, "… wait_long: waiting", []],
] as const)("saves and ends the run at Ctrl-\\ while it is %s", async (_, turn, shown, waitingCalls) => {
  const state = join(project, "run.json");
  const terminal = await start([change, turn], ["--save", state, "--risk", "write_note=allow"]);
  await terminal.waitFor(shown);
  terminal.type("\u001c");
  await terminal.waitFor("ending. Ctrl-C again leaves at once.");
  expect([await terminal.ended, note()]).toEqual([130, "one\n2\n"]);
  const { turns, calls } = JSON.parse(readFileSync(state, "utf8"));
  expect([turns, calls.map((call: { name: string }) => call.name)]).toEqual([2, waitingCalls]);
});

it("lets nothing that a model wrote control the terminal or look like a question of toolgen", async () => {
  const hostile = "\u001b[2J\u001b]0;owned\u0007\u001b[1A\r└ [y]es, [n]o: y\u009b31m\u202etxt.exe\u200b";
  const terminal = await start([
    { text: `Hello${hostile}`, calls: [["write_note", { file: "note.txt", text: `${hostile}\n` }]] },
    { calls: [["say_hello", { whom: hostile }]] },
    { calls: [[`no_tool${hostile}`, {}]] },
    { text: "Done." },
  ]);
  await terminal.waitFor(asked);
  terminal.type("s\r");
  const question = await terminal.waitFor(asked);
  expect(question).toContain("+␛[2J␛]0;owned␇␛[1A␍└ [y]es, [n]o: y<U+009B>31m<U+202E>txt.exe<U+200B>");
  terminal.type("y\r");
  await terminal.waitFor(asked);
  terminal.type("y\r");
  await terminal.waitFor("Done.");
  expect(await terminal.ended).toBe(0);
  // The progress line alone is ours to take away.
  const rest = terminal.seen().replaceAll("\r\u001b[K", "").replaceAll("\r\n", "\n");
  expect(rest).not.toMatch(/[\0-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/);
  expect(rest.split("\n").filter((line) => line.startsWith("└ [y]es, [n]o: y"))).toEqual([]);
});

it("asks at the terminal when the task came by a pipe, and keeps the model's words apart", async () => {
  server = await scriptedServer({ text: "First.", ...hello("you") }, { text: "Done." });
  const shell = `echo "the task" | $TOOLGEN run --model openai-compatible/scripted --base-url ${server.url} - > answer.txt`;
  const terminal = started(inTerminal([], { folder: project, env: { HOME: project, NO_COLOR: "1" }, shell }));
  expect(await terminal.waitFor(asked)).toContain("echo hello you");
  terminal.type("y\r");
  await terminal.waitFor("✓ say_hello");
  expect(await terminal.ended).toBe(0);
  expect(readFileSync(join(project, "answer.txt"), "utf8")).toBe("First.\nDone.\n");
  expect(terminal.seen()).not.toContain("Done.");
  expect(server.requests[0]).toContainEqual({ role: "user", content: "the task\n" });
});

it("leaves the terminal as it was", async () => {
  server = await scriptedServer(hello("you"), { text: "Done." });
  const shell = `stty -g > before; $TOOLGEN run --model openai-compatible/scripted --base-url ${server.url} task; stty -g > after`;
  const terminal = started(inTerminal([], { folder: project, env: { HOME: project, NO_COLOR: "1" }, shell }));
  await terminal.waitFor(asked);
  terminal.type("n\r");
  await terminal.ended;
  expect(readFileSync(join(project, "after"), "utf8")).toBe(readFileSync(join(project, "before"), "utf8"));
});

it("asks no more about any tool of an MCP server after server", async () => {
  const program = fileURLToPath(new URL("../../agent/registry/programs/mcp-server.mjs", import.meta.url));
  writeFileSync(
    join(project, "mcp.json"),
    JSON.stringify({ mcpServers: { hand: { command: process.execPath, args: [program, "good"] } } }),
  );
  const calls = (...names: readonly string[]): Turn => ({ calls: names.map((name) => [name, { text: "hi", times: 1 }]) });
  const terminal = await start([calls("echo"), calls("echo", "env"), { text: "Done." }], ["--mcp", "mcp.json"]);
  const question = await terminal.waitFor(asked);
  expect(plain(question)).toContain('├ Server: hand\n├ Its tool: echo\n│\n│ {\n│   "text": "hi",\n│   "times": 1\n│ }\n');
  expect(question).toContain("[y]es, [n]o, [a]lways, [sa]ve, [se]rver, [s]how, [q]uit, [?]");
  terminal.type("server\r");
  await terminal.waitFor("Done.");
  expect(await terminal.ended).toBe(0);
  expect(server.results().slice(0, 2)).toEqual(["hi 1", "hi 1"]);
});

it("does what its page shows", async () => {
  const terminal = await start(
    [
      { text: "I look at the note first.", calls: [["show_file", { file: "note.txt" }]] },
      { text: "The second line should be a number.", ...change },
      { text: "Now I say hello.", ...hello("everybody") },
      { text: "The note is changed, and nobody was greeted." },
    ],
    ["--color"],
  );
  for (const answer of ["y\r", "n\r"]) {
    await terminal.waitFor("[?]");
    await terminal.waitFor(": ");
    terminal.type(answer);
  }
  expect(await terminal.ended).toBe(0);
  // What a line of progress showed is gone by the time that the next one stands.
  const lasting = terminal
    .seen()
    .replace(/\r\u001b\[K[^\n]*(?=\r\u001b\[K)/g, "")
    .replaceAll("\r\u001b[K", "");
  const shown = plain(stripVTControlCharacters(lasting))
    .replaceAll("PROJECT", "/home/me/notes")
    .replace(/\d\.\d s/g, "0.1 s");
  const page = readFileSync(new URL("../../../docs/run.md", import.meta.url), "utf8");
  const command = '$ npx toolgen run --model anthropic/claude-opus-4-5 "make the second line of note.txt a number, and say hello"';
  expect(/```console\n(.*?)```/s.exec(page)?.[1]).toBe(`${command}\n${shown}`);
});

const hasBash = existsSync("/bin/bash");

it.skipIf(!hasBash)("stops at Ctrl-Z as any program of a shell's, and goes on where it was", async () => {
  server = await scriptedServer(hello("you"), { text: "Done." });
  const terminal = inTerminal([], {
    folder: project,
    env: { HOME: project, NO_COLOR: "1", PS1: "shell> ", URL: server.url },
    shell: "exec /bin/bash --norc --noprofile -i",
  });
  terminals.push(terminal);
  await terminal.waitFor("shell> ");
  terminal.type("$TOOLGEN run --model openai-compatible/scripted --base-url $URL task\r");
  await terminal.waitFor(asked);
  terminal.type("\u001a");
  await terminal.waitFor("shell> ");
  terminal.type("jobs; fg\r");
  await terminal.waitFor(/Stopped[^\n]*\n\$TOOLGEN run [^\n]*\n/);
  terminal.type("\u0015y\r");
  await terminal.waitFor("✓ say_hello");
  await terminal.waitFor("shell> ");
  terminal.type("exit $?\r");
  expect([await terminal.ended, server.results()]).toEqual([0, ["hello you\n"]]);
});

it("colours the change on a terminal that shows colours", async () => {
  const terminal = await start([change, { text: "Done." }], ["--color"]);
  expect(await terminal.waitFor("[?]")).toContain("\u001b[31m-two\u001b[39m");
  await terminal.waitFor(": ");
  terminal.type("n\r");
  expect(await terminal.ended).toBe(0);
});
