import { afterAll, expect, it } from "vitest";
import { canaries, canaryFolder, scriptsOf } from "./canary.js";

const folder = canaryFolder();
afterAll(folder.remove);

/** A script with its values in it as they are: `"${x}"`, without a second pair of quotes in double quotes. */
function raw(script: string): string {
  let quote = "";
  return script.replaceAll(/\\.|'|"|\{\{([xp])\}\}/gs, (found, name: string | undefined) => {
    if ((found === "'" || found === '"') && (quote === "" || quote === found)) quote = quote === "" ? found : "";
    if (name === undefined) return found;
    return quote === '"' ? `\${${name}}` : `"\${${name}}"`;
  });
}

/** The values, those first that ran last: a script of Python is often followed by another one. */
const values = [...canaries];

// The table proves nothing where its scripts do no harm.
it.each(scriptsOf("attacks.yaml").filter(({ shown }) => shown))(
  "shows that a value runs in $group, $shell: $script",
  ({ shell, script }) => {
    const programs = shell === "sh" ? ["dash", "bash"] : ["bash"];
    const runs = programs.some((program) => {
      const at = values.findIndex((x) => folder.makesCanary(program, ["-c", raw(script)], { x, p: "p" }));
      if (at !== -1) values.unshift(...values.splice(at, 1));
      return at !== -1;
    });
    expect(runs).toBe(true);
  },
);
