import { signalGroup } from "../../process/signal-group.js";
import { startDetached } from "../../process/start-detached.js";
import { watchdogArguments, watchFunctions } from "../../process/watchdog.js";
import type { NamedTimeout } from "../../result/timeout-text.js";
import { timeoutText } from "../../result/timeout-text.js";

/**
 * Watches the process of a call from another session. Its arguments are those of the watchdog and a sentence. If the
 * client or the reader of the result is gone, it ends the call, with five seconds for the handler to end. If the call
 * still runs at the limit, its handler lets no other code run: then the guard prints the sentence to the call's
 * standard error, which is file descriptor 3, and kills the call.
 */
const script = `trap '' TERM INT HUP
${watchFunctions}
[ "$3" = 0 ] || nap "$3" || nap 1 || exit
left=$4
while [ "$left" -gt 0 ] && kill -0 "$1" && kill -0 "$2"; do
nap 1 || exit
left=$((left - 1))
has_reader "$1" "$5" || break
done
[ -z "$reader" ] || kill -KILL "$reader"
kill -0 "$1" || exit
if [ "$left" -gt 0 ]; then kill -TERM "$1"; nap 5; else echo "$6" >&3; fi
kill -KILL "$1"`;

export interface CallGuard {
  /** The call ends by itself. */
  readonly end: () => void;
}

/** Starts the guard; `undefined` if that isn't possible. */
export function startCallGuard({ limitMs, timeout }: { readonly limitMs: number; readonly timeout: NamedTimeout }): CallGuard | undefined {
  const words = watchdogArguments({ timeoutMs: limitMs, answers: true });
  const args = ["-c", script, "toolgen", ...words, timeoutText(timeout)];
  const pid = startDetached({ file: "/bin/sh", args, descriptor: 2 });
  return pid === undefined ? undefined : { end: () => void signalGroup(pid, "SIGKILL") };
}
