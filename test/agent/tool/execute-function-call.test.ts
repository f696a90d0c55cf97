import { chmodSync, existsSync, lstatSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeAll, beforeEach, expect, it } from "vitest";
import {
  type AnyDeclarativeTool,
  type ConfirmationRequest,
  executeFunctionCall,
  type FunctionCall,
  type FunctionCallOptions,
} from "../../../src/runtime/index.js";
import { temporaryFolder } from "../../kit/temporary-folder.js";
import { toolOf } from "./defined.js";
import { count, look, remove, substitute, substituteProgram, wait } from "./specs.js";

let workspace: string;
let tools: ReadonlyMap<string, AnyDeclarativeTool>;
let asked: ConfirmationRequest[];

beforeAll(async () => {
  workspace = temporaryFolder();
  mkdirSync(join(workspace, "tools.d"));
  writeFileSync(join(workspace, "tools.d/substitute.cjs"), substituteProgram);
  const made = await Promise.all([substitute, remove, look, wait, count].map((text) => toolOf(text, workspace)));
  tools = new Map(made.map((tool) => [tool.name, tool]));
});
beforeEach(() => {
  writeFileSync(join(workspace, "tools.d/runs.txt"), "");
  writeFileSync(join(workspace, "a.txt"), "one two\nthree\n");
  asked = [];
});

const registry = {
  lookUpTool: (name: string) => {
    const tool = tools.get(name);
    return tool === undefined ? { ok: false as const, message: `There is no tool named '${name}'.` } : { ok: true as const, tool };
  },
};

const call = (given: FunctionCall, options: Partial<FunctionCallOptions> = {}) =>
  executeFunctionCall(given, { registry, signal: new AbortController().signal, ...options });

/** A user who gives these answers, one after the other. */
const answering = (...answers: Awaited<ReturnType<NonNullable<FunctionCallOptions["confirm"]>>>[]) => ({
  confirm: async (request: ConfirmationRequest) => {
    asked.push(request);
    return answers[asked.length - 1] ?? "cancel";
  },
});

const edit = { id: "c1", name: "substitute", args: { path: "a.txt", from: "two", to: "deux" } };
const text = () => readFileSync(join(workspace, "a.txt"), "utf8");
const runs = () => readFileSync(join(workspace, "tools.d/runs.txt"), "utf8").trim().split("\n").filter(Boolean);

it("answers the model under the name and id that it called by, and people with what the tool shows", async () => {
  const outcome = await call({ id: "c7", name: "show_file", args: { path: "a.txt" } });
  expect(outcome).toMatchObject({
    status: "success",
    functionResponse: { id: "c7", name: "show_file", response: { output: "one two\nthree\n" } },
    display: "one two\nthree\n",
    otherParts: [],
  });
  expect(outcome.invocation?.params).toEqual({ file: "a.txt" });
});

it.each<[string, FunctionCall, string]>([
  ["a tool that isn't there", { name: "nothing" }, "There is no tool named 'nothing'."],
  ["no name at all", {}, "The function call names no tool."],
  ["arguments that are wrong", { name: "show_file", args: { colour: 5 } }, "`file` is required, but missing"],
  ["arguments that aren't an object", { name: "show_file", args: 7 as unknown as Record<string, unknown> }, "must be one JSON object"],
  ["no arguments", { name: "show_file" }, "`file` is required"],
  ["a path outside", { name: "show_file", args: { file: "/etc/passwd" } }, "outside its root"],
  ["a tool that fails", { name: "show_file", args: { file: "missing" } }, "Give the path of a file."],
])("makes an error for the model of %s", async (_, given, message) => {
  const { status, functionResponse } = await call(given);
  expect([status, functionResponse.response]).toEqual(["error", { error: expect.stringContaining(message) }]);
});

it("shows what an edit would do before anybody agrees to it, and does it then", async () => {
  const outcome = await call(edit, answering("proceed_once"));
  expect(asked).toHaveLength(1);
  expect(asked[0]?.details).toMatchObject({
    type: "edit",
    fileName: "a.txt",
    filePath: join(workspace, "a.txt"),
    originalContent: "one two\nthree\n",
    newContent: "one deux\nthree\n",
    fileDiff: expect.stringContaining("-one two\n+one deux\n"),
    diffStat: { model_added_lines: 1, model_removed_lines: 1, user_added_lines: 0 },
  });
  expect([outcome.status, outcome.confirmation, text()]).toEqual(["success", "proceed_once", "one deux\nthree\n"]);
  expect(outcome.functionResponse.response).toEqual({ output: "done\n" });
  expect(outcome.display).toMatchObject({
    fileName: "a.txt",
    newContent: "one deux\nthree\n",
    fileDiff: expect.stringContaining("+one deux"),
  });
  // Once on a copy, once on the file; and the copy is gone.
  expect(runs()).toEqual([expect.stringMatching(/toolgen-preview-.*\/a\.txt$/), "a.txt"]);
  expect(existsSync(dirname(runs()[0] ?? ""))).toBe(false);
});

it("leaves everything as it is when the user says no, in the words that models know", async () => {
  const outcome = await call(edit, answering("cancel"));
  expect(outcome.status).toBe("cancelled");
  expect(outcome.functionResponse).toEqual({ id: "c1", name: "substitute", response: { error: "Tool execution denied by user." } });
  expect(text()).toBe("one two\nthree\n");
});

it("refuses a call that must be confirmed if no user can be asked", async () => {
  const { status, functionResponse } = await call(edit);
  expect([status, functionResponse.response]).toEqual([
    "error",
    {
      error:
        "substitute was not run: it must be confirmed, and there is no one to ask here. Only the user can change this. Do not try to achieve the same result another way.",
    },
  ]);
  expect(text()).toBe("one two\nthree\n");
});

it("opens the editor on the proposed content, asks again, and writes what came back", async () => {
  chmodSync(join(workspace, "a.txt"), 0o640);
  const seen: string[] = [];
  const modifyWithEditor = async ({ content, filePath }: { readonly content: string; readonly filePath: string }) => {
    seen.push(filePath, content);
    return content.replace("three", "trois");
  };
  const outcome = await call(edit, { ...answering("modify_with_editor", "proceed_once"), modifyWithEditor });
  expect(seen).toEqual([join(workspace, "a.txt"), "one deux\nthree\n"]);
  expect(asked[1]?.details).toMatchObject({ newContent: "one deux\ntrois\n", diffStat: { model_added_lines: 1, user_added_lines: 1 } });
  expect([outcome.status, text()]).toEqual(["success", "one deux\ntrois\n"]);
  expect(statSync(join(workspace, "a.txt")).mode & 0o777).toBe(0o640);
  expect(outcome.functionResponse.response).toEqual({ output: expect.stringMatching(/^The user changed the proposed content.*\+trois/s) });
  expect(outcome.display).toMatchObject({ newContent: "one deux\ntrois\n", diffStat: { user_added_lines: 1 } });
  expect(runs()).toHaveLength(1);
});

it("takes edited content that comes with the answer", async () => {
  const outcome = await call(edit, answering({ outcome: "proceed_once", payload: { newContent: "mine\n" } }));
  expect([outcome.status, text()]).toEqual(["success", "mine\n"]);
});

it("opens the editor that VISUAL names, on a copy that is called as the file is", async () => {
  const editor = join(workspace, "tools.d/editor.sh");
  writeFileSync(editor, '#!/bin/sh\n[ "$1" = --wait ] && [ "$(basename "$2")" = a.txt ] && echo edited > "$2"\n', { mode: 0o755 });
  process.env.VISUAL = `'${editor}' --wait`;
  try {
    const outcome = await call(edit, answering("modify_with_editor", "proceed_always"));
    expect([outcome.status, outcome.confirmation, text()]).toEqual(["success", "proceed_always", "edited\n"]);
  } finally {
    delete process.env.VISUAL;
  }
});

it("asks again, with the reason, when the editor fails or none is set", async () => {
  const { VISUAL, EDITOR } = process.env;
  delete process.env.VISUAL;
  process.env.EDITOR = "false";
  try {
    await call(edit, answering("modify_with_editor", "modify_with_editor", "cancel"));
    expect(asked[1]?.details.systemMessage).toContain("The editor 'false' ended with exit code 1");
    delete process.env.EDITOR;
    asked = [];
    await call(edit, answering("modify_with_editor", "cancel"));
    expect(asked[1]?.details.systemMessage).toContain("Set VISUAL or EDITOR");
  } finally {
    Object.assign(process.env, VISUAL === undefined ? {} : { VISUAL }, EDITOR === undefined ? {} : { EDITOR });
  }
  expect(text()).toBe("one two\nthree\n");
});

it.each(["other\n", "one two\nthree\nfour\n", null])(
  "makes no change that was shown of another file than there is by now, and tells the model to read it again (%j)",
  async (now) => {
    const confirm = async () => {
      if (now === null) rmSync(join(workspace, "a.txt"));
      else writeFileSync(join(workspace, "a.txt"), now);
      return "proceed_always" as const;
    };
    const { status, functionResponse } = await call(edit, { confirm });
    expect([status, functionResponse.response]).toEqual([
      "error",
      { error: expect.stringMatching(/^substitute was not run: .*a\.txt has changed since the user was asked .* Read it again/) },
    ]);
    expect(existsSync(join(workspace, "a.txt")) ? text() : null).toBe(now);
  },
);

it("says of a change that nothing would be changed by it, and makes none of a file that has changed by then", async () => {
  const same = { name: "substitute", args: { file: "a.txt", from: "two", to: "two" } };
  const confirm = async (request: ConfirmationRequest) => {
    asked.push(request);
    writeFileSync(join(workspace, "a.txt"), "two of another\n");
    return "proceed_once" as const;
  };
  const { functionResponse } = await call(same, { confirm });
  expect(asked[0]?.details).toMatchObject({
    type: "exec",
    systemMessage: expect.stringContaining("\nTried on a copy, it doesn't change the file."),
  });
  expect(functionResponse.response).toEqual({ error: expect.stringContaining("has changed since the user was asked") });
});

it("writes no edited content over a file that has changed, nor to a changed target of a link", async () => {
  const meanwhile = (change: () => void) => ({
    confirm: async () => {
      change();
      return { outcome: "proceed_once" as const, payload: { newContent: "mine\n" } };
    },
  });
  const changed = await call(
    edit,
    meanwhile(() => writeFileSync(join(workspace, "a.txt"), "other\n")),
  );
  expect(changed.functionResponse.response).toEqual({ error: expect.stringContaining("has changed since the user was asked") });
  expect(text()).toBe("other\n");

  const outside = join(temporaryFolder(), "target.txt");
  writeFileSync(outside, "one two\nthree\n");
  writeFileSync(join(workspace, "b.txt"), "one two\nthree\n");
  const swap = () => {
    const link = join(workspace, "link");
    symlinkSync(outside, link);
    // In one step, as a user would who wants to be quick.
    process.getBuiltinModule("node:fs").renameSync(link, join(workspace, "b.txt"));
  };
  const swapped = await call({ ...edit, args: { ...edit.args, path: "b.txt" } }, meanwhile(swap));
  expect(swapped.functionResponse.response).toEqual({ error: expect.stringContaining("outside its root") });
  expect(readFileSync(outside, "utf8")).toBe("one two\nthree\n");
  expect(lstatSync(join(workspace, "b.txt")).isSymbolicLink()).toBe(true);
});

it("asks about the command where a change can't be shown before", async () => {
  const fails = await call({ name: "substitute", args: { file: "a.txt", from: "none", to: "x" } }, answering("proceed_once"));
  expect(asked[0]?.details).toMatchObject({
    type: "exec",
    rootCommand: "node",
    command: expect.stringMatching(/substitute\.cjs a\.txt none x$/),
  });
  expect(fails.functionResponse.response).toEqual({ error: expect.stringContaining("no such word") });

  const removes = await call({ name: "remove_file", args: { file: "a.txt" } }, answering("cancel", "proceed_once"));
  expect(asked[1]?.details).toMatchObject({ type: "exec", command: "rm -- a.txt", rootCommands: ["rm"] });
  expect(removes.status).toBe("success");
  expect(existsSync(join(workspace, "a.txt"))).toBe(false);
});

it("ends a call that is aborted: while it runs, while the user is asked, before anything", async () => {
  const during = new AbortController();
  const running = call({ name: "wait" }, { signal: during.signal, onStart: () => during.abort() });
  expect((await running).status).toBe("cancelled");

  const asking = new AbortController();
  const waiting = call(edit, { signal: asking.signal, confirm: () => new Promise(() => asking.abort()) });
  expect([(await waiting).status, text()]).toEqual(["cancelled", "one two\nthree\n"]);

  const before = await call(edit, { signal: AbortSignal.abort(), ...answering("proceed_once") });
  expect([before.status, asked.length, text()]).toEqual(["cancelled", 0, "one two\nthree\n"]);
});

it("reports output while a tool runs, as much as a result may hold", async () => {
  const told: string[] = [];
  await call({ name: "count_slowly" }, { onOutput: (text) => told.push(text) });
  expect(told[0]).toBe("1\n");
  expect(told.at(-1)).toBe("3\n4\n");
});

it("tells when a call starts, and not before it was confirmed", async () => {
  const events: string[] = [];
  const confirm = async () => {
    events.push("asked");
    return "proceed_once" as const;
  };
  await call(edit, { confirm, onStart: ({ invocation }) => events.push(invocation.getDescription()) });
  expect(events).toEqual(["asked", expect.stringContaining("a.txt two deux")]);
});
