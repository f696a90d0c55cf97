import { diagnostic } from "../diagnostics/codes.js";
import type { TargetName } from "../model/target-name.js";
import type { Model } from "../model/tool.js";
import type { ModelRule } from "./tool-rule.js";

/** Verbs by which tools are named, and that models take for each other. */
const synonyms: readonly (readonly string[])[] = [
  ["get", "fetch", "read", "show", "view", "retrieve", "load", "display", "open"],
  ["search", "find", "lookup", "query", "locate"],
  ["list", "enumerate"],
  ["create", "add", "new", "insert"],
  ["update", "edit", "modify", "change", "set"],
  ["delete", "remove", "erase", "destroy"],
  ["run", "execute", "start", "launch", "invoke"],
];

/** Targets whose clients show all of their tools to a model. */
export const shownTargets: readonly TargetName[] = ["mcp", "gemini"];

/** Two tools of a target must not have names of the same meaning. The finding is at the later one by name. */
export const checkSimilarTools: ModelRule = (model, tools) =>
  tools.flatMap(({ tool, at }) => {
    for (const target of shownTargets) {
      const names = toolsOf(model, target);
      const other = names.includes(tool.name) && names.find((name) => name < tool.name && meaningOf(name) === meaningOf(tool.name));
      if (typeof other === "string") return [diagnostic("similar-tools", at(["name"]), { tool: tool.name, other, target })];
    }
    return [];
  });

/** The names of the tools that a target holds. */
export const toolsOf = ({ tools, excluded }: Model, target: TargetName): readonly string[] =>
  tools.map(({ name }) => name).filter((name) => !excluded[target].includes(name));

/**
 * The words of a name in any order and in the singular, a verb at the beginning as the first of its synonyms: elsewhere
 * `set` or `view` is a noun. With `from`, `to` or `into` the order is the meaning.
 */
const meaningOf = (name: string): string => {
  const [first = "", ...others] = name.split("_");
  const verb = synonyms.find((group) => group.includes(first))?.[0] ?? singular(first);
  const words = [verb, ...others.map(singular)];
  return (words.some((word) => ["from", "to", "into"].includes(word)) ? words : words.sort()).join(" ");
};

const singular = (word: string) => word.replace(/(?<=[^s])s$/, "");
