import type { ChildProcess } from "node:child_process";

/**
 * Sets if a process or a stream keeps this process alive. Sockets can do this; Node's types of streams don't say so.
 */
export function setReferenced(one: object | null, isReferenced: boolean): void {
  const { ref, unref } = one as Partial<Pick<ChildProcess, "ref" | "unref">>;
  Reflect.apply((isReferenced ? ref : unref) ?? (() => {}), one, []);
}
