import { setFlagsFromString } from "node:v8";

/**
 * Does work that calls the same few functions thousands of times and takes milliseconds. V8's optimizing compiler, in
 * threads beside it, would take longer than its code saves, so it is turned off meanwhile. V8 reads this flag each time
 * that it could start.
 */
export async function withoutOptimizer<T>(work: () => Promise<T>): Promise<T> {
  setFlagsFromString("--no-opt");
  try {
    return await work();
  } finally {
    setFlagsFromString("--opt");
  }
}
