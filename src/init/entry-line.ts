/**
 * Names in other tools' files are untrusted. A control character would garble the output for users, and templates can't
 * express a backslash before two braces.
 */
export const isUsable = (name: string): boolean => name !== "" && name.length <= 100 && !/[\p{C}\u2028\u2029]|\\\{\{/u.test(name);

/** A comment or a command as one line of at most 200 characters. */
export function entryLine(text: string): string {
  const line = text
    .replaceAll(/[\p{C}\p{Z}\s]+/gu, " ")
    .trim()
    .replaceAll(/[`]/g, "'");
  return line.length <= 200 ? line : `${line.slice(0, 199).trimEnd()}…`;
}

/** Describes a tool by the comment of the file's author, if there is one, and by the command that it runs. */
export function describe(run: string, { comment, script }: { readonly comment?: string | undefined; readonly script?: string }): string {
  const sentence = comment === undefined ? "" : entryLine(comment);
  const runs = `\`${entryLine(run)}\``;
  if (sentence !== "") return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}${/[.!?…]$/.test(sentence) ? "" : "."} Runs ${runs}.`;
  return script === undefined || entryLine(script) === "" ? `Run ${runs}.` : `Run ${runs}, which is \`${entryLine(script)}\`.`;
}

/** Programs with these names serve until they are ended. */
export const isLasting = (name: string): boolean =>
  /(?:^|[:_.-])(?:dev|start|serve|server|watch|preview|storybook)(?:$|[:_.-])/i.test(name);

/**
 * Returns true for commands that only check, compile or test: they are moderate. Any other command of a project stays
 * dangerous, the default of `execute`.
 */
export const isHarmless = (name: string): boolean =>
  /^(?:test|tests|spec|check|checks|lint|typecheck|types|tsc|build|compile|format|fmt|bench|coverage|verify|validate|docs?)(?:$|[:_.-])/i.test(
    name,
  ) && !/deploy|publish|release|push|clean|reset|drop|prod|fix|update/i.test(name);
