const name = "SharedStateError";

/** Shared state that can't be reached. Its class is in another file than the server, so that only its name tells. */
export class SharedStateError extends Error {
  override readonly name = name;
}

export const isSharedStateError = (error: unknown): boolean => error instanceof Error && error.name === name;
