import { existsSync } from "node:fs";
import { effectiveMetadata } from "../../call/decide-tool.js";
import { definitionOn } from "../../call/execute-call.js";
import type { GeneratedFolder } from "../../call/find-tool.js";
import { canUpdateOutput } from "../../call/live-output.js";
import { userSettingsFile } from "../../call/user-settings.js";
import type { ToolDefinition, Validator } from "../../contract/definition.js";
import type { JsonObject } from "../../contract/json-value.js";
import type { ToolMetadata } from "../../contract/risk.js";
import type { ToolResult } from "../../contract/tool-result.js";
import { BaseDeclarativeTool } from "../tool/base-declarative-tool.js";
import { CommandInvocation } from "../tool/command-invocation.js";
import { checkedExecuteOptions } from "../tool/declarative-tool.js";
import { type DefinedTool, isMarkdown } from "../tool/define-tool.js";
import { contextOf, contextOfCall, type ExecuteOptions, type ToolEnvironment } from "../tool/tool-invocation.js";
import type { Lifetime } from "./lifetime.js";

/** Where a generated tool is read from, and the environment and time limit of its calls. */
export interface GeneratedToolContext {
  readonly folder: GeneratedFolder;
  readonly environment: ToolEnvironment;
  readonly lifetime: Lifetime;
}

/** A tool of a `generated` folder: equivalent to its generated class, with each file read on first use. */
export class GeneratedTool extends BaseDeclarativeTool<JsonObject, ToolResult> {
  readonly #tool: DefinedTool;
  readonly #context: GeneratedToolContext;

  constructor(name: string, context: GeneratedToolContext) {
    const tool = new ToolOfFolder(name, context.folder);
    super(tool);
    this.#tool = tool;
    this.#context = context;
  }

  /**
   * Under the user's settings and those of the command line, if there are any; without them only the declaration is
   * read.
   */
  override get metadata(): ToolMetadata {
    const { environment } = this.#context;
    const file = userSettingsFile(contextOf(environment).env);
    const isSaid = environment.settings !== undefined || (file !== undefined && existsSync(file));
    if (!isSaid) return super.metadata;
    const { definition } = this.#tool;
    return effectiveMetadata(definition, this.risk, contextOfCall(environment, definition));
  }

  protected override createInvocation(params: JsonObject): CommandInvocation<JsonObject> {
    const { folder, environment, lifetime } = this.#context;
    return new GeneratedInvocation(params, this.#tool, { ...environment, projectDir: folder.projectDir }, lifetime);
  }
}

/** A call that ends with the registry. */
class GeneratedInvocation extends CommandInvocation<JsonObject> {
  readonly #lifetime: Lifetime;

  constructor(...[params, tool, environment, lifetime]: readonly [JsonObject, DefinedTool, ToolEnvironment, Lifetime]) {
    super(params, tool, environment);
    this.#lifetime = lifetime;
  }

  override async execute(given: ExecuteOptions): Promise<ToolResult> {
    const options = checkedExecuteOptions(given);
    return this.#lifetime.run(options.abortSignal, (abortSignal) => super.execute({ ...options, abortSignal }));
  }
}

/** Each property is read from its file on first access. */
class ToolOfFolder implements DefinedTool {
  readonly name: string;
  readonly #folder: GeneratedFolder;

  constructor(name: string, folder: GeneratedFolder) {
    this.name = name;
    this.#folder = folder;
    Object.defineProperties(this, ownGetters);
  }

  get displayName() {
    return this.#folder.declared(this.name).displayName;
  }

  get description() {
    return this.#folder.declared(this.name).declaration.description;
  }

  get kind() {
    return this.#folder.declared(this.name).kind;
  }

  get risk() {
    return this.#folder.declared(this.name).risk;
  }

  get parameterSchema() {
    return this.#folder.declared(this.name).declaration.parametersJsonSchema;
  }

  get locations() {
    return this.#folder.declared(this.name).locations;
  }

  get definition(): ToolDefinition {
    return definitionOn(this.#folder.module(this.name).definition, process.platform);
  }

  get isOutputMarkdown() {
    return isMarkdown(this.definition.output);
  }

  get canUpdateOutput() {
    return canUpdateOutput(this.definition);
  }

  get validate(): Validator {
    return this.#folder.module(this.name).validate;
  }

  get validateOutput(): Validator | undefined {
    return this.#folder.module(this.name).validateOutput;
  }
}

/**
 * If another definition overrides the tool's (of a platform, of a preview), a copy is made, which gets only own
 * properties.
 */
const ownGetters = Object.fromEntries(
  Object.entries(Object.getOwnPropertyDescriptors(ToolOfFolder.prototype))
    .filter(([, { get }]) => get !== undefined)
    .map(([name, property]) => [name, { ...property, enumerable: true }]),
);
