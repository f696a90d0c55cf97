import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { defined } from "../agent/tool/defined.js";
import { callRequest, callTool, callToolAsync } from "../kit/printed.js";
import { temporaryFolder } from "../kit/temporary-folder.js";

const token = `t0ken/with+"signs"&<more>`;
const workspace = temporaryFolder();
const context = { workspace, projectDir: workspace, env: { PATH: process.env.PATH, TMPDIR: workspace, TOKEN: token } };
const spec = (body: string) => `name: t\ndescription: d\nkind: read\nsecrets: { TOKEN: Token. }\n${body}`;

/** Each encoding of the token, as programs make them. */
const node = (expression: string) =>
  spec(`command: [${JSON.stringify(process.execPath)}, -e, ${JSON.stringify(`const t = process.env.TOKEN; ${expression}`)}]\n`);
const encodings = {
  "a header for basic authentication": `process.stdout.write("Authorization: Basic " + Buffer.from("user:" + t).toString("base64"))`,
  "base64 in lines": `process.stdout.write(Buffer.from("x".repeat(50) + t).toString("base64").replace(/.{76}/g, "$&\\n"))`,
  "hexadecimal digits on standard error": `process.stderr.write(Buffer.from(t).toString("hex").toUpperCase())`,
  "a partly encoded URL": `process.stdout.write("https://h.example/?t=" + t.replace("/", "%2f").replace('"', "%22"))`,
  HTML: `process.stdout.write("<p>" + t.replace(/&/g, "&amp;").replace(/</g, "&#60;").replace(/"/g, "&#x22;"))`,
  "an error of a system call": `require("fs").readFileSync("/nowhere/" + t)`,
} as const;

it.each(Object.entries(encodings))("redacts %s, in calls that block and others", async (_, expression) => {
  const tool = await defined(node(expression));
  const outcome = callTool(tool, {}, context);
  const text = outcome.stdout + outcome.stderr;
  expect(text).toContain("[secret]");
  for (const form of [token, Buffer.from(token).toString("hex").toUpperCase(), "signs", Buffer.from(token).toString("base64").slice(4, 16)])
    expect(text).not.toContain(form);
  const told: string[] = [];
  const options = { ...context, signal: new AbortController().signal, updateOutput: (output: string) => told.push(output) };
  const later = await callToolAsync(tool, {}, options);
  expect([later.stdout, later.stderr]).toEqual([outcome.stdout, outcome.stderr]);
  expect(told.join("")).not.toContain("signs");
});

it("redacts structured results, selected parts of them, and files of full outputs", async () => {
  const structured = await defined(
    spec(
      `shell: printf '{"a":{"b":"\\u0074oken is %s"}}' "$(printf %s "$TOKEN" | sed 's/"/\\\\"/g')"\noutput: { format: json, select: /a, schema: { properties: { b: { type: string } } } }\n`,
    ),
  );
  expect(callTool(structured, {}, context)).toMatchObject({ exitCode: 0, structured: { b: "token is [secret]" } });
  const long = await defined(
    spec(`shell: i=0; while [ $i -lt 500 ]; do i=$((i+1)); printf '%s' "$TOKEN" | base64; done\noutput: { maxBytes: 1kB }\n`),
  );
  const { stdout } = callTool(long, {}, context);
  const file = /\S+\/t-\w+\.txt/.exec(stdout)?.[0] ?? "";
  expect(readFileSync(file, "utf8")).toBe("[secret]\n".repeat(500));
});

it("redacts headers that a server echoes", async () => {
  const server = createServer(({ headers }, response) => response.end(JSON.stringify(headers)));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const body = `http: { url: "http://127.0.0.1:${port}/", allowPrivate: [127.0.0.1], headers: { Authorization: "Bearer {{@secret.TOKEN}}" } }\n`;
  try {
    const tool = await defined(spec(body).replace("kind: read", "kind: fetch"));
    const { stdout } = await callRequest(tool, {}, { ...context, signal: new AbortController().signal });
    expect(stdout).toContain("Bearer [secret]");
    expect(stdout).not.toContain("t0ken");
  } finally {
    server.close();
  }
});
