const name = "SharedStateError";

/**
 * Shared state that can't be reached. `redis.cjs` and `server.cjs` each contain this class, so `instanceof` fails
 * between them, and errors are known by their name.
 */
export class SharedStateError extends Error {
  override readonly name = name;
}

export const isSharedStateError = (error: unknown): boolean => error instanceof Error && error.name === name;
