import { isSettled } from "../../cache/build-stamp.js";
import type { Host } from "../../host.js";

/** The known facts about a file, for as long as its mark stays the same. */
interface Remembered {
  readonly mark: string;
  stat?: ReturnType<Host["stat"]>;
  read?: ReturnType<Host["read"]>;
}

/**
 * Returns a function that makes a host for each compilation. Such a host looks at a file once, and reads it only if it
 * has changed since an earlier compilation.
 */
export function rememberFiles(host: Host): () => Host {
  const known = new Map<string, Remembered>();
  return () => {
    const started = Date.now();
    const looked = new Set<string>();
    const now = async (path: string): Promise<Remembered> => {
      const last = known.get(path);
      if (last !== undefined && looked.has(path)) return last;
      const [mark = ""] = await host.marks([path]);
      looked.add(path);
      const entry = last?.mark === mark && isSettled(mark, started) ? last : { mark };
      known.set(path, entry);
      return entry;
    };
    return {
      ...host,
      stat: async (path) => {
        const entry = await now(path);
        entry.stat ??= host.stat(path);
        return entry.stat;
      },
      read: async (path) => {
        const entry = await now(path);
        entry.read ??= host.read(path);
        return entry.read;
      },
    };
  };
}
