import { InternalError } from "../diagnostics/invariant.js";
import type { Assets } from "./output-file.js";

/** A text that was bundled when toolgen was built. */
export function asset(assets: Assets, name: string): string {
  const text = assets[name];
  if (text === undefined) throw new InternalError(`the asset ${name} is missing: run npm run build`);
  return text;
}
