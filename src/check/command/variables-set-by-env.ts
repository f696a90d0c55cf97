import type { EnvSpec } from "../language/command-shape.js";

/** The names of the variables that an `env` sets. */
export const variablesSetByEnv = (env: EnvSpec | undefined): readonly string[] =>
  env !== undefined && "set" in env ? Object.keys(env.set ?? {}) : [];
