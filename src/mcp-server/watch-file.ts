import { type StatsListener, unwatchFile, watchFile as watchStatus } from "node:fs";

/** The file is looked at in this interval. In milliseconds. */
const lookMs = 1000;

/**
 * Calls a function when a file has changed, appeared or gone, wherever its path leads by then: it may be a link, and
 * folders above it may be made, renamed or linked elsewhere. The system's notifications know none of this. It doesn't
 * keep the process alive. Returns a function that ends it.
 */
export function watchFile(path: string, onChange: () => void): () => void {
  const listener: StatsListener = () => onChange();
  watchStatus(path, { persistent: false, interval: lookMs }, listener);
  return () => unwatchFile(path, listener);
}
