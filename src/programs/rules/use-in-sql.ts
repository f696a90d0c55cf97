/** How a query uses a word of plain characters: as data, for something that isn't known, or as code. */
export type SqlUse = "data" | "unknown" | "code";

/** A query around a word, without the word. */
export interface QueryAround {
  readonly before: string;
  readonly after: string;
}

/**
 * Says how a query uses a word. In quotes it is data if it is compared. If it is stored, selected or given to a
 * function, all functions and casts of the text must be ones that calculate, because another part of the text may get
 * it under a name. `isName`: the word has letters, digits and `_` alone, so it may also be a name in one SELECT or
 * SHOW, outside parentheses, or what a client describes.
 */
export function useInSql({ before: written, after }: QueryAround, { isName }: { readonly isName: boolean }): SqlUse {
  const before = written.replace(option, "");
  const outside = withoutLiterals(before);
  const isWhole = !outside.includes("'") || after.startsWith("'");
  const isOutside = [before, outside].every((text) => openCalls(text).length === 0);
  if (isName && nameInSelect.test(before) && isWhole && isOutside && !isCalled.test(after)) return "data";
  if (isName && describes.test(before) && endsThere.test(after)) return "data";
  // Another statement, a command of a client, a comment, or a quote of one dialect.
  if (/[\\;#`$]|--|\/\*/.test(before)) return "code";
  const [code = "", quoted, ...more] = outside.split("'");
  if (quoted === undefined || more.length > 0 || code.includes('"') || !statement.test(code)) return "code";
  return useOfLiteral(directly({ before: code, after: after.replace(/^[^']*'?/, "") }));
}

/** The text may stand in the argument of its option: `--execute=SELECT …`, `-eSELECT …`. */
const option = /^(?:--[a-z][\w-]*=|-[a-z](?=[a-z]))/i;

const nameInSelect = /^\s*(?:select\s(?!.*\binto\b)|(?:show|desc|describe)\s)[^\\;]*$/is;
/** Commands of psql and sqlite3, and pragmas, that describe what has the name. */
const describes =
  /^\s*(?:\\d[a-z+]*\s+|\.(?:schema|tables|index(?:es)?|indices)\s+|pragma\s+(?:(?:table_x?|index_x?)info|index_list|foreign_key_list)\s*\(\s*)$/i;
const endsThere = /^\s*\)?\s*;?\s*$/;
/** The word is the name of a function, or a part of it. */
const isCalled = /^[\w$.]*["`\]']?\s*\(/;
const statement = /^\s*(?:explain\s+)?(?:select|with|values|insert|update|delete)\b/i;

/** Empties texts, and takes the quotes from names: `"load_extension"(` is a call, and `"where"` isn't a keyword. */
const withoutLiterals = (text: string): string =>
  text.replaceAll(/'[^']*'|"[^"]*"/g, (one) => {
    const name = one.replaceAll(/\W/g, "");
    return one.startsWith("'") || name === "" ? "0" : groups.test(name) ? `${name}_` : name;
  });

function useOfLiteral(around: QueryAround): SqlUse {
  const { before, after } = around;
  const calls = openCalls(before);
  const inCall = /[(,]\s*$/.test(before) ? calls.at(-1) : undefined;
  const isCompared = comparison.test(before) || (inCall !== undefined && /^(?:in|any|all)$/i.test(inCall));
  const isOutput = yields.test(before) || (before.trimEnd().endsWith(",") && calls.length === 0 && firstColumns.test(before));
  if (calls.some(isLoading) || readsFiles.test(`${before} ${withoutLiterals(after)}`)) return "code";
  // Behind any other word, a text is a name, or the text before it goes on.
  if (!isCompared && !isOutput && (inCall === undefined || groups.test(inCall) || inCall === "")) return "code";
  if (!calls.every(isCalculating)) return "unknown";
  if (isCompared && !isAssigned(before)) return isCastOf(after) ? "unknown" : "data";
  return useInText(around);
}

/** A word that isn't only compared goes wherever the text takes it. */
function useInText({ before, after }: QueryAround): SqlUse {
  if (/[\\`$#]|--|\/\*/.test(after)) return after.includes("\\") ? "code" : "unknown";
  const text = `${before}0${withoutLiterals(after)}`.replaceAll(columns, (_, word = "") => word);
  const calls = [...text.matchAll(words)].flatMap(([, name]) => (name === undefined ? [] : [name]));
  if (calls.some(isLoading)) return "code";
  const isOne = text
    .split(";")
    .slice(1)
    .every((rest) => rest.trim() === "");
  const casts = [...text.matchAll(/::\s*(\w+)|\bas\s+(\w+)[^()]*(?:\([\d\s,]*\)\s*)?\)/gi)].flatMap(([found, one, other]) =>
    one === undefined && !isInCast(text, found) ? [] : [one ?? other ?? ""],
  );
  const isKnown = isOne && !/["']/.test(text) && calls.every(isCalculating) && casts.every((type) => types.test(type));
  return isKnown && !/\binto\b/i.test(withoutLiterals(after)) ? "data" : "unknown";
}

const isInCast = (text: string, found: string): boolean =>
  openCalls(text.slice(0, text.indexOf(found)))
    .at(-1)
    ?.toLowerCase() === "cast";

/** The words of `into t (a)`, `with q(a) as` and `as v(a)` aren't calls. */
const columns = /\b(into|as)\s+[\w.]+(?=\s*\()|(?<=\b(?:with|recursive)\s+|,\s*)\w+\s*\([\w\s,]*\)\s*(?=as\b)/gi;

/** `lower('w')` is compared where it stands, and so are `('w')` and `date 'w'`. */
function directly({ before: written, after }: QueryAround): QueryAround {
  const before = written.replace(/\b(?:date|time|timestamp|interval)\s*$/i, "");
  const name = openCalls(before).at(-1);
  const end = /^\s*\)/.exec(after)?.[0];
  if (name === undefined || end === undefined || !before.trimEnd().endsWith("(")) return { before, after };
  const isGroup = name === "" || groups.test(name);
  if (!isGroup && !/^(?:lower|upper|l?r?trim|date|time|datetime)$/i.test(name)) return { before, after };
  return directly({ before: before.replace(isGroup ? /\(\s*$/ : /\w+\s*\(\s*$/, ""), after: after.slice(end.length) });
}

/** The text behind a literal converts it to a type that isn't known: to the table of that name, say. */
function isCastOf(after: string): boolean {
  const type = /^[\s)]*::\s*(\w+)/.exec(after)?.[1];
  return type !== undefined && !types.test(type);
}

/** Each word before a parenthesis: `""` after an operator, all of `a.b` for a name with a dot. */
const words = /([^\s(),=<>~|+*/%!&^-]*)\s*\(|\)/g;

/** The words before the parentheses that are still open. */
function openCalls(code: string): readonly string[] {
  const names: string[] = [];
  for (const [found, name = ""] of code.replaceAll(/\s*\.\s*/g, ".").matchAll(words))
    if (found === ")") names.pop();
    else names.push(name);
  return names;
}

const isCalculating = (name: string): boolean => name === "" || groups.test(name) || calculating.test(name) || types.test(name);

/** Functions that read, write and run what a text names, in any dialect. Their names say so. */
const isLoading = (name: string): boolean => !isCalculating(name) && loading.test(name.replaceAll(/[[\]]/g, ""));
const loading =
  /(?:^|[_.])(?:xp_|sp_|lo_|ls_|read|write|load|import|export|edit$|fsdir|open)|(?<!pro)file|exec|eval|dblink|query|extension|tokenizer|_to_xml|scan$/i;
/** Tables of sqlite3 that read the file of which a column has the name. */
const readsFiles = /\b(?:fsdir|zipfile)\b/i;

const comparison = /(?:(?<!:)=|<|(?<!=)>|~|\b(?:i?like|glob|regexp|rlike|between|and|or|not|when|escape|having|where|on))\s*$/i;
/** `set a = 'w'`, up to the `where` of the statement: not that of a group, nor a column of that name. */
const isAssigned = (before: string): boolean => assigns.test(withoutGroups(before.replaceAll(/\[[^\]]*\]|\.\s*\w+/g, "0")));
const assigns = /\b(?:set|key\s+update)\b(?!.*\swhere(?![^\s(]))/is;

function withoutGroups(text: string): string {
  const fewer = text.replaceAll(/\([^()]*\)/g, " 0 ");
  return fewer === text ? text : withoutGroups(fewer);
}

/** Words that yield the text behind them, and variables: `@a := 'w'`. */
const yields = /(?:\|\||:=|=>|\b(?:select|distinct|then|else))\s*$/i;
/** The columns of a SELECT. */
const firstColumns = /^\s*(?:explain\s+)?select\b(?!.*\b(?:from|where|group|having|order|limit|union|except|intersect)\b)/is;
const groups =
  /^(?:select|distinct|into|from|join|lateral|on|using|where|having|by|group|union|except|intersect|as|materialized|exists|some|filter|over|window|i?like|between|and|or|not|case|when|then|else|set|returning|limit|offset|conflict|nothing|update|end)$/i;
/**
 * Functions that only calculate, also those that return several rows: on texts, numbers, dates, JSON and lists.
 * `to_reg…` of PostgreSQL finds tables and functions.
 */
const calculating =
  /^(?:in|any|all|values|row|array|if|iif|ifnull|nullif|isnull|nvl|coalesce|cast|extract|greatest|least|typeof|(?:lower|upper|initcap|reverse|repeat|replace|translate|left|right|hex|unhex|quote|quote_\w+|printf|format|md5|sha[12]|ascii|unicode|soundex|similarity|levenshtein|unaccent|instr|strpos|locate|position|charindex|field|elt|find_in_set)|char|chr|[lr]?(?:trim|pad)|btrim|substr(?:ing)?(?:_index)?|(?:char_|octet_|bit_|array_)?length|split_part|concat(?:_ws)?|(?:group_)?concat|string_\w+|array_\w+|unnest|generate_series|regexp_\w+|jsonb?|jsonb?_\w+|to_(?:char|date|number|timestamp|jsonb?|hex|ts\w+)|(?:plain|phrase|websearch_)?to_ts\w+|ts_(?:rank\w*|headline)|bm25|snippet|highlight|date|time|datetime|timestamp|julianday|unixepoch|strftime|(?:date|time|timestamp|str_to|make|from)_\w+|datediff|timestampdiff|age|now|cur(?:rent_|)(?:date|time|timestamp)|year|month|day|hour|minute|second|week|quarter|day\w+|abs|sign|round|floor|ceil(?:ing)?|trunc|mod|pow(?:er)?|sqrt|exp|ln|log\d*|random|count|total|min|max|sum|avg|median|mode|every|bool_\w+|bit_(?:and|or|xor)|std\w*|var\w*|corr|percentile_\w+|row_number|rank|dense_rank|percent_rank|cume_dist|ntile|lag|lead|first_value|last_value|nth_value)$/i;
const types =
  /^(?:text|(?:n?var)?char\w*|citext|(?:small|big|tiny|medium)?int\d*|integer|signed|unsigned|numeric|decimal|real|float\d*|double|bool(?:ean)?|date|datetime|time|timetz|timestamp|timestamptz|interval|uuid|jsonb?|blob|binary)$/i;
