/**
 * Returns an object with the members of `head` and those in `names`, which are all read when one of them is first
 * needed. It can be copied, printed, compared and sent to another thread like any other object.
 */
export function lazyValue<T extends object>(head: T, names: readonly string[], read: () => Readonly<Record<string, unknown>>): T {
  let members: Readonly<Record<string, unknown>> | undefined;
  const get = (name: string) => {
    members ??= read();
    return members[name];
  };
  for (const name of names) Object.defineProperty(head, name, { enumerable: true, configurable: true, get: () => get(name) });
  return head;
}
