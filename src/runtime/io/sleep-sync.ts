/** Blocks for a moment: for a pipe that its other owner made non-blocking and that is empty or full at the moment. */
export function sleepSync(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
