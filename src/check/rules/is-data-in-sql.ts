/**
 * Returns true if a word of plain characters is data behind this text of SQL: in quotes, as an operand of a comparison
 * or of a function that only calculates. `isName`: the word has letters, digits and `_` alone, so it may also be a name
 * in one SELECT, outside parentheses.
 */
export function isDataInSql(written: string, { isName }: { readonly isName: boolean }): boolean {
  const before = written.replace(option, "");
  if (isName && isNameInSelect(before)) return true;
  // Another statement, a command of a client, a comment, or a quote of one dialect.
  if (/[\\;#`$]|--|\/\*/.test(before)) return false;
  const outside = before.replaceAll(/'[^']*'|"[^"]*"/g, "0");
  const [code = "", quoted, ...more] = outside.split("'");
  return quoted !== undefined && more.length === 0 && !code.includes('"') && statement.test(code) && isOperand(code);
}

/** The text may stand in the argument of its option: `--execute=SELECT …`, `-eSELECT …`. */
const option = /^(?:--[a-z][\w-]*=|-[a-z](?=[a-z]))/i;

const isNameInSelect = (before: string): boolean =>
  /^\s*select\s(?!.*\binto\b)[^\\;]*$/is.test(before) && before.split("(").length === before.split(")").length;

const statement = /^\s*(?:explain\s+)?(?:select|with|values|insert|update|delete)\b/i;

/** Returns true if the text ends where an operand begins. What else takes a text names files, modules or tables. */
function isOperand(code: string): boolean {
  const innermost = /\b(\w+)\s*\((?:[^()]|\([^()]*\))*$/.exec(code);
  if (afterOperator.test(code)) return true;
  return innermost !== null && /[(,]\s*$/.test(code) && takesValues.test(innermost[1] ?? "");
}

const afterOperator = /(?:[=<>~]|\|\||\b(?:select|distinct|i?like|glob|regexp|rlike|between|and|or|not|when|then|else|escape|having))\s*$/i;
const takesValues =
  /^(?:in|any|all|values|lower|upper|l?r?trim|length|char_length|coalesce|ifnull|nullif|concat|replace|substr|substring|instr|position|cast|date|time|datetime|timestamp|strftime|julianday|date_trunc|extract|abs|round|min|max|count|json_extract)$/i;
