/**
 * Adds the members in `names` to `target`, and returns it. All of them are read on the first access to one of them. It
 * can be copied, printed, compared and sent to another thread like any other object.
 */
export function lazyValue<T extends object>(target: T, names: readonly string[], read: () => Readonly<Record<string, unknown>>): T {
  let members: Readonly<Record<string, unknown>> | undefined;
  // What it reads from can be let go of afterwards.
  let pending: typeof read | undefined = read;
  const get = (name: string) => {
    members ??= pending?.();
    pending = undefined;
    return members?.[name];
  };
  for (const name of names) Object.defineProperty(target, name, { enumerable: true, configurable: true, get: () => get(name) });
  return target;
}
