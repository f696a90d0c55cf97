/** Signals a whole process group, by the process that leads it. Returns false if there was none. */
export function signalGroup(leader: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-leader, signal);
  } catch {
    return false;
  }
}
