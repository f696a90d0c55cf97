/**
 * An object with the members of `head`, and those that `names` lists, which are read all at once when one of them is first asked for. To whoever copies, prints or compares it, or
 * sends it to another thread, it is an object like any other.
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
