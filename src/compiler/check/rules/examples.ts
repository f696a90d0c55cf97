import { problemText } from "../../../call/problem-text.late.js";
import { repairArguments } from "../../../call/repair-arguments.js";
import { slowPattern } from "../../../call/slow-pattern.js";
import type { Validator } from "../../../contract/definition.js";
import type { Diagnostic, Span } from "../../../contract/diagnostic.js";
import { diagnostic } from "../../../contract/diagnostic-codes.js";
import { isJsonObject, type JsonValue } from "../../../contract/json-value.js";
import { type ExampleModel, resultPatternFlags, type ToolModel } from "../../tool-model.js";
import type { ToolContext } from "../language/tool-context.js";

/**
 * An example is a call as a model would send it: repair and the canonical schema must accept it, unless it expects an
 * error, and its `given` and `expect` must be possible. `toolgen test` checks whether it passes.
 */
export function checkExamples(model: ToolModel, validate: Validator, tool: ToolContext): readonly Diagnostic[] {
  const calls = (tool.spec.examples ?? []).flatMap(({ chooses }, index) => (chooses === undefined ? [index] : []));
  const ofCalls = model.examples.flatMap((example, i) => {
    const at: Locate = (path, part) => tool.at(["examples", calls[i] ?? 0, ...path], part);
    const impossible = [...impossibilities(example, at), ...ofOtherTools(example, model, at)].map(([span, problem]) =>
      diagnostic("bad-example", span, { name: example.name, problem }),
    );
    if (example.expect.error !== undefined) return impossible;
    const repaired = repairArguments({ definition: model.definition, validate }, example.params);
    if (repaired.ok) return impossible;
    return [
      ...impossible,
      diagnostic("refused-example", at(["params"]), { name: example.name, problem: repaired.problems.map(problemText).join(" ") }),
    ];
  });
  return [...ofCalls, ...checkOtherChoices(tool)];
}

/** An example with `chooses` is about a prompt, and has no call. */
function checkOtherChoices({ spec, at }: ToolContext): readonly Diagnostic[] {
  return (spec.examples ?? []).flatMap((example, index) => {
    const { name = `example ${index + 1}`, chooses, prompt } = example;
    if (chooses === undefined) return [];
    const bad = (key: string, problem: string) => diagnostic("bad-example", at(["examples", index, key], "key"), { name, problem });
    return [
      ...(prompt === undefined ? [bad("chooses", "`chooses` needs a `prompt`, for which a model chooses")] : []),
      ...(chooses === spec.name ? [bad("chooses", "`chooses` names this tool; leave it out, and give the call in `params`")] : []),
      ...["params", "given", "expect"]
        .filter((key) => key in example)
        .map((key) => bad(key, `'${key}' is about a call of this tool, and \`chooses\` says that there is none`)),
    ];
  });
}

type Locate = (path: readonly string[], part?: "key" | "value") => Span;
type Impossibility = readonly [at: Span, problem: string];

function impossibilities(example: ExampleModel, at: Locate): readonly Impossibility[] {
  const { given, expect } = example;
  return [
    ...pathProblems(given.files, (path) => at(["given", "files", path], "key")),
    ...pathProblems(expect.files, (path) => at(["expect", "files", path], "key")),
    ...fakeProblems(given.bin, at),
    ...patternProblem(expect.matches, () => at(["expect", "matches"])),
    ...contradictions(example, at),
  ];
}

function pathProblems(files: JsonValue | undefined, locate: (path: string) => Span): readonly Impossibility[] {
  const paths = keysOf(files);
  return paths.flatMap((path): readonly Impossibility[] => {
    const steps = path.split("/");
    if (path.includes("\0") || steps.some((step) => step === "" || step === "." || step === "..")) {
      return [[locate(path), `'${path}' is not the path of a file in the workspace, such as 'src/a.txt'`]];
    }
    const inside = paths.find((other) => other.startsWith(`${path}/`));
    return inside === undefined ? [] : [[locate(path), `'${path}' can't be a file, for it holds '${inside}'`]];
  });
}

function fakeProblems(bin: JsonValue | undefined, at: Locate): readonly Impossibility[] {
  return keysOf(bin).flatMap((name): readonly Impossibility[] => {
    const outputs = isJsonObject(bin) && isJsonObject(bin[name]) ? Object.entries(bin[name]) : [];
    const withNul = outputs.filter(([, text]) => typeof text === "string" && text.includes("\0"));
    return [
      ...(/^(?!\.{1,2}$)[^/\0]+$/.test(name)
        ? []
        : [[at(["given", "bin", name], "key"), `'${name}' is not the name of a program on PATH`] as const]),
      ...withNul.map(([key]) => [at(["given", "bin", name, key]), "a fake program can't print a NUL character"] as const),
    ];
  });
}

function patternProblem(pattern: JsonValue | undefined, locate: () => Span): readonly Impossibility[] {
  if (typeof pattern !== "string") return [];
  try {
    new RegExp(pattern, resultPatternFlags);
    const slow = slowPattern(pattern, { flags: resultPatternFlags });
    // Results of examples are short, so only patterns that are slow for a short text matter.
    return slow?.kind === "exponential" ? [[locate(), `'${pattern}' ${slow.problem}`]] : [];
  } catch (error) {
    return [[locate(), `'${pattern}' is not a regular expression (${error instanceof Error ? error.message : String(error)})`]];
  }
}

/** A refused call has neither a command line nor a result, and no model should make it. */
function contradictions({ expect, prompts }: ExampleModel, at: Locate): readonly Impossibility[] {
  if (expect.error === undefined) return [];
  const others = Object.keys(expect).filter((key) => key !== "error");
  const prompted: readonly Impossibility[] =
    prompts.length === 0 ? [] : [[at(["prompt"], "key"), "it has a prompt for a call that 'error' expects to be refused"]];
  return [
    ...prompted,
    ...others.map((key) => [at(["expect", key], "key"), `it expects '${key}' of a call that 'error' expects to be refused`] as const),
  ];
}

/** Reports a program's keys in a request's example, and the reverse. */
function ofOtherTools({ given, expect }: ExampleModel, { definition }: ToolModel, at: Locate): readonly Impossibility[] {
  const { ownKeys, because } = executionOf(definition);
  const expected = ["argv", "cwd", "stdin", "exitCode", "request", "mcp"].filter(
    (key) => expect[key] !== undefined && !ownKeys.includes(key),
  );
  const inWorld = ["bin", "http", "mcp"].filter((key) => given[key] !== undefined && !ownKeys.includes(key));
  return [
    ...expected.map((key) => [at(["expect", key], "key"), `it expects '${key}', but ${because}`] as const),
    ...inWorld.map((key) => [at(["given", key], "key"), `it gives '${key}', but ${because}`] as const),
  ];
}

/** The keys of an example that are about the execution of its tool, and the reason why others aren't. */
function executionOf({ http, mcp }: ToolModel["definition"]) {
  if (http !== undefined) return { ownKeys: ["request", "http"], because: "a request runs this tool, not a program" };
  if (mcp !== undefined) return { ownKeys: ["mcp"], because: "an MCP server runs this tool" };
  return { ownKeys: ["argv", "cwd", "stdin", "exitCode", "bin"], because: "a program runs this tool, not a request" };
}

const keysOf = (value: JsonValue | undefined) => (isJsonObject(value) ? Object.keys(value) : []);
