import type { Command, ValueGuard } from "../../../contract/definition.js";
import type { Diagnostic, Result } from "../../../contract/diagnostic.js";
import { diagnostic } from "../../../contract/diagnostic-codes.js";
import type { NodePath } from "../../../contract/spec-node.js";
import type { TextTemplate } from "../../../contract/text-template.js";
import { checkShell } from "../../../programs/check-shell.js";
import { type CheckedCommand, checkCommand, checkProgram } from "../../../programs/command.js";
import { type CommandFindings, type CommandRules, checkCommandRules, checkEvaluatedArguments } from "../../../programs/command-rules.js";
import { type DashNote, leadingDashNotes } from "../../../programs/dash-rules.js";
import type { PlacedValue } from "../../../programs/place-class.js";
import type { TemplateContext } from "../../../programs/template.js";
import { type PlatformName, platformNames } from "../../tool-model.js";
import type { PlatformSpec } from "../language/execution-shapes.js";
import type { ToolContext } from "../language/tool-context.js";
import { checkEnvironment } from "./tool-inputs.js";

/** The compiled differences of a platform. Parts that it doesn't replace are `undefined`. */
export interface CheckedPlatform {
  readonly command: Command | undefined;
  readonly envSet: Readonly<Record<string, TextTemplate>> | undefined;
}

export interface CheckedPlatforms {
  readonly platforms: Readonly<Partial<Record<PlatformName, CheckedPlatform>>>;
  readonly dashes: readonly DashNote[];
  readonly unguarded: boolean;
  /** The values of a call in the places of its commands. */
  readonly values: readonly PlacedValue[];
  readonly guards: readonly ValueGuard[];
  readonly code: CommandFindings["code"];
}

export interface PlatformContext {
  readonly templates: TemplateContext;
  readonly rules: CommandRules;
  /** The tool's own command, if it is valid. */
  readonly base: CheckedCommand | undefined;
}

/**
 * Compiles the overrides in `platforms`, for every platform wherever the build runs, by the rules for the tool itself.
 */
export function checkPlatforms(tool: ToolContext, context: PlatformContext): Result<CheckedPlatforms> {
  const log: Diagnostic[] = [];
  const dashes: DashNote[] = [];
  const values: PlacedValue[] = [];
  const guards: ValueGuard[] = [];
  const code: CommandFindings["code"][number][] = [];
  let unguarded = false;
  const platforms = platformNames.flatMap((name) => {
    const spec = tool.spec.platforms?.[name];
    if (spec === undefined || spec === false) return [];
    const [command, problems] = platformCommand(tool, { spec, path: ["platforms", name] }, context);
    log.push(...problems);
    if (spec.command !== undefined || spec.shell !== undefined) {
      const ruleFindings = checkCommandRules(tool, command, context.rules);
      log.push(...ruleFindings.problems);
      unguarded ||= ruleFindings.unguarded;
      values.push(...ruleFindings.values);
      guards.push(...ruleFindings.guards);
      code.push(...ruleFindings.code);
      dashes.push(...leadingDashNotes(command?.words ?? [], context.rules.exemptions));
    } else if (spec.program !== undefined) {
      const ruleFindings = checkEvaluatedArguments(tool, command, context.rules.input);
      log.push(...news(ruleFindings.problems, checkEvaluatedArguments(tool, context.base, context.rules.input).problems));
      values.push(...ruleFindings.values);
      guards.push(...ruleFindings.guards);
      code.push(...ruleFindings.code);
    }
    const [envSet, envProblems] = checkEnvironment(tool, context.templates, { env: spec.env, path: ["platforms", name, "env"] });
    log.push(...envProblems);
    return [[name, { command: command?.command, envSet: spec.env === undefined ? undefined : envSet }] as const];
  });
  return [{ platforms: Object.fromEntries(platforms), dashes, unguarded, values, guards, code }, log];
}

interface PlatformSource {
  readonly spec: PlatformSpec;
  readonly path: NodePath;
}

function platformCommand(tool: ToolContext, { spec, path }: PlatformSource, context: PlatformContext): Result<CheckedCommand | undefined> {
  if (spec.shell !== undefined) {
    const [command, problems] = checkShell(tool, context.templates, {
      value: spec.shell,
      path: [...path, "shell"],
      input: context.rules.input,
    });
    const others = (["command", "program"] as const).filter((key) => spec[key] !== undefined);
    const both = others.map((key) => diagnostic("two-executions", tool.at([...path, key], "key"), { key, first: "shell" }));
    return [command, [...problems, ...both]];
  }
  if (spec.command !== undefined) {
    const [command, problems] = checkCommand(tool, context.templates, { value: spec.command, path: [...path, "command"] });
    const both = spec.program === undefined ? [] : [diagnostic("program-and-command", tool.at([...path, "program"], "key"), {})];
    return [command, [...problems, ...both]];
  }
  if (spec.program === undefined) return [undefined, []];
  if (tool.spec.shell !== undefined) return [undefined, [diagnostic("program-of-a-shell", tool.at([...path, "program"], "key"), {})]];
  const [program, problems] = checkProgram(tool, [...path, "program"]);
  const { base } = context;
  return [program && base && { ...base, command: { ...base.command, ...program } }, problems];
}

/** Returns the diagnostics that weren't reported for the tool's own command. */
function news(found: readonly Diagnostic[], reported: readonly Diagnostic[]): readonly Diagnostic[] {
  const keyOf = ({ code, span }: Diagnostic) => `${code} ${span?.start}`;
  const keys = new Set(reported.map(keyOf));
  return found.filter((d) => !keys.has(keyOf(d)));
}
