import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { importedCommand } from "../imported.js";

/**
 * Help texts in the forms of 70 libraries and programs. A line above each says what is in it: its command, and what an
 * import has to make of each option and operand.
 */
const texts = ["strangers-a.txt", "strangers-b.txt", "strangers-c.txt"].flatMap((file) =>
  readFileSync(new URL(file, import.meta.url), "utf8")
    .split(/^### /m)
    .slice(1)
    .map((entry): readonly [name: string, line: string, expected: readonly string[], help: string] => {
      const [, name = "", usage = "", list = ""] = /^(.*?): (.*?) \| (.*)$/m.exec(entry) ?? [];
      const line = usage.replace(/ +(?:[A-Z[<{(-]|\S+[.*]|source|target|file).*$/, "");
      return [name, line, list.split("; "), entry.slice(entry.indexOf("\n") + 1)];
    }),
);

interface Schema {
  readonly type: string;
  readonly enum?: readonly string[];
}

const kindOf = ({ type, enum: values }: Schema): string =>
  values !== undefined
    ? `enum:${values.join(",")}`
    : ({ boolean: "switch", string: "text", integer: "int", number: "num", array: "list" }[type] ?? type);

/** The parameter of which the command has an option, such as `--name={{name}}`. */
function parameterOf(option: string, command: readonly unknown[]): string | undefined {
  const written = option.replaceAll(/[^\w-]/g, "\\$&");
  const item = command
    .map((one) => JSON.stringify(one))
    .find((one) => new RegExp(`(?<=["}])${written}(?![\\w-])`).test(one) || one.includes(`"${option.replace(/:\w+$/, ":")}{{`));
  const each = /\{\{#(?:if|each) \[?(\w+)\]?\}\}/.exec(item ?? "")?.[1];
  return each ?? /\{\{\[?(\w+)\]?\}\}/.exec(item ?? "")?.[1];
}

it.each(texts)("accounts for everything in the help of %s", async (_name, line, expected, help) => {
  const { spec, properties = {}, notes, leftOut } = await importedCommand(line, help);
  const said = [...notes, ...leftOut].join("\n");
  const isSaid = (name: string) => new RegExp(`(?<![\\w-])${name.replaceAll(/[^\w-]/g, "\\$&")}(?![\\w-])`).test(said);
  const found = expected.map((one) => {
    const [name = "", kind] = one.split(" ");
    // Nothing is silent if the reason is about the command.
    if (kind === "any" && leftOut.length > 0) return one;
    if (kind === undefined)
      return Object.keys(properties).some((own) => own.startsWith(name.toLowerCase())) || isSaid(name) ? one : `${name} lost`;
    const parameter = parameterOf(name, spec?.command ?? []);
    const schema = parameter === undefined ? undefined : properties[parameter];
    if (schema === undefined)
      return isSaid(name) ? (/^(?:secret|code|about|two|global|any)$/.test(kind) ? one : `${name} left out`) : `${name} SILENT`;
    return kind === "any" ? one : `${name} ${kindOf(schema)}`;
  });
  expect(found, `${said}\n${JSON.stringify(spec?.command)}`).toEqual(expected);
});
