import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { CallContext, ConfinedPath, Confinement, PreparedCall } from "../../contract/call.js";
import type { NotStarted, RunOutcome } from "../../contract/call-result.js";
import type { PathRule, ToolDefinition } from "../../contract/definition.js";
import { isArray, type JsonObject, type JsonValue, mapAt } from "../../contract/json-value.js";
import { unusableTempFolder, userTempFolder } from "../../contract/user-file.js";
import { bundleOf } from "../build-command.js";
import { redactOutcome } from "../output.late.js";
import { rootOf } from "../paths.js";
import { applySandbox } from "../sandbox.js";
import { folderOf, fromFile } from "./result-file.js";

/** The resources of a run: the problem of opening them, the treatment of the outcome, and the clean-up. */
export interface CallResources {
  /** Why nothing can be run. */
  readonly problem: NotStarted | undefined;
  /** The call to run, in its sandbox if it has one. */
  readonly call: PreparedCall;
  /** Returns the outcome that may be shown: with the file that holds the result, without secrets. */
  readonly shown: (outcome: RunOutcome) => RunOutcome;
  readonly remove: () => void;
}

/**
 * Creates a call's own folder and files, and its sandbox. Only the user can read the files, and `remove` deletes them;
 * what a killed call leaves is deleted after a day.
 */
export function openCallResources(call: PreparedCall, env: Readonly<Record<string, string | undefined>>): CallResources {
  const { temporary, outputFile, outputWithin, secrets = [], sandbox } = call;
  const folderMissing = temporary === undefined ? undefined : makeFolder(temporary, env);
  const confined = sandbox === undefined || folderMissing !== undefined ? undefined : applySandbox(call, sandbox);
  const expected = sandbox === undefined || outputFile === undefined ? undefined : folderOf(outputFile);
  const read = (outcome: RunOutcome) =>
    outputFile === undefined ? outcome : fromFile(outcome, { path: outputFile, expected, within: outputWithin });
  return {
    problem: folderMissing ?? confined?.problem,
    call: confined?.call ?? call,
    shown: (outcome) => redactOutcome(read(confined?.interpret(outcome) ?? outcome), secrets),
    remove: () => {
      confined?.undo();
      if (temporary !== undefined && folderMissing === undefined) rmSync(temporary.path, { recursive: true, force: true });
    },
  };
}

function makeFolder(
  { path, files }: NonNullable<PreparedCall["temporary"]>,
  env: Parameters<typeof userTempFolder>[0],
): NotStarted | undefined {
  let isMade = false;
  try {
    if (userTempFolder(env) === undefined) throw new Error(unusableTempFolder(env));
    mkdirSync(path, { mode: 0o700 });
    isMade = true;
    for (const file of files) writeFileSync(file.path, file.text, { mode: 0o600, flag: "wx" });
    return undefined;
  } catch (error) {
    // If it could not be created, because a file is in its place for example, it can't be removed either.
    if (isMade) rmSync(path, { recursive: true, force: true });
    return {
      kind: "unavailable",
      message: `The files of this call can't be written: ${error instanceof Error ? error.message : String(error)}.`,
    };
  }
}

/** Returns the sandbox of a call with these arguments, whose paths are as the program gets them. */
export function sandboxPolicy(definition: ToolDefinition, params: JsonObject, { workspace, projectDir }: CallContext): Confinement {
  const { sandbox, project, specDir } = definition;
  if (sandbox === undefined) throw new Error(`${definition.name} has no sandbox`);
  const paths = definition.paths.flatMap((rule): readonly ConfinedPath[] => {
    const { dir, bounded } = rootOf(rule.root, project, { workspace, projectDir });
    const within = bounded ? dir : undefined;
    return valuesAt(params, rule).map((value) => ({ path: resolve(dir, value), access: rule.access, type: rule.type, within }));
  });
  const handler = definition.command?.handler;
  const handlers = handler === undefined ? undefined : dirname(dirname(bundleOf(project, handler, { projectDir })));
  return { rules: sandbox, workspace, projectDir, handlers, specDir: resolve(projectDir, specDir), project, paths };
}

function valuesAt(params: JsonObject, { target }: PathRule): readonly string[] {
  const values: string[] = [];
  const collect = (value: JsonValue): JsonValue => {
    if (isArray(value)) value.forEach(collect);
    else if (typeof value === "string" && value !== "") values.push(value);
    return value;
  };
  mapAt(params, target, collect);
  return values;
}
