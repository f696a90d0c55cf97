import fc from "fast-check";
import { expect, it } from "vitest";
import { pageText } from "../../../src/call/result/failed-report.late.js";
import type { Exited } from "../../../src/contract/call-result.js";
import { defined } from "../../agent/tool/defined.js";
import { printResult } from "../../kit/printed.js";
import { temporaryFolder } from "../../kit/temporary-folder.js";

const env = { TMPDIR: temporaryFolder() };
const spec = (output: string, more = "") => `name: send_note
description: Send a note.
kind: edit
${more}http: { method: POST, url: "https://notes.example.com/" }
output: ${output}
`;
const answered = (code: number, body: string | Buffer, headers: Exited["headers"] = {}): Exited => {
  return { kind: "exited", code, stdout: Buffer.from(body), stderr: Buffer.alloc(0), headers };
};
const shown = async (output: string, outcome: Exited, more = "") => printResult(outcome, await defined(spec(output, more)), { env });

const formats = ["text", "markdown", "json", "jsonl", "{ format: json, select: /a }", "{ format: json, schema: { type: object } }"];
const success = fc.constantFrom(200, 201, 202, 203, 204, 206, 207, 226);
const blank = fc.constantFrom("", " ", "\n", "\r\n\t");

it("takes every success without a body for one", async () => {
  const tools = await Promise.all(formats.map((format) => defined(spec(format))));
  fc.assert(
    fc.property(fc.constantFrom(...tools), success, blank, (tool, code, body) => {
      const { exitCode, stdout, stderr } = printResult(answered(code, body), tool, { env });
      expect([exitCode, stderr]).toEqual([0, ""]);
      expect(stdout).toMatch(
        tool.definition.output.format === "jsonl" ? /^\[\]$/ : new RegExp(`^The server answered ${code}.*, without a body\\.\\n$`),
      );
    }),
  );
});

it("shows a success in another form than the promised one as it is, and says that the request was made", async () => {
  const promise = "{ format: json, schema: { type: object, properties: { id: { type: integer } }, required: [id] } }";
  const tool = await defined(spec(promise));
  const other = fc.oneof(
    fc.string({ minLength: 1 }).filter((text) => !isJson(text) && text.trim() !== ""),
    fc
      .jsonValue()
      .filter((value) => !hasId(value))
      .map((value) => JSON.stringify(value)),
  );
  fc.assert(
    fc.property(success, other, (code, body) => {
      const { exitCode, stdout, stderr, structured } = printResult(answered(code, body), tool, {
        env,
        mostBytes: Number.POSITIVE_INFINITY,
      });
      expect([exitCode, stderr, structured]).toEqual([0, "", undefined]);
      expect(stdout).toContain(`The request was made, and the server answered ${code}`);
      expect(stdout).toContain(body.replaceAll("\ufffd", ""));
    }),
  );
});

const hasId = (value: unknown) => Number.isInteger((value as { id?: unknown } | null)?.id);
function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

it("gives the data that a success may lack, and none that it must have", async () => {
  expect((await shown("{ format: json, schema: { properties: { id: {} } } }", answered(202, ""))).structured).toEqual({});
  const required = "{ format: json, schema: { properties: { id: {} }, required: [id] } }";
  expect((await shown(required, answered(202, ""))).structured).toBeUndefined();
});

it("still takes a program for failed that doesn't print what it promises", async () => {
  const tool = await defined("name: list\ndescription: List.\nkind: read\ncommand: [ls]\noutput: json\n");
  expect(printResult({ kind: "exited", code: 0, stdout: Buffer.alloc(0), stderr: Buffer.alloc(0) }, tool, { env }).exitCode).toBe(1);
});

it("reads JSON after a byte order mark", async () => {
  const tool = await defined("name: list\ndescription: List.\nkind: read\ncommand: [ls]\noutput: json\n");
  fc.assert(
    fc.property(fc.jsonValue(), blank, (value, space) => {
      const text = JSON.stringify(value);
      const stdout = Buffer.from(`\ufeff${space}${text}${space}`);
      const result = printResult({ kind: "exited", code: 0, stdout, stderr: Buffer.alloc(0) }, tool, { env });
      expect(result).toEqual({ exitCode: 0, stdout: text, stderr: "" });
    }),
  );
});

it("says when to ask again, and which secret isn't accepted", async () => {
  expect((await shown("text", answered(429, "slow down", { "retry-after": "7" }))).stderr).toBe(
    "The server answered 429 Too Many Requests. It asks to wait 7 s.\n",
  );
  const date = "Wed, 21 Oct 2026 07:28:00 GMT";
  expect((await shown("text", answered(503, "", { "retry-after": date }))).stderr).toContain(`It asks to wait until ${date}.`);
  const secrets = "secrets: [NOTES_TOKEN]\n";
  const headers = 'http: { method: POST, url: "https://notes.example.com/", headers: { X-Token: "{{@secret.NOTES_TOKEN}}" } }';
  const tool = await defined(spec("text", secrets).replace(/^http: .*$/m, headers));
  expect(printResult(answered(401, "no"), tool, { env }).stderr).toContain(
    "It doesn't accept the secret NOTES_TOKEN. The arguments are not the cause",
  );
  expect(printResult(answered(403, "no"), tool, { env }).stderr).not.toContain("NOTES_TOKEN");
});

it("shows the headers that a spec asks for, of successes and of failures", async () => {
  const headers = { link: '<https://notes.example.com/?page=2>; rel="next"', "x-total": "9", "x-other": "1" };
  const output = "{ headers: [Link, X-Total, X-Missing] }";
  expect((await shown(output, answered(200, "one", headers))).stdout).toBe(`one\nLink: ${headers.link}\nX-Total: 9\n`);
  expect((await shown(output, answered(404, "none", headers))).stderr).toContain("X-Total: 9\n");
  expect((await shown("text", answered(200, "one", headers))).stdout).toBe("one");
});

it("shows the title and the text of an HTML page that reports an error", async () => {
  const page = `<!DOCTYPE html><html><head><title>502 Bad &amp; Gateway</title><style>p { color: red }</style><script>if (a < b) alert("<p>x</p>")</script></head>
<body><!-- build <b>7</b> --><h1>502 Bad &amp; Gateway</h1><p>The <b>upstream</b> server<br>is down &#8212; wait.</p></body></html>`;
  const { exitCode, stdout } = await shown("json", answered(502, page, { "content-type": "text/html; charset=utf-8" }));
  expect([exitCode, stdout]).toEqual([1, "502 Bad & Gateway\nThe upstream server\nis down — wait.\n"]);
  expect(pageText(answered(500, "<p>not a page"))).toEqual(Buffer.from("<p>not a page"));
  expect(pageText(answered(500, "\n<HTML><body>Broken")).toString()).toBe("Broken\n");
});

it("reads any page in one pass, and loses no text of it", () => {
  const word = fc.stringMatching(/^[a-z]{1,8}$/);
  const part = fc.oneof(
    word.map((text) => ({ html: `<p>${text}</p>`, text })),
    word.map((text) => ({ html: `<div class="a">${text}`, text })),
    word.map((text) => ({ html: `<SCRIPT>${text}</p></Script>`, text: "" })),
    word.map((text) => ({ html: `<!-- <p>${text} -->`, text: "" })),
    word.map((text) => ({ html: `<li>&quot;${text}&quot;</li>`, text: `"${text}"` })),
  );
  fc.assert(
    fc.property(fc.array(part, { minLength: 1 }), (parts) => {
      const texts = parts.map(({ text }) => text).filter((text) => text !== "");
      const seen = pageText(answered(500, `<html>${parts.map(({ html }) => html).join("")}`));
      if (texts.length > 0) expect(seen.toString()).toBe(`${texts.filter((text, i) => text !== texts[i - 1]).join("\n")}\n`);
    }),
  );
  // Each part is looked at once, however it is nested.
  expect(pageText(answered(500, `<html>Broken${"<script><!--".repeat(100_000)}`)).toString()).toBe("Broken\n");
});
