import { diagnostic } from "../../diagnostics/codes.js";
import type { Diagnostic } from "../../diagnostics/diagnostic.js";
import { locateText, type NodePath, type ScalarNode } from "../../source/spec-node.js";
import type { ToolContext } from "../context.js";

/**
 * Warns about valid text that is probably unintended: `\\{{x}}` where `x` is a parameter, as in Windows paths; and an
 * item such as `-n {{x}}`, which looks like two arguments and is one.
 */
export function checkSuspiciousTemplates(tool: ToolContext, parameters: readonly string[]): readonly Diagnostic[] {
  const carriers = [
    { spec: tool.spec, path: [] },
    ...Object.entries(tool.spec.platforms ?? {}).flatMap(([name, spec]) => (spec === false ? [] : [{ spec, path: ["platforms", name] }])),
  ];
  const items = carriers.flatMap(({ spec, path }) => itemPaths(spec.command).map((item) => [...path, ...item]));
  const texts: readonly NodePath[] = [
    ["cwd"],
    ["stdin"],
    ["summary"],
    ["risk", "impact"],
    ...carriers.flatMap(({ spec, path }) => [["command"], ...setPaths(spec.env)].map((text) => [...path, ...text])),
  ];
  const scalars = (paths: readonly NodePath[]) => paths.flatMap((path) => tool.scalar(path) ?? []);
  return [...scalars([...items, ...texts]).flatMap((scalar) => escapedIn(scalar, parameters)), ...scalars(items).flatMap(optionAndValue)];
}

function setPaths(env: ToolContext["spec"]["env"]): readonly (readonly string[])[] {
  return env !== undefined && "set" in env ? Object.keys(env.set ?? {}).map((name) => ["env", "set", name]) : [];
}

function itemPaths(command: ToolContext["spec"]["command"]): readonly NodePath[] {
  if (command === undefined || typeof command === "string") return [];
  return command.flatMap((item, i): readonly NodePath[] =>
    typeof item === "string" ? [["command", i]] : item.map((_, inner) => ["command", i, inner]),
  );
}

function escapedIn(scalar: ScalarNode, parameters: readonly string[]): readonly Diagnostic[] {
  return [...scalar.text.matchAll(/(?<!\\)\\\{\{\s*([^\s{}.]+)[^{}]*\}\}/g)].flatMap((match) => {
    const [all, name = ""] = match;
    if (!parameters.includes(name)) return [];
    return [diagnostic("escaped-parameter", locateText(scalar, match.index, match.index + all.length), { name })];
  });
}

function optionAndValue(scalar: ScalarNode): readonly Diagnostic[] {
  const option = /^(--?[A-Za-z][\w-]*)[ \t]+\S/.exec(scalar.text)?.[1];
  return option === undefined ? [] : [diagnostic("option-with-value", locateText(scalar, 0, scalar.text.length), { option })];
}
