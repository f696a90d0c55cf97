import type { ToolModel } from "../../model/tool.js";
import { schemaObjects } from "../declaration/schema-objects.js";
import { toolDescription } from "../declaration/tool-description.js";
import type { SchemaDialect, SchemaLoss } from "./dialect.js";
import type { DialectId } from "./dialect-ids.js";
import { lowerSchema } from "./lower-schema.js";

/** The losses of one tool in one client or API. */
export interface Portability {
  readonly client: DialectId;
  /** The name under which the model sees the tool; an API has no prefix. */
  readonly name: string;
  /** The client shortens this name, because model APIs take 64 characters. */
  readonly isShortened: boolean;
  readonly losses: readonly SchemaLoss[];
}

/** The longest name that model APIs take. */
const longestName = 64;

/** Reports what a dialect loses of a tool: of its name, its description and its schema. */
export function portabilityOf(tool: ToolModel, dialect: SchemaDialect, server: string): Portability {
  const name = dialect.toolName?.({ server, tool: tool.name }) ?? tool.name;
  const { losses } = lowerSchema(schemaObjects(tool.schema), dialect);
  const isCut = toolDescription(tool).length > (dialect.descriptionLimit ?? Number.POSITIVE_INFINITY);
  const cut: readonly SchemaLoss[] = isCut ? [{ path: "", keyword: "description", effect: "shortened" }] : [];
  return {
    client: dialect.id,
    name,
    isShortened: dialect.shortensNames === true && name.length > longestName,
    losses: [...cut, ...losses],
  };
}
