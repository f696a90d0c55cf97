import type { NamelessChange, SurfaceChange, SurfaceDocument } from "./change.js";
import type { ChangeCode } from "./change-kinds.js";
import { compareParameters } from "./compare-parameters.js";
import { compareTexts, compareTools } from "./compare-tools.js";
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
  ];
}

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
    const [old, now] = [own(before, name), own(after, name)];
    if (old === undefined) return [{ document, name, code: added }];
    if (now === undefined) return [{ document, name, code: removed }];
    return compare(old, now).map((change) => ({ document, name, ...change }));
  });
}

const own = <T>(all: Readonly<Record<string, T>>, name: string): T | undefined => (Object.hasOwn(all, name) ? all[name] : undefined);

/** A tool whose name became an alias of a new one was renamed. */
function withNewNames(before: Surface["tools"], after: Surface["tools"]) {
  const renamed = Object.keys(before)
    .filter((from) => own(after, from) === undefined)
    .flatMap((from) => {
      const found = Object.entries(after).find(([to, tool]) => own(before, to) === undefined && tool.nameAliases.includes(from));
      return found === undefined ? [] : [{ from, to: found[0] }];
    });
  const newName = new Map(renamed.map(({ from, to }) => [from, to]));
  const tools = Object.entries(before).map(([name, tool]): [string, ToolSurface] => {
    const to = newName.get(name);
    return to === undefined ? [name, tool] : [to, { ...tool, nameAliases: [...tool.nameAliases, name] }];
  });
  return { renamed, tools: Object.fromEntries(tools) };
}

const comparePrompts = (before: PromptSurface, after: PromptSurface) => [
  ...compareParameters({ parameters: before.parameters, aliases: {} }, { parameters: after.parameters, aliases: {} }),
  ...compareTexts(before, after),
];

function compareResources(before: ResourceSurface, after: ResourceSurface): readonly NamelessChange[] {
  return [
    ...(before.uri === after.uri ? [] : [{ code: "uri-changed", before: before.uri, after: after.uri } as const]),
    ...(before.mimeType === after.mimeType ? [] : [{ code: "type-changed", before: before.mimeType, after: after.mimeType } as const]),
    ...compareTexts(before, after),
  ];
}
