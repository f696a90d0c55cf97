import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { compile } from "../../../src/compiler/compile.js";
import { editingWords, geminiDecisions, pathParameters } from "../../../src/compiler/gemini-policy.js";
import { nodeHost } from "../../../src/contract/node-host.js";
import { assets } from "../../kit/compiled.js";
import { sampled } from "../../kit/repeat.js";
import { toolgen } from "../../kit/toolgen.js";
import { askPolicy, type Call, type Survey } from "./client.js";
import { makeProject, ownTools } from "./project.js";

const kinds = ["read", "search", "think", "fetch", "edit", "move", "other", "delete", "execute"];
const levels = ["safe", "moderate", "dangerous"];
const reading = ["read", "search", "think", "fetch"];

/** A tool of every kind, at every level, with each thing that a spec can say of confirmation. */
const matrix = kinds.flatMap((kind) =>
  levels.flatMap((level) =>
    [undefined, true, false].map((confirm) => ({ name: `${kind}_${level}_${confirm ?? "unsaid"}`, kind, level, confirm })),
  ),
);

/** In default and autoEdit, the same unattended, in yolo either way, in plan, in plan unattended. */
const says = {
  allowedEverywhere: ["allow", "allow", "allow", "allow", "allow"],
  allowedButForPlans: ["allow", "allow", "allow", "deny", "deny"],
  asked: ["ask_user", "deny", "allow", "deny", "deny"],
  denied: ["deny", "deny", "deny", "deny", "deny"],
  askedInPlansToo: ["ask_user", "deny", "allow", "ask_user", "deny"],
} as const;

const others = {
  wrong_by_hint: [{ kind: "read", risk: "safe", annotations: { readOnlyHint: false } }, says.allowedButForPlans],
  right_by_hint: [{ kind: "other", risk: "safe", annotations: { readOnlyHint: true } }, says.allowedEverywhere],
  _underscored: [{ kind: "read" }, says.allowedEverywhere],
  denied_by_user: [{ kind: "read" }, ["deny", "deny", "deny", "deny", "deny"]],
  save_note: [{ kind: "edit", risk: "safe", schema: { properties: { path: { type: "string" } } } }, says.allowedButForPlans],
  note: [{ kind: "edit", risk: "safe", schema: { properties: { path: { type: "string" } } } }, says.allowedButForPlans],
} as const;

/** Calls for a build file, by tools with each of the words in their names and under each of the parameters that the client looks at. */
const wary: readonly Call[] = [
  ...editingWords.map((word) => ({ id: `word ${word}`, tool: `x_${word.toUpperCase()}_1`, args: { path: "package.json" } })),
  ...pathParameters.map((param) => ({ id: `parameter ${param}`, tool: "edit", args: { [param]: "sub/package.json" } })),
];

/** Tools of which a client decides by their arguments. */
const byArguments: readonly string[] = ["ruled", "denied_in_part", "Odd__names_9"];

/** A row that `toolgen policy --client gemini` prints about a tool. */
interface Row {
  readonly tool: string;
  readonly decision: string;
  readonly arguments: readonly { readonly when: string; readonly decision: string }[];
}

const settings = `version: 1
library: [std/list_directory, std/read_file, std/glob, std/grep_search, std/read_many_files, std/write_file, std/replace]
risk:
  denied_by_project: { decision: deny }
  allowed_by_project: { decision: allow }
  denied_in_part: { when: { all: true }, decision: deny }
`;

let project: string;
let survey: Survey;

beforeAll(() => {
  project = makeProject();
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(project, path)), { recursive: true });
    writeFileSync(join(project, path), text);
  };
  const spec = (name: string, rest: object) => JSON.stringify({ name, description: `The tool ${name}.`, command: "true", ...rest });
  for (const { name, kind, level, confirm } of matrix) {
    write(
      `tools.d/fixtures/matrix/${name}.json`,
      spec(name, { kind, risk: { level, ...(confirm === undefined ? {} : { requiresConfirmation: confirm }) } }),
    );
  }
  for (const [name, [rest]] of Object.entries(others)) write(`tools.d/fixtures/others/${name}.json`, spec(name, rest));
  write(
    'tools.d/fixtures/x\n]\n[[rule]]\ntoolName = "*"\ndecision = "deny"\npriority = 999\n#.json',
    spec("ill_named_file", { kind: "read" }),
  );
  write(".gemini/policies/mine.toml", '[[rule]]\ntoolName = "discovered_tool_denied_by_user"\ndecision = "deny"\npriority = 0\n');
  write(
    "tools.d/fixtures/rules.json",
    spec("ruled", {
      kind: "read",
      schema: { properties: { all: { type: "boolean" } } },
      command: ["true", "{{#if all}}--all{{/if}}"],
      risk: { rules: [{ when: { all: true }, level: "dangerous" }] },
    }),
  );
  write(
    "tools.d/fixtures/odd-names.json",
    spec("Odd__names_9", {
      kind: "search",
      schema: { properties: { "a.b-": { type: "boolean" }, "-x.": { type: "string" } } },
      command: ["echo", "{{json @params}}"],
      risk: { requiresConfirmation: false, rules: [{ when: { "a.b-": true, "-x.": ['"}\\\u2028'] }, requiresConfirmation: true }] },
    }),
  );
  for (const name of ["denied_by_project", "allowed_by_project", "denied_in_part"])
    write(`tools.d/fixtures/project/${name}.json`, spec(name, { kind: "execute", schema: { properties: { all: { type: "boolean" } } } }));
  write("toolgen.yaml", settings);
  expect(toolgen(project, ["build"])).toMatchObject({ status: 0 });
  survey = askPolicy(project, {
    calls: [
      ...toolNames().map((tool) => ({ id: tool, tool, args: {} })),
      ...wary,
      { id: "save_note, notes.txt", tool: "save_note", args: { path: "notes.txt" } },
      { id: "note, package.json", tool: "note", args: { path: "package.json" } },
      { id: "ruled, all", tool: "ruled", args: { all: true } },
      { id: "ruled, all as a text", tool: "ruled", args: { all: "false" } },
      { id: "denied in part, all", tool: "denied_in_part", args: { all: true } },
      { id: "odd, asked", tool: "Odd__names_9", args: { "a.b-": true, "-x.": '"}\\\u2028' } },
      { id: "odd, allowed", tool: "Odd__names_9", args: { "a.b-": true, "-x.": '"}\\' } },
    ],
    alwaysAllowed: ["edit_moderate_unsaid", "execute_dangerous_true", "read_safe_true"],
  });
});

function toolNames(): readonly string[] {
  return (JSON.parse(readFileSync(join(project, "generated/gemini/discovery.json"), "utf8")) as readonly { readonly name: string }[]).map(
    ({ name }) => name,
  );
}

/** The client's decisions about a call, in the order of `says`. Throws if modes that belong together disagree. */
function decided(id: string): readonly (string | undefined)[] {
  const of = (modes: readonly string[], interactive?: boolean) => {
    const all = survey.surroundings.filter((one) => modes.includes(one.mode) && one.interactive === (interactive ?? one.interactive));
    const [decision, ...disagreeing] = new Set(all.map((one) => one.decisions[id]));
    expect(disagreeing, `${id} in ${modes.join(" and ")}`).toEqual([]);
    return decision;
  };
  return [of(["default", "autoEdit"], true), of(["default", "autoEdit"], false), of(["yolo"]), of(["plan"], true), of(["plan"], false)];
}

function decidedIn(mode: string, interactive: boolean, id: string): string | undefined {
  return survey.surroundings.find((one) => one.mode === mode && one.interactive === interactive)?.decisions[id];
}

function expected({ kind, level, confirm }: (typeof matrix)[number]): readonly string[] {
  const plans = level === "safe" && reading.includes(kind);
  if (confirm ?? level !== "safe") return plans ? says.askedInPlansToo : says.asked;
  return plans ? says.allowedEverywhere : says.allowedButForPlans;
}

it("surveys four modes, with someone there to ask and unattended", () => {
  expect(survey.surroundings).toHaveLength(8);
});

it("lets the client decide as the spec says, for each kind, level and confirmation", () => {
  expect(Object.fromEntries(matrix.map(({ name }) => [name, decided(name)]))).toEqual(
    Object.fromEntries(matrix.map((tool) => [tool.name, expected(tool)])),
  );
});

it.each(Object.entries(others))("lets the client decide as it should of %s", (name, [, decisions]) => {
  expect(decided(name)).toEqual(decisions);
});

it("knows for every tool what the client decides, and of tools.d that all is allowed everywhere", async () => {
  const [{ model }] = await compile(nodeHost(project), assets);
  expect(model.tools.map(({ name }) => name)).toEqual(toolNames());
  for (const tool of model.tools.filter(({ name }) => ![...byArguments, "denied_by_user"].includes(name))) {
    const known = geminiDecisions(tool);
    for (const { mode, interactive, decisions } of survey.surroundings) {
      expect(known[mode][interactive ? "interactive" : "headless"], `${tool.name} in ${mode}`).toBe(decisions[tool.name]);
    }
  }
  const fromLibrary = model.tools.filter(({ source }) => source.file.path.startsWith("std/")).map(({ name }) => name);
  expect(fromLibrary).toHaveLength(7);
  for (const name of ownTools(project).filter((one) => !fromLibrary.includes(one)))
    expect(decided(name), name).toEqual(says.allowedEverywhere);
});

it("decides as `toolgen policy --client gemini` says, for every tool, in four modes, interactive and headless", () => {
  for (const { mode, interactive, decisions } of sampled(survey.surroundings, { usual: 4, kind: ({ mode }) => mode })) {
    const args = ["policy", "--json", "--client", "gemini", "--mode", mode, ...(interactive ? [] : ["--headless"])];
    const rows = JSON.parse(toolgen(project, args).stdout) as readonly Row[];
    const said = Object.fromEntries(rows.map(({ tool, decision }) => [tool, decision]));
    const known = toolNames().filter((name) => ![...byArguments, "denied_by_user"].includes(name));
    expect(Object.keys(said)).toEqual(toolNames());
    expect(Object.fromEntries(known.map((name) => [name, decisions[name]])), `${mode}, ${interactive}`).toEqual(
      Object.fromEntries(known.map((name) => [name, said[name]])),
    );
  }
  expect(decided("ruled, all")).toEqual(says.asked);
  expect(decided("ruled, all as a text")).toEqual(says.asked);
  expect(decided("ruled")).toEqual(says.allowedButForPlans);
  expect(decided("odd, asked")).toEqual(says.askedInPlansToo);
  expect(decided("odd, allowed")).toEqual(says.allowedEverywhere);
  expect(decided("Odd__names_9")).toEqual(says.allowedEverywhere);
  expect(decided("denied in part, all")).toEqual(says.denied);
  expect(decided("denied_by_project")).toEqual(says.denied);
  expect(decided("allowed_by_project")).toEqual(says.allowedButForPlans);
  expect(decided("denied_in_part")).toEqual(says.asked);
});

it("says of which arguments a client does otherwise, and nothing where it doesn't", () => {
  const rowsOf = (...args: readonly string[]) =>
    Object.fromEntries(
      (JSON.parse(toolgen(project, ["policy", "--json", "--client", "gemini", ...args]).stdout) as readonly Row[]).map((row) => [
        row.tool,
        row.arguments,
      ]),
    );
  const allowed = [{ when: "all is false or absent", decision: "allow" }];
  const denied = [{ when: "all is true", decision: "deny" }];
  expect(rowsOf()).toMatchObject({ ruled: allowed, denied_in_part: denied, edit_safe_true: [] });
  expect(rowsOf("--mode", "plan")).toMatchObject({
    ruled: [],
    denied_in_part: [],
    Odd__names_9: [{ decision: "allow" }, { decision: "allow" }],
  });
  expect(rowsOf("--mode", "yolo")).toMatchObject({ ruled: [], denied_in_part: denied });
  expect(rowsOf("--headless")).toMatchObject({ ruled: allowed, denied_in_part: [] });
});

it("declares to the model exactly the tools that aren't denied, so a safe tool is there when the client runs unattended", () => {
  for (const { mode, interactive, decisions, declared } of survey.surroundings) {
    // What is allowed by its arguments alone is declared wherever it may be.
    const allowed = toolNames().filter((name) => decisions[name] !== "deny");
    expect(declared.toSorted(), `${mode}, ${interactive}`).toEqual(allowed.map((name) => `discovered_tool_${name}`).toSorted());
  }
  const unattended = survey.surroundings.find(({ mode, interactive }) => mode === "default" && !interactive)?.declared;
  expect(unattended).toContain("discovered_tool_search_text");
  expect(unattended).not.toContain("discovered_tool_edit_moderate_unsaid");
});

it("leaves it to a user to allow a tool for the session", () => {
  expect(survey.afterAlways).toEqual({ edit_moderate_unsaid: "allow", execute_dangerous_true: "allow", read_safe_true: "allow" });
});

it("knows by which words and parameters the client takes a tool for an editor of build files", () => {
  for (const { id } of wary) expect(decidedIn("yolo", true, id), id).toBe("ask_user");
  for (const { id } of wary) expect(decidedIn("yolo", false, id), id).toBe("deny");
  expect(decidedIn("yolo", true, "save_note, notes.txt")).toBe("allow");
  expect(decidedIn("yolo", true, "note, package.json")).toBe("allow");
});

it("gives the client nothing to complain of but a name with two underscores in a row", () => {
  const underscored = survey.feedback.filter((line) => line.includes('The "__" syntax'));
  expect(underscored.length).toBeGreaterThan(0);
  expect(survey.feedback).toEqual(underscored);
});
