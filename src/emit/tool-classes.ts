import { defineEmitter, type OutputFile } from "./output-file.js";
import { cutTypes } from "./typescript/cut-types.js";
import { indexFile } from "./typescript/index-file.js";
import { createMarks } from "./typescript/marks.js";
import { toolFile } from "./typescript/tool-file.js";
import { toolTypes } from "./typescript/tool-types.js";

/**
 * A TypeScript module for each tool: the types of its parameters, a normaliser, and a class on `toolgen/runtime`. What prints them takes a third of a
 * second to load, so it is loaded when there is something to print.
 */
export const toolClasses = defineEmitter({
  name: "tool-classes",
  emit: async (model): Promise<readonly OutputFile[]> => {
    const { printSchemaTypes } = await import("./print/schema-types.js");
    const { printTsFiles } = await import("./print/ts-file.js");
    const marks = createMarks();
    const planned = model.tools.map((tool) => ({ tool, schemas: toolTypes(tool, marks) }));
    const declarations = cutTypes(await printSchemaTypes(Object.assign({}, ...planned.map(({ schemas }) => schemas))));
    const files = planned.map(({ tool, schemas }) =>
      toolFile(
        tool,
        Object.keys(schemas).map((mark) => marks.restore(declarations.get(mark) ?? "")),
      ),
    );
    return printTsFiles([...files, indexFile(model)]);
  },
});
