import { setFlagsFromString } from "node:v8";

/**
 * Does work that calls the same few functions thousands of times and is over in milliseconds. V8's optimizing compiler would take longer, in
 * threads beside, than its code saves; so it begins nothing meanwhile. It asks for this flag each time that it could begin.
 */
export async function withoutOptimizer<T>(work: () => Promise<T>): Promise<T> {
  setFlagsFromString("--no-opt");
  try {
    return await work();
  } finally {
    setFlagsFromString("--opt");
  }
}
