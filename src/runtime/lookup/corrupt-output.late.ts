/**
 * Returns the message for a file of `generated/` that no build wrote like this: the build was interrupted, or the file
 * was edited, merged or partly deleted.
 */
export function corruptOutputMessage(what: string): string {
  return `${what}: generated/ is incomplete or damaged. Run 'toolgen build' to regenerate it.`;
}
