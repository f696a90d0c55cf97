/** Blocks for a moment: for a pipe that its other owner made non-blocking and that has nothing to give or no room just now. */
export function sleepSync(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
