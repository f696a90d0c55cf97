import { executionCodes } from "./codes/execution.js";
import { handlerCodes } from "./codes/handler.js";
import { httpCodes } from "./codes/http.js";
import { libraryCodes } from "./codes/library.js";
import { repairCodes } from "./codes/repair.js";
import { riskCodes } from "./codes/risk.js";
import { schemaCodes } from "./codes/schema.js";
import { shellCodes } from "./codes/shell.js";
import { sourceCodes } from "./codes/source.js";
import { specCodes } from "./codes/spec.js";
import { targetCodes } from "./codes/targets.js";
import { templateCodes } from "./codes/template.js";
import { writeCodes } from "./codes/write.js";
import { defineDiagnostics } from "./define.js";

/** Everything toolgen can say about a project, by its code: the catalogue that the reference page is made from. */
export const codes = {
  ...sourceCodes,
  ...specCodes,
  ...repairCodes,
  ...executionCodes,
  ...shellCodes,
  ...httpCodes,
  ...handlerCodes,
  ...riskCodes,
  ...schemaCodes,
  ...templateCodes,
  ...libraryCodes,
  ...targetCodes,
  ...writeCodes,
} as const;

/** Makes a diagnostic of the catalogue. */
export const diagnostic = defineDiagnostics(codes);
