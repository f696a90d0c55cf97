import type { AuthInfo, Server } from "@modelcontextprotocol/server";
import { assertWorkspace, type ClientRoots } from "../call/client-roots.js";
import { principalOf } from "../state/current-exchange.js";
import type { Following, ResourceSubscriptions } from "./resource-subscriptions.js";

/** Answers `resources/subscribe` and `resources/unsubscribe` of one connection of a revision up to 2025-11-25. */
export function serveSubscriptions(server: Server, subscriptions: ResourceSubscriptions, roots: ClientRoots | undefined): void {
  const stops = new Map<string, () => void>();
  let isClosed = false;
  const end = (uri: string) => {
    stops.get(uri)?.();
    stops.delete(uri);
  };
  const assertRoot = () => assertWorkspace(server, { roots, era: "legacy" });
  const begin = async (uri: string, authInfo: AuthInfo | undefined) => {
    if (stops.has(uri)) return;
    const following = { uri, principal: principalOf(authInfo), scopes: authInfo?.scopes, onUpdated: () => sendUpdated(server, uri) };
    const stop = roots
      ? await followInRoot(subscriptions, following, { roots, assertWorkspace: assertRoot })
      : subscriptions.follow(following);
    if (isClosed) stop();
    else stops.set(uri, stop);
  };
  const inOrder = oneAfterAnother();
  server.setRequestHandler("resources/subscribe", async ({ params: { uri } }, { http }) => {
    await inOrder(() => begin(uri, http?.authInfo));
    return {};
  });
  server.setRequestHandler("resources/unsubscribe", async ({ params: { uri } }) => {
    await inOrder(async () => end(uri));
    return {};
  });
  const { onclose } = server;
  server.onclose = () => {
    isClosed = true;
    for (const uri of [...stops.keys()]) end(uri);
    onclose?.();
  };
}

/** Runs each piece of work after those before it: what ends a subscription must not overtake what begins it. */
function oneAfterAnother(): (work: () => Promise<void>) => Promise<void> {
  let last = Promise.resolve();
  return (work) => {
    const run = last.then(work);
    last = run.catch(() => {});
    return run;
  };
}

/** Tells a client that a resource has changed. One that has gone doesn't need to know. */
export function sendUpdated(server: Pick<Server, "notification">, uri: string): void {
  server.notification({ method: "notifications/resources/updated", params: { uri } }).catch(() => {});
}

/** The root that a resource is followed in. */
interface FollowedRoot {
  readonly roots: Pick<ClientRoots, "onChanged">;
  /** Waits for the client's root. Rejects with the protocol's error if it can't be the workspace. */
  readonly assertWorkspace: () => Promise<void>;
}

/**
 * Follows a resource in the client's root until the returned function is called, and in its next root after that has
 * changed: the URI then means another file, which counts as a change. Nothing is followed while the client has no root
 * to work in. Rejects with the protocol's error.
 */
async function followInRoot(
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
