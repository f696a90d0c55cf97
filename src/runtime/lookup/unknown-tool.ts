/** Returns the message for an unknown name, with the tools that may have been meant. */
export function unknownTool(name: string, near: readonly string[]): string {
  const shown = `'${JSON.stringify(name.length > 100 ? `${name.slice(0, 100)}…` : name).slice(1, -1)}'`;
  if (near.length === 0) return `There is no tool named ${shown}.`;
  return `There is no tool named ${shown}. Did you mean ${near.map((other) => `'${other}'`).join(" or ")}?`;
}

/** Namespaces that APIs and hosts put before a tool's name: `functions.x`, `toolgen.x`, `server:x`. */
const namespaces = /^(?:[\w-]+[.:/])+(?=[A-Za-z_])/;

/** Returns a name without a namespace, quotes around it, and the call's number or the chat's tokens behind it. */
export const nameWithoutHost = (name: string): string =>
  name
    .trim()
    .replace(/^["'`]+/, "")
    .replace(/["'`]{1,9}$/, "")
    .replace(/<\|[\s\S]*/, "")
    .replace(/:\d+$/, "")
    .replace(namespaces, "");
