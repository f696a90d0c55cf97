import { changeCodes } from "./codes/changes.js";
import { documentCodes } from "./codes/documents.js";
import { elicitCodes } from "./codes/elicit.js";
import { executionCodes } from "./codes/execution.js";
import { handlerCodes } from "./codes/handler.js";
import { httpCodes } from "./codes/http.js";
import { libraryCodes } from "./codes/library.js";
import { lintCodes } from "./codes/lint.js";
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

/** All diagnostics by code: the catalogue from which the reference page is generated. */
export const codes = {
  ...sourceCodes,
  ...specCodes,
  ...documentCodes,
  ...repairCodes,
  ...executionCodes,
  ...shellCodes,
  ...httpCodes,
  ...handlerCodes,
  ...riskCodes,
  ...schemaCodes,
  ...elicitCodes,
  ...templateCodes,
  ...libraryCodes,
  ...targetCodes,
  ...writeCodes,
  ...changeCodes,
  ...lintCodes,
} as const;

/** Makes a diagnostic of the catalogue. */
export const diagnostic = defineDiagnostics(codes);
