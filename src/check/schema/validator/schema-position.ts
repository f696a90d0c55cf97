import type { JsonObject } from "../../../runtime/json/json-value.js";
import { codeText } from "./code-text.js";
import { type ErrorPath, pathMember } from "./error-path.js";
import type { ValidatorScope } from "./validator-scope.js";

/** A subschema in the code of its validator. */
export interface SchemaPosition {
  readonly schema: JsonObject;
  /** The code that reads the schema. */
  readonly access: string;
  /** The path of the schema in messages: `#/properties/path`. */
  readonly pointer: string;
  /** The code that reads the value. */
  readonly data: string;
  /** The path of the value in messages. */
  readonly path: ErrorPath;
}

/** The means of printing the code for a position. */
export interface ValidatorPrinter {
  readonly scope: ValidatorScope;
  /** True if `pattern` is matched only where a `maxLength` beside it holds. */
  readonly isBounded: boolean;
  /** Prints all keywords of a schema. */
  print(position: SchemaPosition): string;
}

/** The parts of an error, as code. */
export interface ErrorParts {
  readonly keyword: string;
  readonly params: string;
  readonly message: string;
}

/** The code that adds an error. */
export function errorCode({ pointer, path }: SchemaPosition, scope: ValidatorScope, { keyword, params, message }: ErrorParts): string {
  const name = scope.name("err");
  const members = [
    pathMember(path),
    `schemaPath:${codeText(`${pointer}/${keyword}`)}`,
    `keyword:${codeText(keyword)}`,
    `params:{${params}}`,
    `message:${message}`,
  ];
  return `const ${name} = {${members.join(",")}};if(vErrors === null){vErrors = [${name}];}else {vErrors.push(${name});}errors++;`;
}
