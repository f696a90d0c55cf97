import { posix } from "node:path";
import type { RequestedCall } from "../../agent/agentic-loop.js";
import type { ModelTurn } from "../../agent/model-turn.js";
import { createValidator } from "../../agent/validator.js";
import { problemText } from "../../call/problem-text.late.js";
import { repairArguments } from "../../call/repair-arguments.js";
import { NameIndex } from "../../call/tool-index.js";
import { projectExpected } from "../../compiler/example-result.js";
import type { Model } from "../../compiler/model.js";
import { type Showing, shownTools } from "../../compiler/showings.js";
import { type ToolModel, toolDescription } from "../../compiler/tool-model.js";
import type { ToolDefinition, Validator } from "../../contract/definition.js";
import { deepEqual, type JsonObject, type JsonValue } from "../../contract/json-value.js";
import type { Repaired } from "../../contract/repair.js";
import type { FunctionDeclaration } from "../../contract/tool-result.js";
import type { Attempt, ExpectedChoice } from "./eval-results.js";

/** Compares a model's answer with what a case expects. Only the first call counts, and nothing is executed. */
export function judgeAnswer(turn: ModelTurn & { readonly ok: true }, expected: ExpectedChoice, tools: EvalTools): Attempt {
  const { calls, finish, usage } = turn;
  const [call] = calls;
  const tokens = usage.totalTokens;
  if (call === undefined) {
    if (finish === "length") return { outcome: "unanswered", repairs: [], problem: "The answer was cut off at its length limit.", tokens };
    if (finish === "content-filter") return { outcome: "unanswered", repairs: [], problem: "A content filter stopped the answer.", tokens };
    return { outcome: expected.kind === "none" ? "right" : "no-call", repairs: [], tokens };
  }
  const more = calls.length > 1 ? { moreCalls: calls.length - 1 } : {};
  return { ...judgeCall(call, expected, tools), ...more, tokens };
}

function judgeCall(call: RequestedCall, expected: ExpectedChoice, tools: EvalTools): Omit<Attempt, "tokens"> {
  const tool = tools.find(call.name);
  const shared = { call: { tool: tool?.name ?? call.name, arguments: call.args } };
  if (tool === undefined || expected.kind === "none" || tool.name !== expected.tool)
    return { ...shared, outcome: "wrong-tool", repairs: [] };
  const named = tool.name === call.name ? [] : ["tool-name"];
  const repaired = tools.repair(tool, call.args);
  if (expected.kind === "tool") return { ...shared, outcome: "right", repairs: named };
  if (!repaired.ok)
    return { ...shared, outcome: "refused-arguments", repairs: named, problem: repaired.problems.map(problemText).join(" ") };
  const repairs = [...named, ...repaired.repairs.map(({ rule }) => rule)];
  const wanted = tools.repair(tool, expected.params);
  const isSame =
    wanted.ok && sameArguments(tool.definition, { expected: wanted.params, got: repaired.params, compared: expected.compared });
  return {
    ...shared,
    outcome: isSame ? "right" : "wrong-arguments",
    repairs,
    ...(repairs.length > 0 && { repaired: repaired.params }),
  };
}

/** Returns true if these tools can answer a case: the tool is offered, and the expected call is valid. */
export function canJudge(expected: ExpectedChoice, tools: EvalTools): boolean {
  if (expected.kind === "none") return true;
  const tool = tools.find(expected.tool);
  if (tool?.name !== expected.tool) return false;
  return expected.kind === "tool" || tools.repair(tool, expected.params).ok;
}

/** The tools that a model is offered in an evaluation. */
export interface EvalTools {
  readonly declarations: readonly FunctionDeclaration[];
  /** Returns the tool that a model means by a name, as a registry finds it. */
  find(name: string): ToolModel | undefined;
  /** Repairs and checks arguments as a call does. Runs nothing, and looks at no file. */
  repair(tool: ToolModel, args: JsonValue): Repaired;
}

/** Offers the tools of a model as the clients of a showing do; with `only`, those of these names. */
export function offerTools(model: Model, showing: Showing, only?: ReadonlySet<string>): EvalTools {
  const tools = shownTools(model, showing).filter(({ name }) => only === undefined || only.has(name));
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  const names = new NameIndex(tools.map(({ name, nameAliases }) => ({ name, aliases: nameAliases })));
  const validators = new Map<string, Validator>();
  const validatorOf = ({ name, schema }: ToolModel) => {
    const validate = validators.get(name) ?? createValidator(schema);
    validators.set(name, validate);
    return validate;
  };
  return {
    declarations: tools.map((tool) => ({
      name: tool.name,
      description: toolDescription(tool),
      parametersJsonSchema: showing.schema(tool),
    })),
    find: (name) => byName.get(names.find(name) ?? ""),
    repair: (tool, args) => repairArguments({ definition: tool.definition, validate: validatorOf(tool) }, args),
  };
}

/** The arguments of a call, and those that it is compared with, both after repair. */
interface ComparedArguments {
  readonly expected: JsonObject;
  readonly got: JsonObject;
  /** In objects, only the keys that this names are compared; `undefined`: all. */
  readonly compared: JsonValue | undefined;
}

/** Returns true if two calls of a tool mean the same: paths that differ in `./` and a slash at the end are equal. */
function sameArguments({ paths }: Pick<ToolDefinition, "paths">, { expected, got, compared }: ComparedArguments): boolean {
  const pathNames = new Set(paths.map(({ target: [first] }) => first));
  const normal = (params: JsonObject) =>
    Object.fromEntries(Object.entries(params).map(([key, value]) => [key, pathNames.has(key) ? normalPaths(value) : value]));
  const [one, other] = [normal(expected), normal(got)];
  if (compared === undefined) return deepEqual(one, other);
  return deepEqual(projectExpected(compared, one), projectExpected(compared, other));
}

function normalPaths(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(normalPaths);
  if (typeof value !== "string" || value === "") return value;
  const normal = posix.normalize(value);
  return normal.length > 1 && normal.endsWith("/") ? normal.slice(0, -1) : normal;
}
