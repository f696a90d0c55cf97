import type { CodeLanguageName } from "../programs/code-languages.js";
import type { ModelValue } from "./model-values.js";
import type { ScopedTemplate } from "./program-texts.js";

/** The values in what a call gives a program besides its arguments. */
export interface InputValues {
  /** The parameters that are program text, as selectors, and their languages. `undefined`: a language that was reported. */
  readonly code: Readonly<Record<string, CodeLanguageName | undefined>>;
  readonly stdin: readonly ModelValue[];
  readonly cwd: readonly ModelValue[];
  readonly tempFiles: Readonly<Record<string, readonly ModelValue[]>>;
  /** By the variables that `env.set` sets, on any platform. */
  readonly env: Readonly<Record<string, readonly ModelValue[]>>;
  /** The parameters that are paths. */
  readonly paths: readonly string[];
  /** The whole texts, for programs that read them as scripts. Files are found by their placeholders: `@temp.name`. */
  readonly texts: { readonly stdin?: ScopedTemplate; readonly tempFiles: Readonly<Record<string, ScopedTemplate>> };
}
