/**
 * Returns false if a command can't end in one of these filters: none of their names follows a pipe. It is called before
 * the parser of shell commands is loaded, which costs more than reading most commands.
 */
export function mayEndInFilter(command: string, extractors: readonly string[]): boolean {
  const pipe = command.indexOf("|");
  if (pipe === -1) return false;
  const rest = command.slice(pipe);
  // A name may be quoted (`\head`), and only the parser reads `$'…'` and `$"…"`.
  const words = /["'\\]/.test(rest) ? rest.replaceAll(/\\\n|["'\\]/g, "") : rest;
  return rest.includes("$'") || rest.includes('$"') || words.split(/[^\w.-]+/).some((word) => extractors.includes(word));
}
