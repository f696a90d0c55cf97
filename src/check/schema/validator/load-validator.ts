import { InternalError } from "../../../diagnostics/invariant.js";
import type { Validator } from "../../../runtime/contract/definition.js";
import { ajvModules } from "./ajv-modules.js";

/** Makes a function of a printed validator when it is first called, which most aren't. */
export function loadValidator(source: string): Validator {
  let loaded: Validator | undefined;
  const validate: Validator = (data) => {
    loaded ??= load(source);
    const isValid = loaded(data);
    validate.errors = loaded.errors ?? null;
    return isValid;
  };
  return validate;
}

function load(source: string): Validator {
  const module: { exports?: Validator } = {};
  const requireModule = (name: string) => ajvModules[name];
  // `printValidator` made this code, in which texts of a schema are literals.
  new Function("module", "require", source)(module, requireModule);
  if (module.exports === undefined) throw new InternalError("a validator's module exports nothing");
  return module.exports;
}
