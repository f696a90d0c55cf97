import { unreachable } from "../../diagnostics/invariant.js";
import type { HttpBody, HttpField, HttpRequest, JsonTemplate } from "../../runtime/contract/http-request.js";
import { describeRef, describeText } from "./describe-text.js";

/** A request as lines for users, in the spec's syntax. */
export function describeRequest({ method, url, query = [], headers = [], body, allowPrivate = [] }: HttpRequest): readonly string[] {
  return [
    `${method} ${describeText(url)}`,
    ...query.map((field) => `query ${fieldLine(field)}`),
    ...headers.map((field) => `header ${fieldLine(field)}`),
    ...(body === undefined ? [] : bodyLines(body)),
    ...(allowPrivate.length === 0 ? [] : [`may reach private addresses: ${allowPrivate.join(", ")}`]),
  ];
}

const fieldLine = ({ name, text }: HttpField) => `${name}: ${describeText(text)}`;

function bodyLines(body: HttpBody): readonly string[] {
  switch (body.kind) {
    case "json":
      return ["body, as JSON:", ...JSON.stringify(described(body.value), null, 2).split("\n")];
    case "form":
      return body.fields.map((field) => `form ${fieldLine(field)}`);
    case "text":
      return ["body:", ...describeText(body.text).split("\n")];
    default:
      return unreachable(body);
  }
}

function described(template: JsonTemplate): unknown {
  switch (template.kind) {
    case "constant":
      return template.value;
    case "value":
      return `{{${describeRef(template.ref)}}}`;
    case "text":
      return describeText(template.text);
    case "list":
      return template.items.map(described);
    case "object":
      return Object.fromEntries(template.entries.map(([name, value]) => [name, described(value)]));
    default:
      return unreachable(template);
  }
}
