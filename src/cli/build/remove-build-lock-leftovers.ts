import { buildLock, cacheFolder } from "../../cache/cache-folder.js";
import { type Host, HostError } from "../../host.js";
import { isAlive } from "../../runtime/io/is-alive.js";

const leftover = new RegExp(`^${buildLock.slice(cacheFolder.length + 1)}\\.([1-9]\\d{0,9})$`);

/** Removes the files of builds that were killed as they took the lock. Those of running processes stay. */
export async function removeBuildLockLeftovers(host: Host): Promise<void> {
  try {
    for (const { name } of (await host.list(cacheFolder)) ?? []) {
      const pid = Number(leftover.exec(name)?.[1]);
      if (pid > 0 && !isAlive(pid)) await host.remove(`${cacheFolder}/${name}`);
    }
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
  }
}
