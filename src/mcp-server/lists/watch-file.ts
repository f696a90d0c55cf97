import { markIfThere } from "./change-mark.js";

/** The file is looked at in this interval, by default. In milliseconds. */
export const lookMs = 1000;

/**
 * Calls a function when a file has changed, appeared or gone, wherever its path leads by then: it may be a link, and
 * folders above it may be made, renamed or linked elsewhere. The system's notifications know none of this. It doesn't
 * keep the process alive. Returns a function that ends it.
 */
export function watchFile(path: string, onChange: () => void, everyMs = lookMs): () => void {
  // At once: Node's own watchFile first looks later, and misses what changes until then.
  let mark = markIfThere(path);
  const timer = setInterval(() => {
    const last = mark;
    mark = markIfThere(path);
    if (mark !== last) onChange();
  }, everyMs).unref();
  return () => clearInterval(timer);
}
