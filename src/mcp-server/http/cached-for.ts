/** Returns a function that makes a value, and makes it again once it is older than a time in milliseconds. */
export function cachedFor<Value>(ms: number, make: () => Value): () => Value {
  let last: { readonly value: Value; readonly at: number } | undefined;
  return () => {
    const now = performance.now();
    if (last === undefined || now - last.at > ms) last = { value: make(), at: now };
    return last.value;
  };
}
