/** Tests of a value's type, as ajv prints them. */

/** The code that is true for values of a type. */
export function typeTest(type: string, data: string): string {
  switch (type) {
    case "null":
      return `${data} === null`;
    case "array":
      return `Array.isArray(${data})`;
    case "object":
      return `${data} && typeof ${data} == "object" && !Array.isArray(${data})`;
    case "integer":
      return `(typeof ${data} == "number") && (!(${data} % 1) && !isNaN(${data}))`;
    case "number":
      return `typeof ${data} == "number"`;
    default:
      return `typeof ${data} === "${type}"`;
  }
}

function otherTypeTest(type: string, data: string): string {
  if (type === "null") return `${data} !== null`;
  return type === "string" || type === "boolean" ? `typeof ${data} !== "${type}"` : `!(${typeTest(type, data)})`;
}

/** The code that is true for values of none of the types. */
export function otherTypesTest(types: readonly string[], data: string): string {
  const [only] = types;
  if (only !== undefined && types.length === 1) return otherTypeTest(only, data);
  const pending = new Set(types);
  const tests: string[] = [];
  if (pending.has("array") && pending.has("object")) {
    const notObject = `typeof ${data} != "object"`;
    tests.push(pending.has("null") ? notObject : `!${data} || ${notObject}`);
    for (const type of ["null", "array", "object"]) pending.delete(type);
  }
  if (pending.has("number")) pending.delete("integer");
  tests.push(...[...pending].map((type) => otherTypeTest(type, data)));
  return tests.reduce((all, test) => `(${all}) && (${test})`);
}
