import { changeCodes } from "./codes/change-codes.js";
import { documentCodes } from "./codes/document-codes.js";
import { elicitCodes } from "./codes/elicit-codes.js";
import { exampleCodes } from "./codes/example-codes.js";
import { executionCodes } from "./codes/execution-codes.js";
import { handlerCodes } from "./codes/handler-codes.js";
import { httpCodes } from "./codes/http-codes.js";
import { libraryCodes } from "./codes/library-codes.js";
import { lintCodes } from "./codes/lint-codes.js";
import { mcpCodes } from "./codes/mcp-codes.js";
import { repairCodes } from "./codes/repair-codes.js";
import { riskCodes } from "./codes/risk-codes.js";
import { schemaCodes } from "./codes/schema-codes.js";
import { shellCodes } from "./codes/shell-codes.js";
import { sourceCodes } from "./codes/source-codes.js";
import { specCodes } from "./codes/spec-codes.js";
import { targetCodes } from "./codes/target-codes.js";
import { templateCodes } from "./codes/template-codes.js";
import { writeCodes } from "./codes/write-codes.js";
import { defineDiagnostics } from "./define.js";

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
