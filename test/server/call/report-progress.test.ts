import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, expect, it } from "vitest";
import { reportProgress } from "../../../src/server/call/serve-tool-calls.js";
import { projectOf } from "../../kit/project.js";
import { toolgen } from "../../kit/toolgen.js";
import { clientsHere, type Progress } from "../connect.js";

const secret = "s3cret-of-progress";

/** Each waits for a file that the test makes once the line before was reported. */
const waits = "n=0; until [ -e {{go}} ] || [ $n -gt 10000 ]; do n=$((n+1)); sleep 0.05; done";
const take =
  "schema: { properties: { go: { type: string, description: What to wait for. } }, required: [go] }\npaths: { go: read }\nkind: read\ntimeout: 10m";
const specs = `name: show_steps
description: Print a line, wait, print another.
${take}
secrets: [PROGRESS_TOKEN]
shell: |
  echo begun; printf 'with %s 10%%\\r\\033[32mwith %s 20%%\\033[0m\\n' "$PROGRESS_TOKEN" "$PROGRESS_TOKEN"
  ${waits}
  [ -e {{go}} ] && echo done
---
name: say_steps
description: Say a line, wait, return.
${take}
handler: ./steps.mjs#steps
`;
const handler = `import { existsSync } from "node:fs";
export async function steps({ go }, { update }) {
  update("half way");
  for (let n = 0; n < 10_000 && !existsSync(go); n++) await new Promise((resolve) => setTimeout(resolve, 50));
  return existsSync(go) ? "done" : "nobody watched";
}
`;

let project: string;
beforeAll(() => {
  project = projectOf({ "tools.d/steps.yaml": specs, "tools.d/steps.mjs": handler });
  expect(toolgen(project, ["build"]).stderr).not.toContain("error");
  process.env.PROGRESS_TOKEN = secret;
});
afterAll(() => {
  delete process.env.PROGRESS_TOKEN;
});

it.each(Object.entries(clientsHere))("tells a client that asks how a call comes along while it runs (%s)", async (which, connect) => {
  const session = await connect({ cwd: project });
  try {
    for (const [name, line] of [
      ["show_steps", "with [secret] 20%"],
      ["say_steps", "half way"],
    ] as const) {
      const go = `${name}-${which.replaceAll(/\W/g, "")}`;
      const told: Progress[] = [];
      const { text, isError } = await session.watch(name, { go }, (progress) => {
        told.push(progress);
        // The tool ends well only because of this, so the progress was reported while it ran.
        if (progress.message === line) writeFileSync(join(project, go), "");
      });
      expect({ isError, text }).toEqual({ isError: false, text: expect.stringMatching(/done$/) });
      expect(told.map(({ message }) => message)).toContain(line);
      expect(told.map(({ progress }) => progress)).toEqual(told.map((_, i) => i + 1));
      expect(JSON.stringify(told) + text).not.toContain(secret);
    }
  } finally {
    await session.close();
  }
});

it("reports progress only to clients that asked, with every kind of token", async () => {
  writeFileSync(join(project, "there"), "");
  const child = spawn(process.execPath, ["generated/mcp/server.cjs"], { cwd: project, stdio: ["pipe", "pipe", "ignore"] });
  const send = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  const params = { name: "show_steps", arguments: { go: "there" } };
  send({
    id: 0,
    method: "initialize",
    params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "1" } },
  });
  send({ method: "notifications/initialized" });
  send({ id: 1, method: "tools/call", params });
  const seen: { id?: number; method?: string; params?: { progressToken?: unknown } }[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    const message = JSON.parse(line);
    seen.push(message);
    if (message.id === 1) send({ id: 2, method: "tools/call", params: { ...params, _meta: { progressToken: "a-0" } } });
    if (message.id === 2) child.stdin.end();
  }
  const methods = seen.map(({ id, method }) => id ?? method);
  expect(methods.slice(0, 2)).toEqual([0, 1]);
  expect(methods.slice(2)).toEqual([...methods.slice(2, -1).map(() => "notifications/progress"), 2]);
  expect(methods.length).toBeGreaterThan(3);
  expect(seen.flatMap(({ params: told }) => told?.progressToken ?? [])).toEqual(methods.slice(2, -1).map(() => "a-0"));
});

it("makes one line of text of whatever is printed", () => {
  const told: string[] = [];
  const update = reportProgress(7, ({ message }) => told.push(message));
  const long = "ü".repeat(5000);
  for (const output of [
    "",
    "\n\n",
    "a",
    "a\n",
    "a\n\n",
    "a\r\n  b\tc \r",
    "\u001b[2K\u001b[1;32mok\u001b[0m\n",
    "\u001b]0;title\u0007x\u0000y",
    long,
  ])
    update(output);
  expect(told).toEqual(["a", "b c", "ok", "x y", `${"ü".repeat(199)}…`]);
  update(`${"x".repeat(198)}\u{1f600}${"y".repeat(10)}`);
  expect(told.at(-1)).toBe(`${"x".repeat(198)}…`);
});
