import { type Showing, shownTools } from "../emit/declaration/showings.js";
import { toolDescription } from "../emit/declaration/tool-description.js";
import type { Model, ToolModel } from "../model/tool.js";
import { repairArguments } from "../runtime/arguments/repair-arguments.js";
import type { Validator } from "../runtime/contract/definition.js";
import type { Repaired } from "../runtime/contract/repair.js";
import type { JsonValue } from "../runtime/json/json-value.js";
import { NameIndex } from "../runtime/registry/name-index.js";
import type { FunctionDeclaration } from "../runtime/tool/function-declaration.js";
import { createValidator } from "../runtime/tool/validator.js";

/** The tools that a model is offered in an evaluation. */
export interface EvalTools {
  readonly declarations: readonly FunctionDeclaration[];
  /** Returns the tool that a model means by a name, as a registry finds it. */
  find(name: string): ToolModel | undefined;
  /** Repairs and checks arguments as a call does. Runs nothing, and looks at no file. */
  repair(tool: ToolModel, args: JsonValue): Repaired;
}

/** Offers the tools of a model as the clients of a showing do; with `only`, those of these names. */
export function offerTools(model: Model, showing: Showing, only?: ReadonlySet<string>): EvalTools {
  const tools = shownTools(model, showing).filter(({ name }) => only === undefined || only.has(name));
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  const names = new NameIndex(tools.map(({ name, nameAliases }) => ({ name, aliases: nameAliases })));
  const validators = new Map<string, Validator>();
  const validatorOf = ({ name, schema }: ToolModel) => {
    const validate = validators.get(name) ?? createValidator(schema);
    validators.set(name, validate);
    return validate;
  };
  return {
    declarations: tools.map((tool) => ({
      name: tool.name,
      description: toolDescription(tool),
      parametersJsonSchema: showing.schema(tool),
    })),
    find: (name) => byName.get(names.find(name) ?? ""),
    repair: (tool, args) => repairArguments({ definition: tool.definition, validate: validatorOf(tool) }, args),
  };
}
