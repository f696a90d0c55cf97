import type { JsonObject } from "../../../contract/json-value.js";
import { schemaObjects } from "../../json-schema/subschemas.js";
import type { ProjectModel, ProviderFormat } from "../../model.js";
import { defineEmitter } from "../../output-file.js";
import { lowerSchema } from "../../portability.js";
import { apiDialects, type SchemaDialect } from "../../schema-dialects.js";
import { type ToolModel, toolDescription } from "../../tool-model.js";
import { printJsonLines } from "../print/literal.js";
import { fileOfTools } from "../print/tool-file.js";

/**
 * Function declarations for programs that call an API of models themselves: a file for each format, which is the value
 * of `tools` in a request (docs/providers.md).
 */
export const providers = defineEmitter({
  name: "providers",
  targets: ["providers"],
  emit: ({ project, tools }, _assets, { part }) =>
    formatsOf(project).map((format) =>
      fileOfTools(`providers/${format}.json`, () => {
        const declarations = tools.map((tool) => part(tool, `provider:${format}`, () => JSON.stringify(declarationIn[format](tool))));
        const printed = printJsonLines(declarations);
        return format === "gemini" ? `[{"functionDeclarations":${printed.trimEnd()}}]\n` : printed;
      }),
    ),
});

const formatsOf = ({ targets: { providers: target } }: ProjectModel) => (target.isBuilt ? target.formats : []);

const [openAi, openAiStrict, anthropicApi, geminiApi] = apiDialects;

const declarationIn: Readonly<Record<ProviderFormat, (tool: ToolModel) => JsonObject>> = {
  openai: (tool) => openAiFunction(tool, lowered(tool, openAi).schema, false),
  "openai-strict": (tool) => {
    const { schema, losses } = lowered(tool, openAiStrict);
    const isStrict = losses.every(({ effect }) => effect !== "impossible");
    return isStrict ? openAiFunction(tool, schema, true) : openAiFunction(tool, lowered(tool, openAi).schema, false);
  },
  anthropic: (tool) => ({ ...named(tool), input_schema: lowered(tool, anthropicApi).schema }),
  gemini: (tool) => {
    const { schema, losses } = lowered(tool, geminiApi);
    if (losses.some(({ effect }) => effect === "impossible")) return { ...named(tool), parametersJsonSchema: schemaObjects(tool.schema) };
    // The API refuses an object without properties.
    return tool.definition.params.length === 0 ? named(tool) : { ...named(tool), parameters: schema };
  },
};

const lowered = (tool: ToolModel, dialect: SchemaDialect) => lowerSchema(schemaObjects(tool.schema), dialect);

const named = (tool: ToolModel) => ({ name: tool.name, description: toolDescription(tool) });

const openAiFunction = (tool: ToolModel, parameters: JsonObject, strict: boolean): JsonObject => ({
  type: "function",
  function: { ...named(tool), parameters, strict },
});
