import type { Setting } from "./uses.js";
import { type ValuePlace, worse } from "./value-place.js";

/** `VERSION=` */
export const settingName = (text: string) => text.slice(0, text.indexOf("=") + 1);

/** The first row whose names have the one before `=` counts. If a call decides the name, the worst of them counts. */
export function settingPlace(settings: readonly Setting[], text: string): ValuePlace {
  const equals = text.indexOf("=");
  if (equals === -1) return settings.map(({ place }) => place).reduce(worse, { class: "data" });
  const name = text.slice(0, equals).replace(/[:+?!]+$/, "");
  const isNamed = (one: string) => (one.endsWith("*") ? name.startsWith(one.slice(0, -1)) : name === one);
  return settings.find(({ names }) => names.some(isNamed))?.place ?? { class: "unknown" };
}
