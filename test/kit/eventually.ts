import { setTimeout as sleep } from "node:timers/promises";

/** For `vi.waitFor` and its like: as long as only a test that hangs takes, and less than after which vitest ends it. */
export const patience = { timeout: 500_000 } as const;

/** Waits for a condition as long as a busy machine may need; the caller's expectation then says what was missing. */
export async function eventually(condition: () => boolean): Promise<boolean> {
  for (let left = patience.timeout / 50; left > 0; left--) {
    if (condition()) return true;
    await sleep(50);
  }
  return condition();
}
