import type { ClientRoots } from "../roots/client-roots.js";
import type { Following, ResourceSubscriptions } from "./resource-subscriptions.js";

/** The root that a resource is followed in. */
export interface FollowedRoot {
  readonly roots: Pick<ClientRoots, "onChanged">;
  /** Waits for the client's root. Rejects with the protocol's error if it can't be the workspace. */
  readonly assertWorkspace: () => Promise<void>;
}

/**
 * Follows a resource in the client's root until the returned function is called, and in its next root after that has
 * changed: the URI then means another file, which counts as a change. Nothing is followed while the client has no root
 * to work in. Rejects with the protocol's error.
 */
export async function followInRoot(
  subscriptions: ResourceSubscriptions,
  following: Following,
  { roots, assertWorkspace }: FollowedRoot,
): Promise<() => void> {
  let stop: (() => void) | undefined;
  // Before the wait: a root that changes meanwhile is asked for at once.
  const forget = roots.onChanged((hasWorkspace) => {
    if (stop === undefined) return;
    stop();
    stop = hasWorkspace ? subscriptions.followSome([following]) : () => {};
    if (hasWorkspace) following.onUpdated();
  });
  try {
    await assertWorkspace();
    stop = subscriptions.follow(following);
  } catch (error) {
    forget();
    throw error;
  }
  return () => {
    forget();
    stop?.();
  };
}
