import { Socket } from "node:dgram";
import type { EventEmitter } from "node:events";
import files from "node:fs";
import { Server } from "node:net";
import { Worker } from "node:worker_threads";

/** Knows what a handler has started that can go on without keeping the process alive. */
export interface QuietHandles {
  readonly any: () => boolean;
}

/** An immediate has this in all versions of Node. Without it, the immediate would count as pending. */
interface Started {
  readonly _destroyed?: boolean;
}

/**
 * Observes threads, servers, sockets for datagrams and immediates from their `unref` on, and watchers of files. Node
 * lists no such handle among the active resources. Connections don't count, because they may be used again.
 *
 * The modules are loaded before the handler's: which way a handler loads them makes no difference then.
 */
export function observeHandles(): QuietHandles {
  const handles = new Set<EventEmitter>();
  let immediates: Started[] = [];
  const keep = (handle: EventEmitter, end: string) => {
    if (handles.has(handle)) return;
    handles.add(handle);
    handle.once(end, () => handles.delete(handle));
  };
  onUnref(Worker.prototype, (thread) => keep(thread, "exit"));
  onUnref(Server.prototype, (server) => keep(server, "close"));
  onUnref(Socket.prototype, (socket) => keep(socket, "close"));
  const immediate = setImmediate(() => {});
  clearImmediate(immediate);
  onUnref(Object.getPrototypeOf(immediate) as Started & Unreferenced, (one) => immediates.push(one));
  const observed = (watch: unknown, end: string) =>
    function observer(this: unknown, ...values: unknown[]): EventEmitter {
      const watcher = Reflect.apply(watch as (...values: unknown[]) => EventEmitter, this, values);
      keep(watcher, end);
      return watcher;
    };
  Object.assign(files, { watch: observed(files.watch, "close"), watchFile: observed(files.watchFile, "stop") });
  return {
    any: () => {
      immediates = immediates.filter((one) => one._destroyed !== true);
      return handles.size > 0 || immediates.length > 0;
    },
  };
}

interface Unreferenced {
  unref: () => unknown;
}

function onUnref<Handle extends Unreferenced>(prototype: Handle, observe: (handle: Handle) => void): void {
  const { unref } = prototype;
  prototype.unref = function observed(this: Handle) {
    observe(this);
    return Reflect.apply(unref, this, []);
  };
}
