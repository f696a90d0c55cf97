import { sourceCodes } from "./codes/source.js";
import { writeCodes } from "./codes/write.js";
import { defineDiagnostics } from "./define.js";

/** Everything toolgen can say about a project, by its code: the catalogue that the reference page is made from. */
export const codes = { ...sourceCodes, ...writeCodes } as const;

/** Makes a diagnostic of the catalogue. */
export const diagnostic = defineDiagnostics(codes);
