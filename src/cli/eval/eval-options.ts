import type { ShowingName } from "../../emit/declaration/showing-names.js";
import type { GlobalOptions } from "../options.js";
import type { AskingRequest } from "./ask-with-model.js";
import type { EvalFormat } from "./eval-formats.js";
import type { ToolChoice } from "./select-tools.js";

/** The options of `toolgen eval`. */
export interface EvalOptions extends GlobalOptions, ToolChoice, AskingRequest {
  readonly as: ShowingName;
  /** The tools whose examples are evaluated; `undefined` for all. */
  readonly only?: readonly string[];
  readonly filter?: string;
  readonly save?: string;
  readonly compare?: string;
  readonly base?: string;
  readonly minRight?: number;
  readonly format: EvalFormat;
}
