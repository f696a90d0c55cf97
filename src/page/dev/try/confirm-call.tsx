import { useEffect, useRef } from "preact/hooks";
import type { InspectedCall } from "../../../cli/dev/page-messages.js";

export interface ConfirmCallProps {
  readonly name: string;
  readonly call: InspectedCall;
  onAnswer(isConfirmed: boolean): void;
}

/** Asks as a client would: with the decision, its impact, and what would be started. Esc cancels. */
export function ConfirmCall({ name, call: { decision, call }, onAnswer }: ConfirmCallProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} aria-labelledby="confirm" onClose={({ currentTarget }) => onAnswer(currentTarget.returnValue === "run")}>
      <h2 id="confirm">Run {name}?</h2>
      <p>{decision?.impact ?? `Its risk is ${decision?.level ?? "not known"}.`}</p>
      <pre>{call}</pre>
      <p>
        <button type="button" onClick={() => dialog.current?.close("cancel")}>
          Cancel
        </button>{" "}
        <button type="button" onClick={() => dialog.current?.close("run")}>
          Run it
        </button>
      </p>
    </dialog>
  );
}
