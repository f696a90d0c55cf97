/**
 * Returns true if a word of plain characters is data behind this text of SQL: in quotes, as an operand of a comparison
 * or of a function, and only in functions that calculate. `isName`: the word has letters, digits and `_` alone, so it
 * may also be a name in one SELECT, outside parentheses.
 */
export function isDataInSql(written: string, { isName }: { readonly isName: boolean }): boolean {
  const before = written.replace(option, "");
  const outside = before.replaceAll(/'[^']*'|"[^"]*"/g, "0");
  if (isName && nameInSelect.test(before) && [before, outside].every((text) => openCalls(text).length === 0)) return true;
  // Another statement, a command of a client, a comment, or a quote of one dialect.
  if (/[\\;#`$]|--|\/\*/.test(before)) return false;
  const [code = "", quoted, ...more] = outside.split("'");
  return quoted !== undefined && more.length === 0 && !code.includes('"') && statement.test(code) && isOperand(code);
}

/** The text may stand in the argument of its option: `--execute=SELECT …`, `-eSELECT …`. */
const option = /^(?:--[a-z][\w-]*=|-[a-z](?=[a-z]))/i;

const nameInSelect = /^\s*select\s(?!.*\binto\b)[^\\;]*$/is;
const statement = /^\s*(?:explain\s+)?(?:select|with|values|insert|update|delete)\b/i;

/**
 * Returns true if the text ends where an operand begins, and each call around it takes a text as a value. Any other
 * function may name files, modules or tables by what it gets, so one that isn't listed doesn't count as such a call.
 */
function isOperand(code: string): boolean {
  const names = openCalls(code);
  if (!names.every((name) => name === "" || groups.test(name) || takesValues.test(name))) return false;
  return afterOperator.test(code) || (/[(,]\s*$/.test(code) && takesValues.test(names.at(-1) ?? ""));
}

/** The words before the parentheses that are still open: `""` after an operator, all of `a.b` for a name with a dot. */
function openCalls(code: string): readonly string[] {
  const names: string[] = [];
  for (const [found, name = ""] of code.replaceAll(/\s*\.\s*/g, ".").matchAll(/([^\s(),=<>~|+*/%!&^-]*)\s*\(|\)/g))
    if (found === ")") names.pop();
    else names.push(name);
  return names;
}

const afterOperator =
  /(?:=|<|(?<!=)>|~|\|\||\b(?:select|distinct|i?like|glob|regexp|rlike|between|and|or|not|when|then|else|escape|having))\s*$/i;
const groups =
  /^(?:select|distinct|from|join|lateral|on|where|having|by|union|except|intersect|as|materialized|exists|some|filter|over|i?like|between|and|or|not|case|when|then|else)$/i;
const takesValues =
  /^(?:in|any|all|values|lower|upper|l?r?trim|length|char_length|coalesce|ifnull|nullif|iif|if|concat|replace|substr|substring|instr|position|cast|date|time|datetime|timestamp|strftime|julianday|date_trunc|extract|abs|round|min|max|sum|avg|total|count|json_extract)$/i;
