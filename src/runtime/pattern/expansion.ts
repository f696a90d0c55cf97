import type { AST } from "./parse-pattern.js";

/** The size of a part of a pattern after its limited repetitions are written out. */
export interface Expansion {
  /** The states that match a character. */
  readonly states: number;
  /** All parts: of what is nested, each copy. */
  readonly elements: number;
  readonly canBeEmpty: boolean;
}

const leaf: Expansion = { states: 0, elements: 1, canBeEmpty: true };

/** Computes the size of an automaton from its pattern, in much less time than the automaton takes to build. */
export function expansionOf(alternatives: readonly AST.Alternative[], isRelaxed: boolean): Expansion {
  const parts = alternatives.map(({ elements }) => elements.map((element) => elementExpansion(element, isRelaxed)));
  return {
    states: total(parts.flat().map(({ states }) => states)),
    elements: total(parts.flat().map(({ elements }) => elements)),
    canBeEmpty: parts.some((elements) => elements.every(({ canBeEmpty }) => canBeEmpty)),
  };
}

function elementExpansion(element: AST.Element, isRelaxed: boolean): Expansion {
  switch (element.type) {
    case "Character":
    case "CharacterSet":
    case "CharacterClass":
      return { states: 1, elements: 1, canBeEmpty: false };
    case "Group":
    case "CapturingGroup": {
      const body = expansionOf(element.alternatives, isRelaxed);
      return { ...body, elements: body.elements + 1 };
    }
    case "Quantifier": {
      if (element.max === 0) return leaf;
      const body = elementExpansion(element.element, isRelaxed);
      const times = isRelaxed && !body.canBeEmpty ? 1 : copiesOf(element, isRelaxed);
      return {
        states: body.states * times,
        elements: 1 + body.elements * times,
        canBeEmpty: element.min === 0 || body.canBeEmpty,
      };
    }
    default:
      return leaf;
  }
}

/** The copies that `automatonOf` makes. It makes one for nothing where a limited repetition may be left out. */
function copiesOf({ min, max }: AST.Quantifier, isRelaxed: boolean): number {
  if (max === 1) return 1;
  if (max === Number.POSITIVE_INFINITY) return min + 1;
  if (isRelaxed) return Math.max(1, min) + (max === min ? 0 : 1);
  return min === 0 ? max + 1 : max;
}

const total = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0);
