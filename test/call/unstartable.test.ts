import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { builtProject, sayTool } from "../kit/project.js";

const programs = ["bin/call", "bin/discover", "bin/hook", "mcp/server.cjs"];

it.each(programs)("says in %s which Node it needs, before anything else", (path) => {
  const folder = builtProject({ "tools.d/say.yaml": sayTool });
  const preload = join(folder, "preload.cjs");
  // The later functions are missing, too.
  writeFileSync(
    preload,
    'Object.defineProperty(process, "versions", { value: { ...process.versions, node: "18.20.4" } });\nprocess.getBuiltinModule = undefined;\n',
  );
  const run = (...options: readonly string[]) =>
    spawnSync(process.execPath, [...options, join(folder, "generated", path), "say"], { input: '{"text": "a"}', encoding: "utf8" });
  const { status, stdout, stderr } = run("--require", preload);
  expect({ status, stdout, stderr }).toEqual({
    status: 126,
    stdout: "",
    stderr: "toolgen: This program needs Node 20.19 or later, and this is Node 18.20.4.\n",
  });
  expect(run().stderr).not.toContain("needs Node");
});

/** Where it is installed for the tests of clients. */
const node18 = join(fileURLToPath(new URL("../clients/node-versions/node_modules", import.meta.url)), "node-18", "bin", "node");

it.runIf(existsSync(node18))("says so on a real Node 18", () => {
  const folder = builtProject({ "tools.d/say.yaml": sayTool });
  for (const path of programs) {
    const { status, stdout, stderr } = spawnSync(node18, [join(folder, "generated", path), "say"], { input: "{}", encoding: "utf8" });
    expect([status, stdout, stderr], path).toEqual([
      126,
      "",
      expect.stringMatching(/^toolgen: This program needs Node 20\.19 or later, and this is Node 18\.\d+\.\d+\.\n$/),
    ]);
  }
});

/** Texts that damage leaves of a file: some of them fail only when they are used. */
const damaged: Readonly<Record<string, (text: string) => string | undefined>> = {
  missing: () => undefined,
  empty: () => "",
  half: (text) => text.slice(0, text.length / 2),
  "complete statements": (text) => text.slice(0, text.indexOf(";", text.indexOf("module.exports=")) + 1),
  "all but the last statements": (text) => text.slice(0, text.lastIndexOf("var ")),
  "a comment": () => "// text",
  "of another build": (text) => text.replace(/"[\w-]{8}"(?=;0&&)/, '"00000000"'),
};

it.each(Object.entries(damaged))(
  "refuses the call in the hook, and ends the other programs, if call.cjs is damaged: %s",
  (kind, damage) => {
    const folder = builtProject({ "tools.d/say.yaml": sayTool });
    const file = join(folder, "generated/bin/call.cjs");
    const [text, left] = [readFileSync(file, "utf8"), damage(readFileSync(file, "utf8"))];
    expect(left).not.toBe(text);
    if (left === undefined) rmSync(file);
    else writeFileSync(file, left);
    const advice = String.raw` is incomplete or damaged\. Run 'toolgen build' to regenerate it\. \(.+\)\n$`;
    for (const [path, args, status, said] of [
      ["bin/hook", ["claude", "mcp__say__"], 2, `^The call was not sent: generated/bin${advice}`],
      ["mcp/server.cjs", [], 70, `^generated/${advice}`],
      // It takes nothing from a place in the file.
      ...(kind === "of another build" ? [] : [["bin/call", ["say"], 70, `^generated/bin${advice}`] as const]),
    ] as const) {
      const run = spawnSync(process.execPath, [join(folder, "generated", path), ...args], { input: "{}", encoding: "utf8" });
      expect([run.status, run.stdout, run.stderr], path).toEqual([status, "", expect.stringMatching(new RegExp(said))]);
    }
  },
);

it.each(["bin/late.cjs", "bin/rare.cjs", "bin/tools/say.cjs", "bin/tools.json"])(
  "refuses in the hook what it can't decide without %s",
  (path) => {
    const folder = builtProject({ "tools.d/say.yaml": sayTool });
    const file = join(folder, "generated", path);
    const text = readFileSync(file, "utf8");
    // A call that is refused needs all of them.
    const input = JSON.stringify({ hook_event_name: "PreToolUse", tool_name: "mcp__say__say", tool_input: { txet: 1, style: [] } });
    for (const kind of ["empty", "half", "a comment", "missing"]) {
      const left = damaged[kind]?.(text);
      if (left === undefined) rmSync(file);
      else writeFileSync(file, left);
      const run = spawnSync(process.execPath, [join(folder, "generated/bin/hook"), "claude", "mcp__say__"], { input, encoding: "utf8" });
      const denied = run.status === 2 ? run.stderr : JSON.parse(run.stdout).hookSpecificOutput.permissionDecision;
      expect(denied, kind).toMatch(/^(?:deny$|The call was not sent: )/);
    }
  },
);

it("says in the MCP server that its own part is missing", () => {
  const folder = builtProject({ "tools.d/say.yaml": sayTool });
  rmSync(join(folder, "generated/mcp/serve.cjs"));
  const { status, stderr } = spawnSync(process.execPath, [join(folder, "generated/mcp/server.cjs")], { input: "", encoding: "utf8" });
  const advice = "generated/ is incomplete or damaged. Run 'toolgen build' to regenerate it. (Cannot find module './serve.cjs')\n";
  expect([status, stderr]).toEqual([70, advice]);
});
