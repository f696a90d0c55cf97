import type { CompiledTool } from "../contract/definition.js";
import type { CompiledPrompt, CompiledResource, ResourceIndex } from "../contract/documents.js";

/** The source of a server's tools: generated files, or specs that were compiled in memory. */
export interface ServedToolSource {
  readonly server: ServerIdentity;
  /**
   * The tools of `tools/list`: a JSON array on one line, in UTF-8. Read again each time, so that a server doesn't hold
   * it.
   */
  list(form: SchemaForm): Uint8Array;
  /** The names of all tools. */
  names(): readonly string[];
  /** Returns the same object until a build changes it. */
  groups(): ToolGroups;
  /** A tool by its name or an alias, unless it is hidden; the message of a failure is for the model. */
  find(name: string, hidden?: ReadonlySet<string>): FoundServedTool;
  /** Aliases of tools, and the tools' own names. */
  aliases(): Readonly<Record<string, string>>;
  /** The project's prompts; absent if it has none. */
  readonly prompts?: ServedPrompts | undefined;
  /** The scopes that its tools need, all together. */
  scopes?(): readonly string[];
  /** The project's resources; absent if it has none. */
  readonly resources?: ServedResources | undefined;
  /** The project's skills; absent if it has none. */
  readonly skills?: ServedSkills | undefined;
  /**
   * Calls a function when the lists may have changed, until the returned function is called. Absent if they can't
   * change. What the system doesn't report is looked for at an interval in milliseconds. Throws if the system can't
   * watch.
   */
  watch?(onChange: () => void, everyMs?: number): () => void;
  /** A text that changes with the files of the lists. Absent if they change only while they are watched. */
  listMark?(): string;
  /** The project of the tools, and whether it logs calls; `undefined` if that is unknown. */
  audited?(): { readonly project: string; readonly isLoggedByProject: boolean } | undefined;
}

export type ScopesByName = Readonly<Record<string, readonly string[]>>;

export interface ServedPrompts {
  /** The prompts of `prompts/list`: a JSON array on one line, in UTF-8. */
  list(): Uint8Array;
  find(name: string): FoundPrompt;
  /** The scopes of prompts that need any, by their names. */
  scopes(): ScopesByName;
}

export type FoundPrompt =
  | { readonly ok: true; readonly prompt: CompiledPrompt; readonly projectDir: string }
  | { readonly ok: false; readonly message: string };

export interface ServedResources {
  /** True if some of them are files, which clients can follow. */
  readonly hasFiles: boolean;
  /** The resources of `resources/list`: a JSON array on one line, in UTF-8. */
  list(): Uint8Array;
  /** The same for `resources/templates/list`. */
  listTemplates(): Uint8Array;
  index(): ResourceIndex;
  find(name: string): FoundResource;
  /** The scopes of resources that need any, by their names. */
  scopes(): ScopesByName;
}

/** Agent Skills: folders with a file `SKILL.md`, and references beside it. */
export interface ServedSkills {
  /** The frontmatter of each skill: a JSON array, in UTF-8. */
  index(): Uint8Array;
  /** The paths of a skill's files below its folder, sorted. */
  files(skill: string): readonly string[];
  /** A file by its path below the folder of all skills. */
  read(path: string): Uint8Array | undefined;
}

export type FoundResource =
  | { readonly ok: true; readonly resource: CompiledResource; readonly projectDir: string }
  | { readonly ok: false; readonly message: string };

/**
 * The form of the tools' schemas: as in their specs, or open for a client that validates calls before it sends them.
 */
export type SchemaForm = "canonical" | "open";

/** The name that a server gives to clients; its version comes from its tools (`serve/server.ts`). */
export interface ServerIdentity {
  readonly name: string;
  /** That of the package that it is in. */
  readonly version?: string;
  /** Tells a model about its tools together. */
  readonly instructions?: string;
  /** The largest message that it reads, in bytes (`limits.request` of `toolgen.yaml`). */
  readonly maxRequestBytes?: number;
  /** How many items a page of its lists has (`targets.mcp.pageSize`). */
  readonly pageSize?: number;
}

/** Names of tools by the name that stands for them. */
export interface ToolGroups {
  readonly toolsets: Readonly<Record<string, readonly string[]>>;
  /** The tools that read the output of a background tool and stop it, by its name. */
  readonly companions: Readonly<Record<string, readonly string[]>>;
}

export type FoundServedTool =
  | { readonly ok: true; readonly tool: CompiledTool; readonly projectDir: string }
  | { readonly ok: false; readonly message: string };
