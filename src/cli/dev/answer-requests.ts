import { callResultText } from "../../call/shape-result.js";
import type { CallContext } from "../../contract/call.js";
import { printable } from "../../contract/display-text.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../../contract/json-value.js";
import { executeOffer, openCallOffers } from "./call-offers.js";
import { clientResults } from "./client-results.js";
import type { DevAnswers } from "./dev-server.js";
import { inspectCall, prepareAgain, printedLines } from "./inspect-call.js";
import type { LiveCatalogue } from "./live-compiler.js";
import type { CallOffer, FormField, RunAnswer, ToolFacts } from "./page-messages.js";

/** The newest catalogue without errors, and the errors since. */
export interface LiveState {
  catalogue: LiveCatalogue;
  errors: string | undefined;
}

/** Answers the requests of the page from the newest catalogue. `forget` must be called when the specs have changed. */
export function answerRequests(state: LiveState, context: CallContext): { readonly answers: Omit<DevAnswers, "whole">; forget(): void } {
  const offers = openCallOffers();
  const find = (name: string) => state.catalogue.model.tools.find((tool) => tool.name === name);
  return {
    forget: offers.clear,
    answers: {
      page: () => state.catalogue.page(),
      tool: (name): ToolFacts | undefined => {
        const model = find(name);
        return (
          model && {
            fields: formFields(model.schema),
            example: model.examples.find(({ expect }) => expect.error === undefined)?.params ?? {},
          }
        );
      },
      inspect: (body): CallOffer | undefined => {
        const { tool: name, text } = textsOf(body, "tool", "text");
        const model = find(name);
        if (model === undefined) return undefined;
        const tool = state.catalogue.load(model.name);
        const { facts, shown } = inspectCall(tool, text, context);
        return { ...facts, ...(shown && { offer: offers.add({ ...shown, tool }), mustConfirm: shown.mustConfirm }) };
      },
      run: async (body, signal): Promise<RunAnswer> => {
        const { offer } = textsOf(body, "offer");
        const call = offers.find(offer);
        if (call === undefined) return { ok: false, text: "The specs have changed since. Look at the call again." };
        if (call === "used") return { ok: false, text: "This call was run already. Look at it again." };
        const isConfirmed = isJsonObject(body) && body.confirmed === true;
        if (call.mustConfirm && !isConfirmed) return { ok: false, text: "The call must be confirmed." };
        offers.use(offer);
        const prepared = prepareAgain(call.tool, call, context);
        if (prepared === undefined) return { ok: false, text: "The call isn't what was shown any more. Look at it again." };
        const executed = await executeOffer(call, { prepared, context, signal });
        // The log has such a call too.
        if (!prepared.ok) return { ok: false, text: printedLines(callResultText(prepared.refused)) };
        return { ok: true, results: clientResults(executed) };
      },
    },
  };
}

/** The texts of a request's body. Only the page sends any, so another body is a mistake of its script. */
function textsOf<K extends string>(body: unknown, ...keys: readonly K[]): Readonly<Record<K, string>> {
  const object: JsonObject = isJsonObject(body) ? body : {};
  // Each key is there.
  return Object.fromEntries(keys.map((key) => [key, String(object[key] ?? "")])) as Record<K, string>;
}

/** Returns a field for each parameter of a schema. */
function formFields({ properties, required }: JsonObject): readonly FormField[] {
  const names = Array.isArray(required) ? required : [];
  return Object.entries(isJsonObject(properties) ? properties : {}).map(([name, given]) => {
    const schema = isJsonObject(given) ? given : {};
    const choices = choicesOf(schema)?.map((choice) => JSON.stringify(choice));
    return {
      name,
      label: `${printable(name)}${names.includes(name) ? " (required)" : ""}`,
      isText: schema.type === "string" && choices === undefined,
      ...(choices && { choices: choices.map((value) => ({ value, label: printable(value) })) }),
    };
  });
}

function choicesOf(schema: JsonObject): readonly JsonValue[] | undefined {
  if (Array.isArray(schema.enum)) return schema.enum;
  return schema.type === "boolean" ? [true, false] : undefined;
}
