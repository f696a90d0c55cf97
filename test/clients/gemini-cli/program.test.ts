import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import {
  bothSettings,
  type Call,
  type Declaration,
  documentedRule,
  generated,
  type Model,
  makeHome,
  makeProject,
  runGemini,
  startModel,
  writeSettings,
} from "./program.js";

const prompt = "Look after the notes.";

const own = (name: string, args: Call["args"]): Call => ({ name: `discovered_tool_${name}`, args });

/** The model's turns, in order. */
const turns = {
  canonical: [own("search_notes", { text: "beans" })],
  aliased: [own("search_notes", { query: "beans", dir: "notes/kitchen" })],
  three: ["ada", "ben", "cleo"].map((name) => own("meet", { name, people: 3 })),
  mcp: [{ name: "mcp_toolgen_read_note", args: { file_path: "notes/garden.txt", lines: "1" } }],
  wrong: [own("search_notes", { text: "beans", query: "soup" }), own("read_note", { path: "../notes.txt" })],
  misnamed: [own("search_notes", { text: "beans", foldr: "notes" })],
  corrected: [own("search_notes", { text: "Water" })],
  writing: [own("add_note", { file: "notes/new.txt", text: "Sow peas." })],
  hidden: [own("move_note", { from: "notes/garden.txt", to: "notes/yard.txt" })],
} satisfies Readonly<Record<string, readonly Call[]>>;

let project: string;
let model: Model;
let ended: Awaited<ReturnType<typeof runGemini>>;

beforeAll(async () => {
  project = makeProject();
  writeSettings(project, bothSettings(project));
  model = await startModel(Object.values(turns));
  ended = await runGemini({ project, home: makeHome({ "notes.toml": documentedRule() }), modelUrl: model.url, prompt });
});
afterAll(() => {
  model?.stop();
});

/** The content of the request that follows a turn: the turn's calls and an answer to each. */
function answered(turn: keyof typeof turns) {
  const after = model.asked[Object.keys(turns).indexOf(turn) + 1];
  if (after === undefined) throw new Error(`the program asked for no turn after '${turn}': ${ended.stderr}`);
  const { answered } = after;
  const made = answered.map(({ name, args }) => ({ name, args }));
  expect(made).toHaveLength(turns[turn].length);
  expect(made).toEqual(expect.arrayContaining(turns[turn]));
  return answered.map(({ response }) => response);
}

const namesIn = (declarations: readonly Declaration[], prefix: string) =>
  declarations.map(({ name }) => name).filter((name) => name.startsWith(prefix));

it("runs to its end, and asks for nothing that the model doesn't know", () => {
  expect(ended, ended.stderr).toMatchObject({ status: 0, stdout: expect.stringMatching(/^done\n?$/) });
  expect(model.unknown).toEqual([]);
  expect(model.asked).toHaveLength(Object.keys(turns).length + 1);
});

it("shows the model the tools that may run unattended, with what we print of them", () => {
  const declarations = model.asked[0]?.declarations ?? [];
  const safe = ["add_note", "meet", "read_note", "search_notes"];
  expect(namesIn(declarations, "discovered_tool_").toSorted()).toEqual(safe.map((name) => `discovered_tool_${name}`));
  const printed = generated<readonly Declaration[]>(project, "gemini/discovery.json").filter(({ name }) => safe.includes(name));
  expect(printed).toHaveLength(safe.length);
  for (const { name, description, parametersJsonSchema } of printed) {
    const shown = declarations.find((declaration) => declaration.name === `discovered_tool_${name}`);
    expect(shown?.description.startsWith(`${description}\n`), name).toBe(true);
    expect(withoutItsOwn(shown?.parametersJsonSchema), name).toEqual(parametersJsonSchema);
  }
});

it("shows the model the server's tools that only read, as a rule says", () => {
  const declarations = model.asked[0]?.declarations ?? [];
  expect(namesIn(declarations, "mcp_").toSorted()).toEqual(["mcp_toolgen_read_note", "mcp_toolgen_search_notes"]);
});

it("hands the model what a call by canonical arguments prints", () => {
  const [response] = answered("canonical");
  expect(String(response?.output).split("\n").filter(Boolean).toSorted()).toEqual([
    "notes/garden.txt:1:Plant beans.",
    "notes/kitchen/soup.txt:1:Soak the beans.",
  ]);
});

it("hands the model what a call by aliased arguments prints", () => {
  expect(answered("aliased")).toEqual([{ output: "notes/kitchen/soup.txt:1:Soak the beans.\n" }]);
});

it("runs three calls of one turn beside each other, and answers all three in the next request", () => {
  const outputs = answered("three").map(({ output }) => output);
  expect(outputs.toSorted()).toEqual(["ada met everybody\n", "ben met everybody\n", "cleo met everybody\n"]);
});

it("hands the model what a tool of the MCP server prints", () => {
  expect(answered("mcp")).toEqual([{ output: "<untrusted_context>\nPlant beans.\n</untrusted_context>" }]);
});

it("tells the model what is wrong with a call, an unknown name too, and runs the corrected one", () => {
  const [conflict, outside] = answered("wrong").map(({ error }) => error);
  expect(conflict).toMatch(/search_notes was not run: its arguments are wrong\.[\s\S]*text[\s\S]*query[\s\S]*Exit Code: 2/);
  expect(outside).toMatch(/read_note was not run[\s\S]*\.\.\/notes\.txt[\s\S]*Exit Code: 2/);
  expect(answered("misnamed")).toEqual([{ error: expect.stringMatching(/`foldr`[\s\S]*`folder`[\s\S]*Exit Code: 2/) }]);
  expect(answered("corrected")).toEqual([{ output: "notes/garden.txt:2:Water them.\n" }]);
});

it("lets a safe tool write, and none that needs a person's consent", () => {
  expect(answered("writing")).toEqual([{ output: "Sow peas." }]);
  expect(readFileSync(join(project, "notes", "new.txt"), "utf8")).toBe("Sow peas.");
  expect(answered("hidden")).toEqual([{ error: expect.stringContaining('Tool "discovered_tool_move_note" not found') }]);
  expect(readFileSync(join(project, "notes", "garden.txt"), "utf8")).toContain("Plant beans.");
});

it("shows the model none of the tools where no policy is listed", async () => {
  const { policyPaths: _unlisted, ...settings } = bothSettings(project);
  writeSettings(project, settings);
  const other = await startModel([]);
  try {
    const { status, stderr } = await runGemini({ project, home: makeHome(), modelUrl: other.url, prompt });
    expect(status, stderr).toBe(0);
    expect(other.asked).toHaveLength(1);
    const declarations = other.asked[0]?.declarations ?? [];
    expect(namesIn(declarations, "")).toContain("read_file");
    expect([...namesIn(declarations, "discovered_tool_"), ...namesIn(declarations, "mcp_")]).toEqual([]);
  } finally {
    other.stop();
  }
});

/** A schema as it is without what the client adds to each. */
function withoutItsOwn(schema: Declaration["parametersJsonSchema"] = {}): object {
  const { wait_for_previous: added, ...properties } = schema.properties as Readonly<Record<string, unknown>>;
  expect(added).toMatchObject({ type: "boolean" });
  return { ...schema, properties };
}
