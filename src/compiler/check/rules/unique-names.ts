import { type Diagnostic, pathAndLine, type Span } from "../../../contract/diagnostic.js";
import { diagnostic } from "../../../contract/diagnostic-codes.js";
import { closest, fileBase } from "../../../contract/names.js";
import { nodeAt, type SpecDocument } from "../../../contract/spec-node.js";
import type { PromptModel, ResourceModel } from "../../model.js";
import type { ToolModel } from "../../tool-model.js";
import type { ToolContext } from "../language/tool-context.js";

/** A name that a document claims for its tool: the tool's own, or an alias. */
export interface NameClaim {
  readonly name: string;
  readonly span: Span;
  readonly isAlias: boolean;
  /** The client whose own tool it is: its names are separate from those of other tools. */
  readonly host?: string;
}

/** The names that a document claims, even if other parts of it are wrong. */
export function nameClaims({ root }: SpecDocument): readonly NameClaim[] {
  const name = nodeAt(root, ["name"]) ?? nodeAt(root, ["resource"]);
  const aliases = nodeAt(root, ["nameAliases"]);
  const host = nodeAt(root, ["host"]);
  const at = host?.kind === "scalar" ? { host: host.text } : {};
  const own = name?.kind === "scalar" && name.text !== "" ? [{ name: name.text, span: name.span, isAlias: false, ...at }] : [];
  const others = aliases?.kind === "list" ? aliases.items : [];
  return [
    ...own,
    ...others.flatMap((item) => (item.kind === "scalar" ? [{ name: item.text, span: item.span, isAlias: true, ...at }] : [])),
  ];
}

/**
 * Tool names and name aliases are unique in the project. Names that differ only in case are one file on some systems,
 * and one name to many models: they count as equal. A tool's own name has precedence over an alias, wherever they are.
 * Names of tools must differ by more than underscores too: `get_page` and `getPage` would be one class. The tools of
 * each client itself (`host`) have a separate namespace.
 */
export function checkUniqueNames(claims: readonly NameClaim[]): readonly Diagnostic[] {
  const taken = new Map<string, Span>();
  const classes = new Map<string, { readonly name: string; readonly span: Span }>();
  return [...claims.filter((claim) => !claim.isAlias), ...claims.filter((claim) => claim.isAlias)].flatMap((claim) => {
    const { name, span, isAlias, host = "" } = claim;
    const key = `${host} ${name.toLowerCase()}`;
    const first = taken.get(key);
    taken.set(key, first ?? span);
    const classKey = `${host} ${plain(name)}`;
    const like = isAlias ? undefined : classes.get(classKey);
    if (!isAlias) classes.set(classKey, like ?? { name, span });
    if (first !== undefined)
      return [diagnostic(isAlias ? "duplicate-name-alias" : "duplicate-tool", span, { name, first: pathAndLine(first) })];
    return like === undefined ? [] : [diagnostic("similar-tool", span, { name, other: like.name, first: pathAndLine(like.span) })];
  });
}

/** Names of prompts are unique among prompts: they are names of files and of clients' commands. */
export function checkUniquePrompts(prompts: readonly PromptModel[]): readonly Diagnostic[] {
  const taken = new Map<string, Span>();
  return prompts.flatMap(({ tool: { name, source } }) => {
    const file = fileBase(name.toLowerCase());
    const first = taken.get(file);
    taken.set(file, first ?? source.nameSpan);
    return first === undefined ? [] : [diagnostic("duplicate-prompt", source.nameSpan, { name, first: pathAndLine(first) })];
  });
}

/** A URI is one resource's. */
export function checkUniqueUris(resources: readonly ResourceModel[]): readonly Diagnostic[] {
  const taken = new Map<string, Span>();
  return resources.flatMap(({ uri, tool: { source } }) => {
    const text = uri.kind === "fixed" ? uri.uri : uri.text;
    const first = taken.get(text);
    taken.set(text, first ?? source.nameSpan);
    return first === undefined ? [] : [diagnostic("duplicate-uri", source.nameSpan, { uri: text, first: pathAndLine(first) })];
  });
}

const plain = (name: string) => name.toLowerCase().replaceAll("_", "");

/** Model APIs accept names of 64 characters, and clients add a prefix. */
export function checkToolName(tool: ToolContext): readonly Diagnostic[] {
  const length = tool.spec.name?.length ?? 0;
  return length > 48 ? [diagnostic("name-too-long", tool.at(["name"]), { length: String(length) })] : [];
}

/** Reports tools that examples name in `chooses`, and that no spec of the project is for, with or without mistakes. */
export function checkChosenTools(tools: readonly ToolModel[], claims: readonly NameClaim[]): readonly Diagnostic[] {
  const names = claims.flatMap(({ name, isAlias, host }) => (isAlias || host !== undefined ? [] : [name]));
  return tools.flatMap(({ otherChoices }) =>
    otherChoices.flatMap(({ tool, span }) =>
      tool === undefined || names.includes(tool)
        ? []
        : [diagnostic("unknown-chosen-tool", span, { tool }, { didYouMean: closest(tool, names) })],
    ),
  );
}
