/** How values come into a script: as its placeholders, in variables that `env.set` sets, or by its standard input. */
export const ways = ["placeholders", "variables", "input"] as const;
export type Way = (typeof ways)[number];

/** The part of a spec that passes a value to its script in some way: the script, and the keys of the spec. */
export function entering(script: string, way: Way): { readonly script: string; readonly spec: object } {
  if (way === "placeholders") return { script, spec: {} };
  if (way === "variables")
    return { script: referring(script, { x: "INPUT_X", y: "INPUT_Y" }), spec: { env: { set: { INPUT_X: "{{x}}", INPUT_Y: "{{y}}" } } } };
  return { script: `in_x=$(cat)\nin_y=$in_x\n${referring(script, { x: "in_x", y: "in_y" })}`, spec: { stdin: "{{x}}\n{{y}}" } };
}

/** The inputs of a script besides its arguments. */
export function given({ x, y }: { readonly x: string; readonly y: string }, way: Way) {
  return way === "variables" ? { variables: { INPUT_X: x, INPUT_Y: y } } : way === "input" ? { stdin: `${x}\n${y}` } : {};
}

/** A script with quoted references to variables in the places of `{{x}}` and `{{y}}`. */
function referring(script: string, variables: Readonly<Record<string, string>>): string {
  let quote = "";
  return script.replaceAll(/\\.|'|"|\{\{([xy])\}\}/gs, (found, name: string | undefined) => {
    if ((found === "'" || found === '"') && (quote === "" || quote === found)) quote = quote === "" ? found : "";
    if (name === undefined) return found;
    return quote === '"' ? `\${${variables[name]}}` : `"\${${variables[name]}}"`;
  });
}
