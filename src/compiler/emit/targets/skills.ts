import { firstSentence, printable } from "../../../contract/display-text.js";
import { fileBase } from "../../../contract/names.js";
import type { TextTemplate } from "../../../contract/text-template.js";
import { askingText, neverAsks, type SkillModel, skillsOf, skillTools } from "../../check/project/check-skills.js";
import type { Model, PromptModel, ResourceModel } from "../../model.js";
import { defineEmitter, type OutputFile } from "../../output-file.js";
import { mcpSchema } from "../../showings.js";
import type { ToolModel } from "../../tool-model.js";
import { type CatalogueParam, catalogueParams } from "../catalogue/catalogue-params.js";
import { exclusiveText } from "../catalogue/catalogue-tool.js";
import { printJsonLines } from "../print/literal.js";
import { inertJson, inertText, markdownBlock } from "../print/markup-text.js";
import { renderTemplate } from "../print/render-template.js";
import { fileOfTool, fileOfTools } from "../print/tool-file.js";

/**
 * Agent Skills: a folder for each, to which `toolgen install --skills` links where clients look for skills, and which
 * the MCP server serves (docs/skills.md). A skill says when and how to call the tools. The calls are the server's, so
 * that every policy holds: a skill that starts commands would bypass it.
 */
export const skills = defineEmitter({
  name: "skills",
  emit: (whole, _assets, { part }) => {
    if (!whole.project.targets.skills.isBuilt) return [];
    const model = skillTools(whole);
    return skillsOf(model).flatMap((skill): readonly OutputFile[] => [
      fileOfTools(`skills/${skill.name}/SKILL.md`, () => skillText(skill, model)),
      ...skill.tools.map((tool) =>
        fileOfTool({ path: `skills/${skill.name}/references/${fileBase(tool.name)}.md`, tool, part, print: () => toolText(tool) }),
      ),
      ...documentFiles(skill, model),
    ]);
  },
});

/** The frontmatter of the skills, for the MCP server; nothing if there are none. */
export function skillIndex(whole: Model): readonly OutputFile[] {
  if (!whole.project.targets.skills.isBuilt) return [];
  const model = skillTools(whole);
  const lines = () => skillsOf(model).map(({ name, description }) => JSON.stringify({ name, description, ...metadata(model) }));
  return [fileOfTools("mcp/skills.json", () => printJsonLines(lines()))];
}

/** The frontmatter besides the name and the description. Versions and authors belong into `metadata`. */
function metadata({ project }: Model): { readonly metadata: Readonly<Record<string, string>> } {
  const { version } = project.targets.skills;
  return { metadata: { "generated-by": "toolgen", ...(version !== undefined && { version }) } };
}

function skillText({ name, description, toolset, tools, prompts, resources }: SkillModel, { project }: Model): string {
  const { version, commands } = project.targets.skills;
  const documents = [
    ...(prompts.length > 0 ? [`[Prompts](references/${promptsFile}): ${prompts.map(({ tool }) => code(tool.name)).join(", ")}`] : []),
    ...(resources.length > 0 ? [`[Resources](references/${resourcesFile}): ${resources.map(uriOf).map(code).join(", ")}`] : []),
  ];
  return renderSkill("skills/skill.md.hbs", {
    name,
    // JSON is YAML.
    description: inertJson(JSON.stringify(description)),
    version: version === undefined ? "" : inertJson(JSON.stringify(version)),
    title: toolset === undefined ? project.server : `${printable(toolset)}: tools of ${project.server}`,
    instructions: lines(project.instructions ?? ""),
    server: project.server,
    firstTool: tools[0]?.name ?? "",
    tools: tools.map((tool) => ({
      name: tool.name,
      file: fileBase(tool.name),
      about: cell(firstSentence(tool.description)),
      risk: tool.risk.level,
      asking: askingText(tool),
    })),
    commands: commands ? tools.filter(neverAsks).map((tool) => ({ command: `${project.output}/bin/call ${tool.name}` })) : [],
    documents: documents.map((line) => ({ line })),
  });
}

/** The reference of a tool. A model reads it as text, so only the cells of its table are escaped. */
function toolText(tool: ToolModel): string {
  return renderSkill("skills/tool.md.hbs", {
    name: tool.name,
    description: lines(tool.description),
    risk: tool.risk.level,
    asking: askingText(tool),
    params: catalogueParams({ schema: mcpSchema(tool), definition: tool.definition }).map((param) => ({
      path: code(param.path),
      type: code(param.type),
      required: param.isRequired ? "yes" : "",
      default: param.default === undefined ? "" : code(param.default),
      about: cell(aboutParam(param)),
    })),
    exclusive: cell(exclusiveText(tool.definition.mutuallyExclusive)),
    // An example of a refusal isn't one to follow.
    examples: tool.examples
      .filter(({ expect }) => expect.error === undefined)
      .map(({ name, params }) => ({ name: cell(name), params: markdownBlock(inertJson(JSON.stringify(params)), "json") })),
  });
}

const aboutParam = ({ description, limits }: CatalogueParam) => [description, ...limits].filter((part) => part !== "").join(" ");

/** No tool has such a name: a `-` isn't in any. */
const promptsFile = "all-prompts.md";
const resourcesFile = "all-resources.md";

function documentFiles({ name, prompts, resources }: SkillModel, { project: { server } }: Model): readonly OutputFile[] {
  const file = (base: string, print: () => string) => fileOfTools(`skills/${name}/references/${base}`, print);
  return [
    ...(prompts.length > 0 ? [file(promptsFile, () => promptsText(prompts, server))] : []),
    ...(resources.length > 0 ? [file(resourcesFile, () => resourcesText(resources, server))] : []),
  ];
}

function promptsText(prompts: readonly PromptModel[], server: string): string {
  return renderSkill("skills/prompts.md.hbs", {
    server,
    open: "{{",
    prompts: prompts.map((prompt) => ({
      name: prompt.tool.name,
      about: lines(prompt.tool.description),
      arguments: prompt.arguments.map(({ name, isRequired, description = "" }) => ({
        name: code(name),
        required: isRequired ? "yes" : "",
        about: cell(description),
      })),
      text: messagesText(prompt),
    })),
  });
}

/** The words of a prompt whose messages are texts with values of its arguments; nothing for another. */
function messagesText({ messages }: PromptModel): string {
  const texts = messages.map((message) => ("text" in message ? templateText(message.text) : undefined));
  return texts.every((text) => text !== undefined) ? texts.map((text) => markdownBlock(text)).join("\n\n") : "";
}

function templateText(pieces: TextTemplate): string | undefined {
  const texts = pieces.map((piece) => {
    if (typeof piece === "string") return piece;
    return piece.kind === "value" && piece.ref.from === "param" ? `{{${piece.ref.path.join(".")}}}` : undefined;
  });
  return texts.includes(undefined) ? undefined : texts.join("").trim();
}

const resourcesText = (resources: readonly ResourceModel[], server: string) =>
  renderSkill("skills/resources.md.hbs", {
    server,
    resources: resources.map((resource) => ({
      uri: code(uriOf(resource)),
      type: resource.mimeType ?? "",
      about: cell(resource.tool.description),
    })),
  });

const uriOf = ({ uri }: ResourceModel): string => (uri.kind === "fixed" ? uri.uri : uri.text);

/** A file of a skill. Claude Code runs commands that stand in one, so no text of a spec may be such a command. */
const renderSkill = (...args: Parameters<typeof renderTemplate>): string => inertText(renderTemplate(...args));

/** Text of a spec on lines of its own. */
const lines = (text: string) =>
  text
    .trim()
    .split(/\r\n|[\n\r]/)
    .map(printable)
    .join("\n");

/** Text of a spec in a cell of a table. */
const cell = (text: string) => printable(text.trim().replaceAll(/\s+/g, " ")).replaceAll("|", "\\|");

/** The same as code. A backtick can't be in it. */
const code = (text: string) => `\`${cell(text).replaceAll("`", "'")}\``;
