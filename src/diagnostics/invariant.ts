/** A bug in toolgen, as opposed to a mistake in a spec. The command line exits with code 70 and asks for a report. */
export class InternalError extends Error {
  override readonly name = "InternalError";
}

/** Throws an `InternalError` unless the condition holds. Only for what no input should be able to cause. */
export function invariant(condition: unknown, message: string): asserts condition {
  if (!condition) throw new InternalError(message);
}

/** Closes a switch over a union: the type checker refuses it while a variant is unhandled. */
export function unreachable(value: never): never {
  throw new InternalError(`unhandled variant: ${JSON.stringify(value)}`);
}
