/**
 * The type of a result or an error, without its text, which may have arguments in it. `undefined` for a result that is
 * none.
 */
export function resultErrorType(result: unknown): string | undefined {
  return typeof result === "object" && result !== null && "isError" in result && result.isError === true ? "tool_error" : undefined;
}

export function thrownErrorType(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (typeof code === "number") return String(code);
  return error instanceof Error ? error.name : "_OTHER";
}
