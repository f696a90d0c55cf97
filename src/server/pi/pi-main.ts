// The entry of generated/pi/runtime.cjs. It is bundled to CommonJS, so that `require` is that of the file, which loads
// the modules of tools.

export { extension } from "./extension.js";
