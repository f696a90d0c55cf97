import type { Assets } from "../../../contract/host.js";
import { type BundleName, byTarget, type Model, type ResourceModel, runnableTools } from "../../model.js";
import type { EmitServices, OutputFile } from "../../output-file.js";
import { slashCommand, slashCommandFiles } from "../../slash-command.js";
import type { ToolModel } from "../../tool-model.js";
import { packageLists } from "../print/package-lists.js";
import { bin } from "./bin.js";
import { hook } from "./hook.js";
import { mcpServer } from "./mcp-server.js";

/** The way from a bundle's root to its server. */
export const serverIn = ({ project }: Pick<Model, "project">): string => `${project.output}/mcp/server.cjs`;

/** Programs of `bin/` for clients that start calls by themselves. A bundle has its server. */
const unused = ["call", "in-call.cjs", "discover"];

/** Bundles whose client starts the hook. */
const hooked: readonly BundleName[] = ["claude-plugin", "antigravity-plugin"];

/**
 * The part that bundles have in common: a small copy of the project, in which the server, the tools' modules, their
 * handlers and scripts have the same paths as in the project. So a module has one text everywhere, and finds its files
 * in the bundle.
 */
export async function bundleFiles(
  name: BundleName,
  { model, assets, services }: { readonly model: Model; readonly assets: Assets; readonly services: EmitServices },
): Promise<readonly OutputFile[]> {
  const isHooked = hooked.includes(name);
  const programs = (await bin.emit(model, assets, services)).filter(({ path }) => !unused.includes(path.slice("bin/".length)));
  const hooks = isHooked ? await hook.emit(model, assets, services) : [];
  // Users would see a prompt twice if the server had those with a command of the client, too.
  const prompts = model.prompts.filter((prompt) => slashCommand(name, prompt, model) === undefined);
  const files = [...programs, ...hooks, ...(await mcpServer.emit({ ...model, prompts }, assets, services))];
  return [
    { path: `${name}/README.md`, text: bundleReadme(name, model), executable: false, shared: true },
    ...slashCommandFiles(name, model),
    ...[...files, ...packageLists(files, assets, services.recall)].map((file) =>
      moved(file, `${name}/${model.project.output}/${file.path}`),
    ),
    ...model.bundledFiles.map((file) => ({ ...file, path: `${name}/${file.path}` })),
  ];
}

/** The part of a model that a bundle holds, without tools that the project denies: its users can't change that. */
export function bundleModel(name: BundleName, model: Model): Model {
  const tools = model.tools.filter(({ risk }) => !risk.isDenied);
  const resources = model.resources.filter(({ tool }) => !tool.risk.isDenied);
  const runnable = runnableTools({ tools, prompts: model.prompts, resources });
  const names = new Set(runnable.map((tool) => tool.name));
  const scripts = new Set(runnable.flatMap((tool) => (tool.scripts ?? []).map(({ file }) => file)));
  const { targets } = model.project;
  const { files, version } = targets[name];
  return {
    ...model,
    // They name the project's own server and program, which a bundle's clients name otherwise.
    project: {
      ...model.project,
      release: name === "package" ? version : undefined,
      targets: { ...targets, skills: { ...targets.skills, isBuilt: false } },
    },
    tools,
    resources,
    hosted: [],
    excluded: byTarget(() => []),
    handlers: model.handlers.filter(({ tool }) => names.has(tool)),
    bundledFiles: model.bundledFiles.filter(({ path }) => scripts.has(path) || files.includes(path)),
  };
}

/** The same file elsewhere. Its text may be printed late. */
function moved(file: OutputFile, path: string): OutputFile {
  const { executable, shared } = file;
  return {
    path,
    executable,
    ...(shared === undefined ? {} : { shared }),
    get sha256() {
      return file.sha256;
    },
    get text() {
      return file.text;
    },
  };
}

/** The kind of each bundle, how it is installed, and the folder that its tools work in. */
const about: Readonly<Record<BundleName, { readonly what: string; readonly workspace: string; readonly install: string }>> = {
  "claude-plugin": {
    what: "A plugin for Claude Code, with a hook that decides which calls are allowed, asked about and denied",
    workspace: "the folder that Claude Code was started in",
    install: "`claude --plugin-dir FOLDER` loads it for one session. A marketplace installs it for good.",
  },
  "gemini-extension": {
    what: "An extension for Gemini CLI",
    workspace: "the folder that Gemini CLI was started in",
    install: "`gemini extensions install FOLDER`",
  },
  "antigravity-plugin": {
    what: "A plugin for Antigravity CLI, with a hook that denies calls. Antigravity CLI asks before all others that no rule of its user allows",
    workspace: "the folder that agy was started in",
    install: "`agy plugin install FOLDER`",
  },
  package: {
    what: "An MCP server for any client",
    workspace: "the folder that the client starts it in, or that of `--workspace FOLDER`",
    install: "Clients start it with `npx`.",
  },
  mcpb: {
    what: "An MCP bundle for Claude Desktop",
    workspace: "the folder that the user chooses when the bundle is installed",
    install: "`npx @anthropic-ai/mcpb pack FOLDER` makes the file that Claude Desktop installs.",
  },
};

/** Returns the page for people who install a bundle: its contents, and its requirements. */
function bundleReadme(name: BundleName, model: Model): string {
  const { name: server, description } = bundleFacts(name, model);
  const { what, workspace, install } = about[name];
  return `${[
    "<!-- @generated by toolgen. Do not edit. -->",
    `# ${server}`,
    description,
    `${what}. ${install}`,
    ...(name === "package" ? [starts(model)] : []),
    ["## What it needs", "", ...needs(model, workspace).map((line) => `- ${line}`)].join("\n"),
    ...(model.prompts.length === 0 ? [] : [["## Prompts", "", ...prompts(name, model)].join("\n")]),
    ...(model.resources.length === 0 ? [] : [["## Resources", "", ...model.resources.map(resourceLine)].join("\n")]),
    ["## Tools", "", ...model.tools.map((tool) => `- \`${tool.name}\` (${tool.kind}, ${tool.risk.level})`)].join("\n"),
  ].join("\n\n")}\n`;
}

/** The ways to add a package to clients: with its version, because what it may do is another one's with the next. */
function starts({ project: { server, targets } }: Model): string {
  const { name, version } = targets.package;
  const exact = `${name}@${version}`;
  return [
    "## In a client",
    "",
    "```sh",
    `claude mcp add ${server} -- npx -y ${exact}`,
    `codex mcp add ${server} -- npx -y ${exact}`,
    "```",
    "",
    "Other clients have a file with MCP servers:",
    "",
    "```json",
    JSON.stringify({ mcpServers: { [server]: { command: "npx", args: ["-y", exact] } } }, null, 2),
    "```",
  ].join("\n");
}

/** A line for each prompt: the command that people type, or its name in the server. */
function prompts(name: BundleName, model: Model): readonly string[] {
  return model.prompts.map((prompt) => {
    const command = slashCommand(name, prompt, model)?.typed;
    const { name: own, description } = prompt.tool;
    return `- ${command === undefined ? `\`${own}\`, a prompt of the MCP server` : `\`${command}\``}: ${description.replaceAll(/\s+/g, " ")}`;
  });
}

const resourceLine = ({ uri, tool }: ResourceModel) =>
  `- \`${uri.kind === "fixed" ? uri.uri : uri.text}\`: ${tool.description.trim().replaceAll(/\s+/g, " ")}`;

function needs(model: Model, workspace: string): readonly string[] {
  const secrets = bundleSecrets(model).map(({ variable, isRequired }) => `\`${variable}\`${isRequired ? "" : " (optional)"}`);
  const files = model.bundledFiles.map(({ path }) => `\`${path}\``);
  return [
    "Node 20.19 or newer on Linux or macOS.",
    `A workspace: the tools work in ${workspace}.`,
    ...listed("Programs, which it doesn't contain", programs(runnableTools(model))),
    ...listed("Environment variables", secrets),
    ...listed("Files of the project, which it contains. What these read or import besides isn't there", files),
  ];
}

const listed = (label: string, items: readonly string[]) => (items.length === 0 ? [] : [`${label}: ${items.join(", ")}.`]);

/** The programs that tools and resources start on either platform, with ranges of versions. */
function programs(tools: readonly ToolModel[]): readonly string[] {
  const all = tools.flatMap(({ requires }) => [...requires.linux, ...requires.macos]);
  return [
    ...new Set(all.map(({ program, range }) => (range === undefined || range === "*" ? `\`${program}\`` : `\`${program}\` ${range}`))),
  ].sort();
}

/** The values that the manifests of all bundles have. */
interface BundleFacts {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly author: string;
}

export function bundleFacts(name: BundleName, { project, tools }: Model): BundleFacts {
  const { version, description, author } = project.targets[name];
  return {
    name: project.server,
    version,
    description: description ?? `The tools ${tools.map((tool) => tool.name).join(", ")}.`,
    author: author ?? project.server,
  };
}

/** An environment variable that tools read and that must not be shown. */
interface BundleSecret {
  readonly variable: string;
  readonly description: string;
  readonly isRequired: boolean;
}

/** The secrets of everything that a bundle can run, sorted. One that any of them can't do without is required. */
export function bundleSecrets(model: Pick<Model, "tools" | "prompts" | "resources">): readonly BundleSecret[] {
  const all = runnableTools(model).flatMap(({ definition: { secrets = {}, optionalSecrets = [] } }) =>
    Object.entries(secrets).map(([variable, description]) => ({ variable, description, isRequired: !optionalSecrets.includes(variable) })),
  );
  const names = [...new Set(all.map(({ variable }) => variable))].sort();
  return names.map((variable) => {
    const same = all.filter((one) => one.variable === variable);
    return { variable, description: same[0]?.description ?? "", isRequired: same.some((one) => one.isRequired) };
  });
}
