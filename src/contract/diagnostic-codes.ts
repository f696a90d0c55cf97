import { defineDiagnostics } from "./diagnostic.js";
import { documentCodes, exampleCodes, libraryCodes } from "./diagnostics/document-codes.js";
import { executionCodes } from "./diagnostics/execution-codes.js";
import { handlerCodes, httpCodes, mcpCodes } from "./diagnostics/handler-codes.js";
import { lintCodes } from "./diagnostics/lint-codes.js";
import { changeCodes, targetCodes, writeCodes } from "./diagnostics/output-codes.js";
import { elicitCodes, repairCodes, schemaCodes } from "./diagnostics/parameter-codes.js";
import { riskCodes } from "./diagnostics/risk-codes.js";
import { shellCodes } from "./diagnostics/shell-codes.js";
import { sourceCodes } from "./diagnostics/source-codes.js";
import { specCodes } from "./diagnostics/spec-codes.js";
import { templateCodes } from "./diagnostics/template-codes.js";

/** All diagnostics by code: the catalogue from which the reference page is generated. */
export const codes = {
  ...sourceCodes,
  ...specCodes,
  ...exampleCodes,
  ...documentCodes,
  ...repairCodes,
  ...executionCodes,
  ...shellCodes,
  ...httpCodes,
  ...handlerCodes,
  ...mcpCodes,
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
