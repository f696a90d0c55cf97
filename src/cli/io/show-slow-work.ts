import type { Terminal } from "./terminal.js";

/** How long work may be silent on a terminal. */
const silenceMs = 1000;

/** Does work, and shows on a terminal after a second what it is waiting for. */
export async function showSlowWork<T>({ isWatched, progress }: Terminal, text: string, work: () => Promise<T>): Promise<T> {
  if (!isWatched) return work();
  let isShown = false;
  const timer = setTimeout(() => {
    isShown = true;
    progress(text);
  }, silenceMs);
  try {
    return await work();
  } finally {
    clearTimeout(timer);
    if (isShown) progress("");
  }
}
