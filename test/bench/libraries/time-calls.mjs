import { quantile } from "../measure.mjs";

/** Makes a call several times, one after the other: milliseconds of the first, and the median of the later ones. Throws if an answer isn't right. */
export async function timeCalls(call, { holds, calls }) {
  const times = [];
  for (let i = 0; i < calls; i++) {
    const start = performance.now();
    const { llmContent, error } = await call();
    times.push(performance.now() - start);
    const text = JSON.stringify(llmContent);
    if (error !== undefined || !text.includes(holds)) throw new Error(`The answer is wrong: ${error?.message ?? text.slice(0, 300)}`);
  }
  return { first: times[0], later: quantile(times.slice(1), 0.5) };
}
