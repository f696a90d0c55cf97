import type { NamelessChange, SurfaceChange, SurfaceDocument } from "./change.js";
import type { ChangeCode } from "./change-kinds.js";
import { compareAccess } from "./compare-access.js";
import { compareCompletions } from "./compare-completions.js";
import { compareParameters } from "./compare-parameters.js";
import { compareLevels } from "./compare-risk.js";
import { compareScopes, compareTexts, compareTools } from "./compare-tools.js";
import { compareDetails } from "./details/compare-details.js";
import { ownMember } from "./own-member.js";
import type { PromptSurface, ResourceSurface, Surface, ToolSurface } from "./surface.js";

/** Returns every change between two surfaces: tools, prompts and resources, each by name. */
export function compareSurfaces(before: Surface, after: Surface): readonly SurfaceChange[] {
  const former = withNewNames(before.tools, after.tools);
  return [
    ...former.renamed.map(({ from, to }): SurfaceChange => ({ document: "tool", name: from, code: "tool-renamed", after: to })),
    ...compareDocuments(
      { document: "tool", before: former.tools, after: after.tools, removed: "tool-removed", added: "tool-added" },
      compareTools,
    ),
    ...compareDocuments(
      { document: "prompt", before: before.prompts, after: after.prompts, removed: "prompt-removed", added: "prompt-added" },
      comparePrompts,
    ),
    ...compareDocuments(
      { document: "resource", before: before.resources, after: after.resources, removed: "resource-removed", added: "resource-added" },
      compareResources,
    ),
    ...compareDetails(before.project, after.project).map(
      (change): SurfaceChange => ({ document: "project", name: projectName, ...change }),
    ),
  ];
}

/** The name of the project in reports: the file that has its settings. */
export const projectName = "toolgen.yaml";

interface Documents<T> {
  readonly document: SurfaceDocument;
  readonly before: Readonly<Record<string, T>>;
  readonly after: Readonly<Record<string, T>>;
  readonly removed: ChangeCode;
  readonly added: ChangeCode;
}

function compareDocuments<T>(
  { document, before, after, removed, added }: Documents<T>,
  compare: (before: T, after: T) => readonly NamelessChange[],
): readonly SurfaceChange[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  return names.flatMap((name): readonly SurfaceChange[] => {
    const [old, now] = [ownMember(before, name), ownMember(after, name)];
    if (old === undefined) return [{ document, name, code: added }];
    if (now === undefined) return [{ document, name, code: removed }];
    return compare(old, now).map((change) => ({ document, name, ...change }));
  });
}

/** A tool whose name became an alias of a new one was renamed. Of several such tools, all but the first are gone. */
function withNewNames(before: Surface["tools"], after: Surface["tools"]) {
  const newNames = new Map<string, string>();
  for (const from of Object.keys(before).filter((name) => ownMember(after, name) === undefined)) {
    const taken = new Set(newNames.values());
    const found = Object.entries(after).find(
      ([to, tool]) => ownMember(before, to) === undefined && tool.nameAliases.includes(from) && !taken.has(to),
    );
    if (found !== undefined) newNames.set(from, found[0]);
  }
  const tools = Object.entries(before).map(([name, tool]): [string, ToolSurface] => {
    const to = newNames.get(name);
    return to === undefined ? [name, tool] : [to, { ...tool, nameAliases: [...tool.nameAliases, name] }];
  });
  return { renamed: [...newNames].map(([from, to]) => ({ from, to })), tools: Object.fromEntries(tools) };
}

const comparePrompts = (before: PromptSurface, after: PromptSurface): readonly NamelessChange[] => [
  ...compareScopes(before.scopes, after.scopes),
  ...compareParameters({ parameters: before.parameters, aliases: {} }, { parameters: after.parameters, aliases: {} }),
  ...compareCompletions(before.completions, after.completions),
  ...compareTexts(before, after),
  ...compareDetails(before.details, after.details),
];

function compareResources(before: ResourceSurface, after: ResourceSurface): readonly NamelessChange[] {
  return [
    ...(before.uri === after.uri ? [] : [{ code: "uri-changed", before: before.uri, after: after.uri } as const]),
    ...(before.mimeType === after.mimeType ? [] : [{ code: "type-changed", before: before.mimeType, after: after.mimeType } as const]),
    ...compareScopes(before.scopes, after.scopes),
    ...compareParameters({ parameters: before.parameters, aliases: {} }, { parameters: after.parameters, aliases: {} }),
    ...compareLevels(before, after),
    ...compareAccess(before.access, after.access),
    ...compareCompletions(before.completions, after.completions),
    ...compareTexts(before, after),
    ...compareResourceDetails(before, after),
  ];
}

/** The settings of a command say nothing about a text or a file, which the resource is instead. */
function compareResourceDetails({ details: before }: ResourceSurface, { details: after }: ResourceSurface): readonly NamelessChange[] {
  const changes = compareDetails(before, after);
  const isOfSameKind = (before?.content === undefined) === (after?.content === undefined);
  return isOfSameKind ? changes : changes.filter(({ keyword = "" }) => !/^(?:output\.|timeout$)/.test(keyword));
}
