const mostFrames = 10;

/**
 * Returns the model's message for an exception of a handler: only the advice of an expected failure, else the message
 * and its position in the project.
 */
export function failureText(error: unknown, projectDir: string): string {
  if (!isError(error)) return `The handler failed: it threw ${thrown(error)}.`;
  if (error.name === "ToolError") return error.message;
  return [`The handler failed: ${error.name}: ${error.message}`, ...framesOf(error, projectDir), ...causeOf(error, projectDir)].join("\n");
}

/** Errors of other realms aren't instances of this realm's `Error`. */
const isError = (value: unknown): value is Error => value instanceof Error || Object.prototype.toString.call(value) === "[object Error]";

function thrown(value: unknown): string {
  try {
    return typeof value === "string" ? JSON.stringify(value) : (JSON.stringify(value) ?? String(value));
  } catch {
    return "a value that can't be shown";
  }
}

/**
 * The stack frames in the project's own files and in packages, relative to the project's folder, so that an editor can
 * open them.
 */
function framesOf({ stack }: Error, projectDir: string): readonly string[] {
  const lines = typeof stack === "string" ? stack.split("\n") : [];
  const frames = lines.filter((line) => /^\s+at /.test(line) && !/\bnode:|\(<anonymous>\)|toolgen-handler:/.test(line));
  const root = projectDir.endsWith("/") ? projectDir : `${projectDir}/`;
  return frames.slice(0, mostFrames).map((line) => `    ${line.trim().replaceAll("file://", "").replaceAll(root, "")}`);
}

function causeOf({ cause }: Error, projectDir: string): readonly string[] {
  if (!isError(cause)) return [];
  return [`Because of ${cause.name}: ${cause.message}`, ...framesOf(cause, projectDir)];
}
