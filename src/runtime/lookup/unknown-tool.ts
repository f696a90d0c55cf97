/** What is said of a name that no tool has, with the tools that it may have been meant for. */
export function unknownTool(name: string, near: readonly string[]): string {
  const shown = JSON.stringify(name.length > 100 ? `${name.slice(0, 100)}…` : name);
  if (near.length === 0) return `There is no tool named ${shown}.`;
  return `There is no tool named ${shown}. Did you mean ${near.map((other) => `'${other}'`).join(" or ")}?`;
}
