import { expect, it } from "vitest";
import { elicitInTerminal } from "../../../src/cli/run/elicit-in-terminal.js";
import type { ElicitationForm, ElicitationRequest } from "../../../src/contract/confirmation.js";

const never = new AbortController().signal;
const hostile = "Hello.\n└ Send it? [y]es, [n]o: y\r\u001b[2J\u202e";

/** Answers a question by these lines, and then by its end: by default as a closed terminal does. */
async function answered(
  request: Partial<ElicitationRequest>,
  lines: readonly string[],
  signal = never,
  end: "ended" | "aborted" = "ended",
) {
  const pending = [...lines];
  let seen = "";
  const result = await elicitInTerminal(
    { serverName: "hand", message: "Who?", requestedSchema: { type: "object", properties: {} }, ...request },
    {
      write: (text) => {
        seen += text;
      },
      canvas: () => ({ columns: 60, rows: 24, color: false }),
      keyboard: {
        readLine: async () => {
          const text = pending.shift();
          if (text === undefined) return { kind: end };
          seen += `${text}\n`;
          return { kind: "line", text };
        },
      },
    },
    signal,
  );
  return { result, seen };
}

const form = (properties: ElicitationForm["properties"], required: readonly string[] = []): ElicitationForm => ({
  type: "object",
  properties,
  required,
});

it("shows a server's words behind a sign of its own, without what acts on a terminal", async () => {
  const property = { type: "string", title: hostile, description: hostile, enum: [hostile], default: hostile };
  const { seen, result } = await answered({ serverName: hostile, message: hostile, requestedSchema: form({ [hostile]: property }) }, [
    "1",
    "y",
  ]);
  expect(seen).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
  // Only toolgen's own lines begin with an end.
  const ends = seen.split("\n").filter((line) => line.startsWith("└"));
  expect(ends).toEqual([expect.stringMatching(/^└ Hello\. ⏎ └ Send .*: 1$/), "└ Send it? [y]es, [n]o, [c]hange: y"]);
  expect(result).toEqual({ action: "accept", content: { [hostile]: hostile } });
});

it("asks a form without fields by yes or no, and wraps what is longer than the terminal", async () => {
  const { seen, result } = await answered({ message: "word ".repeat(30) }, ["maybe", "", "YES"]);
  expect(result).toEqual({ action: "accept", content: {} });
  expect(seen).toMatchInlineSnapshot(`
    "┌ Answer the MCP server 'hand'?
    │ word word word word word word word word word word word
    │   word word word word word word word word word word word
    │   word word word word word word word word 
    ├ Never enter a password or a key here. Ctrl-C sends
    │   nothing.
    └ Send it? [y]es, [n]o: maybe
    │ Answer with yes, no.
    └ Send it? [y]es, [n]o: 
    │ Answer with yes, no.
    └ Send it? [y]es, [n]o: YES
    "
  `);
  expect(Math.max(...seen.split("\n").map((line) => line.length))).toBeLessThan(60);
  expect(await answered({}, ["n"])).toMatchObject({ result: { action: "decline" } });
  expect(await answered({}, [])).toMatchObject({ result: { action: "cancel" } });
});

it("leaves out optional fields that stay empty, and asks for choices by their titles", async () => {
  const requestedSchema = form({
    note: { type: "string" },
    colours: {
      type: "array",
      items: {
        anyOf: [
          { const: "r", title: "Red" },
          { const: "g", title: "Green" },
        ],
      },
    },
    urgent: { type: "boolean", default: false },
  });
  const { seen, result } = await answered({ requestedSchema }, ["", "red, 2", "y", "y"]);
  expect(result).toEqual({ action: "accept", content: { colours: ["r", "g"], urgent: true } });
  expect(seen).toMatchInlineSnapshot(`
    "┌ Answer the MCP server 'hand'?
    │ Who?
    ├ Never enter a password or a key here. Ctrl-C sends
    │   nothing.
    ├ note (text, optional)
    └ note: 
    ├ colours (choices, with commas between them, optional)
    │ 1 Red
    │ 2 Green
    └ colours: red, 2
    ├ urgent (yes or no, optional)
    └ urgent [no]: y
    ├ note: nothing
    ├ colours: r, g
    ├ urgent: yes
    └ Send it? [y]es, [n]o, [c]hange: y
    "
  `);
});

it("shows no form that is too large for a terminal, and none whose answer is no longer needed", async () => {
  const many = form(Object.fromEntries(Array.from({ length: 21 }, (_, i) => [`field${i}`, { type: "string" }])));
  const { seen, result } = await answered({ requestedSchema: many }, ["y"]);
  expect(result).toEqual({ action: "cancel" });
  expect(seen).toContain("└ The form has 21 fields");
  expect(await answered({}, ["y"], AbortSignal.abort())).toEqual({ result: { action: "cancel" }, seen: "" });
});

it("shows choices that are numbers without numbers of its own, and not all of very many", async () => {
  const requestedSchema = form({
    days: { type: "string", enum: ["10", "20", "1"] },
    one: { type: "string", enum: Array.from({ length: 60 }, (_, i) => `choice ${i + 1}`) },
  });
  const { seen, result } = await answered({ requestedSchema }, ["1", "60", "y"]);
  expect(result).toEqual({ action: "accept", content: { days: "1", one: "choice 60" } });
  expect(seen).toContain("│ - 10\n│ - 20\n│ - 1\n");
  expect(seen).toContain("│ 50 choice 50\n│ … and 10 more\n");
});

it("cuts a prompt to a line, so that a default can't look like a line of toolgen's", async () => {
  const value = `${"word ".repeat(11)}└ Send it? [y]es, [n]o: y`;
  const requestedSchema = form({ name: { type: "string", title: "n".repeat(300), default: value } });
  const { seen, result } = await answered({ requestedSchema }, ["", "y"]);
  expect(result).toEqual({ action: "accept", content: { name: value } });
  expect(seen).toContain("└ nnnnnnnnnnnnnnnnnnnnnn… [word word word word…]: \n");
  expect(Math.max(...seen.split("\n").map((line) => line.length))).toBeLessThan(60);
});

it.each([
  ["in a field", form({ name: { type: "string" } }), []],
  ["before it is sent", form({ name: { type: "string" } }), ["Zoë"]],
] as const)("ends the line of a question that ends %s", async (_, requestedSchema, lines) => {
  const { seen, result } = await answered({ requestedSchema }, lines, never, "aborted");
  expect(result).toEqual({ action: "cancel" });
  expect(seen).toMatch(/: \n$/);
});
