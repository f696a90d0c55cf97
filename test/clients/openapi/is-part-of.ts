/** Returns true if a result holds only what an answer holds at the same places. */
export function isPartOf(result: unknown, answer: unknown): boolean {
  if (Array.isArray(result))
    return Array.isArray(answer) && result.length === answer.length && result.every((item, n) => isPartOf(item, answer[n]));
  if (typeof result === "object" && result !== null) {
    if (typeof answer !== "object" || answer === null) return false;
    return Object.entries(result).every(
      ([key, value]) => Object.hasOwn(answer, key) && isPartOf(value, (answer as Record<string, unknown>)[key]),
    );
  }
  return result === answer;
}

/** Returns the value at a JSON Pointer. */
export const pointed = (value: unknown, pointer = ""): unknown =>
  pointer
    .split("/")
    .slice(1)
    .reduce<unknown>((at, step) => (at as Record<string, unknown>)[step.replaceAll("~1", "/").replaceAll("~0", "~")], value);
