/** `warning`: worth knowing, but nothing fails because of it. `error`: a client, a build or a call will fail. */
export type Status = "ok" | "warning" | "error";

/** A check's finding. `help` says what to do; `null` if there is nothing to do. */
export interface Finding {
  readonly check: string;
  readonly status: Status;
  readonly message: string;
  readonly help: string | null;
}

export const ok = (check: string, message: string): Finding => ({ check, status: "ok", message, help: null });

export const warning = (check: string, message: string, help: string): Finding => ({ check, status: "warning", message, help });

export const error = (check: string, message: string, help: string): Finding => ({ check, status: "error", message, help });

const most = 6;

/** A list of names, of which only the first are shown if there are many. */
export function someOf(names: readonly string[]): string {
  const shown = names.slice(0, most).join(", ");
  return names.length > most ? `${shown} and ${names.length - most} more` : shown;
}
