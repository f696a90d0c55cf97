/** Reads `--roots`. Throws if it is empty, or can't have an effect. */
export function readRoots({ roots, http }: { readonly roots?: string | undefined; readonly http?: string | true | undefined }) {
  if (roots === undefined) return undefined;
  if (roots === "") throw new Error("--roots is empty.");
  // A client elsewhere names folders of another machine.
  if (http !== undefined) throw new Error("--roots is for a server on standard input and output: leave --http out.");
  return roots;
}
