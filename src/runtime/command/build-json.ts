import type { JsonTemplate } from "../contract/http-request.js";
import type { Problem } from "../contract/problem.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../json/json-value.js";
import { buildText } from "./build-text.js";
import { lookUp, type PlaceholderScope } from "./placeholder-scope.js";

const memberOf = (value: JsonValue | undefined, key: string): JsonValue | undefined =>
  isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;

/** Builds JSON whose texts are templates; `undefined` if it is absent. Adds to `problems` why it can't be built. */
export function buildJson(template: JsonTemplate, scope: PlaceholderScope, problems: Problem[]): JsonValue | undefined {
  switch (template.kind) {
    case "constant":
      return template.value;
    case "value": {
      const { ref } = template;
      // In JSON, null isn't absent: `{"assignee": null}` removes the assignee.
      const given = ref.from === "param" ? ref.path.reduce<JsonValue | undefined>(memberOf, scope.params) : undefined;
      return given === null ? null : lookUp(ref, { scope, iteration: undefined, absenceSpreads: false, problems });
    }
    case "text": {
      const built = buildText(template.text, scope);
      if (!built.ok) problems.push(...built.problems);
      return built.ok ? built.text : undefined;
    }
    case "list":
      return template.items.map((item) => buildJson(item, scope, problems)).filter((item) => item !== undefined);
    case "object": {
      const entries = template.entries.map(([name, value]) => [name, buildJson(value, scope, problems)] as const);
      return Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as JsonObject;
    }
  }
}
