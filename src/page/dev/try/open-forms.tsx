import { render } from "preact";
import { TryForm } from "./try-form.js";

interface OpenForm {
  readonly place: HTMLElement;
  readonly version: number;
}

const forms = new Map<string, OpenForm>();

/** Adds a form to each tool whose details are opened. */
export function openForms(): void {
  document.addEventListener(
    "toggle",
    ({ target }) => {
      if (!(target instanceof HTMLDetailsElement) || !target.open) return;
      const name = /^tool-(.+)$/.exec(target.closest("article")?.id ?? "")?.[1];
      if (name === undefined || forms.has(name)) return;
      const place = document.createElement("div");
      target.append(place);
      show(name, { place, version: 0 });
    },
    // The event doesn't bubble.
    true,
  );
}

/** Moves the form of a tool that has changed to the tool's new details, with what was typed. */
export function updateForm(name: string, details: HTMLElement): void {
  const form = forms.get(name);
  if (form === undefined) return;
  details.append(form.place);
  show(name, { ...form, version: form.version + 1 });
}

/** Removes the form of a tool that doesn't exist any more. */
export function forgetForm(name: string): void {
  const form = forms.get(name);
  if (form !== undefined) render(null, form.place);
  forms.delete(name);
}

function show(name: string, form: OpenForm): void {
  forms.set(name, form);
  render(<TryForm name={name} version={form.version} />, form.place);
}
