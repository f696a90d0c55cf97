import { decideTool, possibleDecisions } from "../../../call/decide-tool.js";
import { writesPaths } from "../../../call/paths.js";
import type { Diagnostic } from "../../../contract/diagnostic.js";
import { diagnostic } from "../../../contract/diagnostic-codes.js";
import { firstSentence, printable } from "../../../contract/display-text.js";
import { closest } from "../../../contract/names.js";
import { locate, type SpecDocument } from "../../../contract/spec-node.js";
import { type Model, modelFor, type PromptModel, type ResourceModel } from "../../model.js";
import type { ToolModel } from "../../tool-model.js";

/** A skill: a folder with `SKILL.md` and references, by the specification of Agent Skills (agentskills.io). */
export interface SkillModel {
  /** The name of its folder. */
  readonly name: string;
  /** The toolset that it is about; `undefined`: the project. */
  readonly toolset: string | undefined;
  /** Tells a model when to use it. Clients put it into every prompt. */
  readonly description: string;
  readonly tools: readonly ToolModel[];
  readonly prompts: readonly PromptModel[];
  readonly resources: readonly ResourceModel[];
}

/** The longest description that the specification allows. */
const longestDescription = 1024;

/** Reports whether the specification allows this name. */
const isSkillName = (name: string): boolean => name.length <= 64 && /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name);

const slug = (text: string) =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "");

/**
 * Returns the part of a model that skills are about: what the MCP server offers. What the project denies isn't in it,
 * since a skill must not show a way to it, and neither are documents that only some callers may see.
 */
export function skillTools(model: Model): Model {
  const offered = modelFor(model, "skills", "mcp");
  return {
    ...offered,
    tools: offered.tools.filter(({ risk }) => !risk.isDenied),
    prompts: offered.prompts.filter(isForAll),
    resources: offered.resources.filter((resource) => !resource.tool.risk.isDenied && isForAll(resource)),
  };
}

const isForAll = ({ tool }: PromptModel | ResourceModel) => (tool.definition.scopes ?? []).length === 0;

/** Returns the skills of such a model: those of its toolsets by name, and the project's last, if it has anything. */
export function skillsOf({ project, tools, prompts, resources }: Model): readonly SkillModel[] {
  const { each, description, toolsets: descriptions } = project.targets.skills;
  const toolsets = each === "project" ? [] : [...new Set(tools.flatMap((tool) => tool.toolsets))].sort();
  const others = each === "project" ? tools : tools.filter((tool) => tool.toolsets.length === 0);
  const ofToolsets = toolsets.map((toolset): SkillModel => {
    const own = tools.filter((tool) => tool.toolsets.includes(toolset));
    const described = descriptions[toolset] ?? describeTools(own, `the toolset ${toolset} of ${project.server}`);
    return { name: slug(`${project.server}-${toolset}`), toolset, description: described, tools: own, prompts: [], resources: [] };
  });
  if (others.length + prompts.length + resources.length === 0) return ofToolsets;
  const described = description ?? describeTools([...others, ...prompts.map(({ tool }) => tool)], project.server);
  return [...ofToolsets, { name: slug(project.server), toolset: undefined, description: described, tools: others, prompts, resources }];
}

/** Names tools and what they do, as far as there is room. */
function describeTools(tools: readonly ToolModel[], owner: string): string {
  const lead = `Use when a task needs a tool of ${owner}`;
  const items = tools.map(({ name, description }) => `${name} (${printable(firstSentence(description)).replace(/[.!?]$/, "")})`);
  const text = (count: number) => {
    const more = count < items.length ? `; and ${items.length - count} more` : "";
    return count === 0 ? `${lead}.` : `${lead}: ${items.slice(0, count).join("; ")}${more}.`;
  };
  let count = items.length;
  while (count > 0 && text(count).length > longestDescription) count -= 1;
  return text(count);
}

/** Returns true if no call of a tool asks the user, so that a command may start it without the client's policy. */
export const neverAsks = ({ definition }: ToolModel): boolean =>
  possibleDecisions(definition).join() === "allow" && !writesPaths(definition);

/** Returns whether the calls of a tool ask the user, as a model reads it. */
export function askingText({ definition }: ToolModel): string {
  if (decideTool(definition).decision === "ask")
    return possibleDecisions(definition).includes("allow") ? "some calls ask the user" : "asks the user";
  return possibleDecisions(definition).includes("deny") ? "some calls are refused" : "runs without a question";
}

/** Reports skills without a name of their own, and descriptions of toolsets that no skill is about. */
export function checkSkills([document]: readonly SpecDocument[], model: Model): readonly Diagnostic[] {
  const { isBuilt, toolsets } = model.project.targets.skills;
  if (!isBuilt || document === undefined) return [];
  const skills = skillsOf(skillTools(model));
  const at = locate(document.root, ["targets", "skills"], "key");
  const known = skills.flatMap(({ toolset }) => toolset ?? []);
  const unknown = Object.keys(toolsets)
    .filter((name) => !known.includes(name))
    .map((name) =>
      diagnostic(
        "unknown-skill",
        locate(document.root, ["targets", "skills", "toolsets", name], "key"),
        { name },
        { didYouMean: closest(name, known) },
      ),
    );
  const names = skills.map(({ name }) => name);
  const misnamed = skills.flatMap(({ name, toolset }, i) => {
    const of = toolset === undefined ? "the project" : `the toolset '${toolset}'`;
    const reason = !isSkillName(name)
      ? "a name has at most 64 of the characters a-z, 0-9 and '-'"
      : names.indexOf(name) < i
        ? "another skill has this name"
        : undefined;
    return reason === undefined ? [] : [diagnostic("bad-skill-name", at, { of, name, reason })];
  });
  return [...unknown, ...misnamed];
}
