import type { JsonObject, JsonValue } from "../../runtime/json/json-value.js";
import type { ImportedTool } from "../imported-tool.js";
import { constantText, placeholder, writtenName } from "../placeholder.js";
import { wordsIn } from "../words-in.js";
import type { ScriptEntry } from "./script-entry.js";

/** Names of scripts that change what others use. They stay dangerous, the level of `execute`. */
const changing =
  /(?:^|[:_.-])(?:pre|post|un)?(?:deploy|publish|release|push|clean|reset|drop|prod|production|destroy|delete|remove|rollback|migrate|wipe|purge|prune|teardown|uninstall)(?:$|[:_.-])/i;

interface ScriptTool {
  readonly name: string;
  readonly origin: string;
  readonly group: string;
  /** The folder that it runs in, relative to the workspace; empty for the workspace itself. */
  readonly folder: string;
}

/** Converts a script to a tool that runs it by its own program. */
export function convertScript(entry: ScriptEntry, { name, origin, group, folder }: ScriptTool): ImportedTool {
  const taken = new Set<string>();
  const claim = (original: string) => {
    const words = wordsIn(original).join("_");
    const own = taken.has(words) || words === "" ? `${words}_${taken.size + 2}` : words;
    taken.add(own);
    return own;
  };
  const variables = Object.entries(entry.variables).map(([variable, { values, isRequired }]) => {
    const own = claim(variable);
    const schema: JsonObject = { type: "string", enum: values };
    return {
      own,
      schema,
      isRequired,
      item: `${variable}=${placeholder(own)}`,
      example: values[0] ?? "",
      argument: `${variable}=${values[0]}`,
    };
  });
  const parameters = entry.parameters.map(({ name: original, schema, isRequired, isList }) => {
    const own = claim(original);
    const listed: JsonObject = isList
      ? { type: "array", items: { type: "string", minLength: 1 }, ...(isRequired ? { minItems: 1 } : {}) }
      : schema;
    const item = isList ? `{{#each ${writtenName(own)}}}{{this}}{{/each}}` : placeholder(own);
    return { own, schema: listed, isRequired, item, example: (isList ? ["text"] : "text") as JsonValue, argument: "text" };
  });
  const all = [...variables, ...parameters];
  const shown = all.filter(({ isRequired }) => isRequired);
  const required = shown.map(({ own }) => own);
  const words = entry.command.map((word) => (typeof word === "string" ? word : placeholder(word.parameter)));
  const isChanging = changing.test(entry.entry);
  const spec: Record<string, JsonValue> = {
    name,
    description: entry.description,
    kind: entry.kind,
    ...(isChanging || parameters.length > 0 ? {} : { risk: "moderate" }),
    toolsets: [group],
    ...(all.length === 0
      ? {}
      : {
          schema: {
            properties: Object.fromEntries(all.map(({ own, schema }) => [own, schema])),
            ...(required.length === 0 ? {} : { required }),
          },
        }),
    // just puts arguments into the text of recipes. These recipes read them as variables, which the build can't see.
    ...(parameters.length > 0 && { code: Object.fromEntries(parameters.map(({ own }) => [own, "sh"])) }),
    command: [...words.map(constantText), ...all.map(({ item }) => item)],
    ...(folder === "" ? {} : { cwd: `{{@workspace}}/${constantText(folder)}` }),
    ...(entry.isBackground ? { background: true } : { timeout: "10m", output: { stderr: "merge", keep: "tail" } }),
    examples: [
      {
        name: "the command",
        params: Object.fromEntries(shown.map(({ own, example }) => [own, example])),
        expect: { argv: [...words, ...shown.map(({ argument }) => argument)] },
      },
    ],
  };
  return {
    name,
    origin,
    spec,
    comments: {
      ...(parameters.length > 0 && { "/code": "just can put arguments into the text of a recipe. This one reads them as variables" }),
      ...(isChanging
        ? { "/kind": "guessed from its name: it changes what others use, so it stays dangerous" }
        : parameters.length > 0
          ? {}
          : { "/risk": "guessed: what a script does isn't read. One that deploys or deletes is dangerous" }),
      ...(entry.isBackground ? { "/background": "guessed from its name: it runs until it is ended" } : {}),
    },
    notes: entry.notes,
  };
}
