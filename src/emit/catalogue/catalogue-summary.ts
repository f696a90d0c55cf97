import { targetsOf } from "../../model/built-targets.js";
import type { Model } from "../../model/tool.js";
import { groupDigits } from "../../runtime/text/group-digits.js";
import { type Showing, showings } from "../declaration/showings.js";
import { countShown, type TokenCounting } from "../tokens/count-shown.js";
import { tokenEncoding } from "../tokens/open-token-table.js";
import { counted } from "./effect-words.js";

/** The facts about all tools together. */
export interface CatalogueSummary {
  /** `8 tools, 2,300 tokens`: without a full stop. */
  readonly sentence: string;
  readonly encoding: string;
  readonly showings: readonly (Pick<Showing, "name" | "clients"> & { readonly tokens: number })[];
}

/** Adds up the tokens of all tools, by showing. */
export function catalogueSummary(model: Model, counting: TokenCounting): CatalogueSummary {
  const built = showings.filter(({ target }) => target === undefined || model.project.targets[target].isBuilt);
  const totals = built.map((showing) => {
    const shown = model.tools.filter((tool) => showing.target === undefined || targetsOf(model, tool).includes(showing.target));
    return {
      name: showing.name,
      clients: showing.clients,
      tokens: shown.reduce((sum, tool) => sum + countShown(tool, showing, counting), 0),
    };
  });
  const most = Math.max(0, ...totals.map(({ tokens }) => tokens));
  return {
    sentence: `${counted(model.tools.length, "tool")}, at most ${groupDigits(most)} tokens`,
    encoding: tokenEncoding,
    showings: totals,
  };
}
