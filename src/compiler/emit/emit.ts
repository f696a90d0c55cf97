import type { Assets } from "../../contract/host.js";
import { type Model, modelFor } from "../model.js";
import { type EmitServices, type Emitter, noModuleCache, type OutputFile, printPart } from "../output-file.js";
import { packageLists } from "./print/package-lists.js";
import { antigravityPlugin } from "./targets/antigravity-plugin.js";
import { bin, hosted } from "./targets/bin.js";
import { claudePlugin } from "./targets/claude-plugin.js";
import { docs } from "./targets/docs.js";
import { geminiClasses } from "./targets/gemini-classes.js";
import { geminiDiscovery, geminiSettings } from "./targets/gemini-discovery.js";
import { geminiExtension } from "./targets/gemini-extension.js";
import { geminiPolicy } from "./targets/gemini-policy.js";
import { gitAttributes } from "./targets/git-attributes.js";
import { hook } from "./targets/hook.js";
import { mcpServer } from "./targets/mcp-server.js";
import { mcpb } from "./targets/mcpb.js";
import { npmPackage } from "./targets/npm-package.js";
import { opencodeConfig, opencodeHook } from "./targets/opencode.js";
import { piExtension } from "./targets/pi-extension.js";
import { providers } from "./targets/providers.js";
import { skills } from "./targets/skills.js";
import { toolClasses } from "./targets/tool-classes.js";

/** Every target, in the order of the documentation. A new one is a file and a line here. */
const emitters: readonly Emitter[] = [
  geminiDiscovery,
  geminiSettings,
  geminiPolicy,
  bin,
  mcpServer,
  hook,
  opencodeHook,
  piExtension,
  providers,
  claudePlugin,
  geminiExtension,
  antigravityPlugin,
  mcpb,
  npmPackage,
  skills,
  opencodeConfig,
  toolClasses,
  geminiClasses,
  docs,
  gitAttributes,
];

/** Made only if they are named. */
const onDemand: readonly Emitter[] = [hosted];

/** Which targets are printed, and what they may reuse. */
export interface EmitOptions extends Partial<EmitServices> {
  /** The names of the targets to run; by default all that are written to disk. Others cost nothing. */
  readonly targets?: readonly string[];
}

/** Runs targets and sorts their files by path. */
export async function emit(
  model: Model,
  assets: Assets,
  { targets, recall = noModuleCache, part = printPart, imports = { extension: "js" } }: EmitOptions = {},
): Promise<readonly OutputFile[]> {
  const selected = targets === undefined ? emitters : [...emitters, ...onDemand].filter(({ name }) => targets.includes(name));
  const files: OutputFile[] = [];
  for (const emitter of selected)
    files.push(...(await emitter.emit(modelFor(model, ...(emitter.targets ?? [])), assets, { recall, part, imports })));
  const programs = files.filter(({ path }) => /^(?:bin|mcp|pi)\//.test(path));
  files.push(...packageLists(programs, assets, recall));
  return files.sort((a, b) => (a.path < b.path ? -1 : 1));
}
