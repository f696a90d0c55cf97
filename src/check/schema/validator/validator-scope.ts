interface Constant {
  readonly name: string;
  readonly code: string;
}

/** The names in the code of a validator, numbered by their prefixes as ajv numbers them. */
export class ValidatorScope {
  readonly #counts = new Map<string, number>();
  readonly #constants = new Map<string, Map<string, Constant>>();

  /** Returns the name of a new variable. */
  name(prefix: string): string {
    const count = this.#counts.get(prefix) ?? 0;
    this.#counts.set(prefix, count + 1);
    return `${prefix}${count}`;
  }

  /** Returns the name of a constant of the module. There is one for each key. */
  constant(prefix: string, key: string, code: string): string {
    const known = this.#constants.get(prefix) ?? new Map<string, Constant>();
    this.#constants.set(prefix, known);
    // ajv counts each use.
    const name = this.name(prefix);
    const constant = known.get(key) ?? { name, code };
    known.set(key, constant);
    return constant.name;
  }

  /** The declarations of all constants, those of one prefix together. */
  get declarations(): string {
    const constants = [...this.#constants.values()].flatMap((known) => [...known.values()]);
    return constants.map(({ name, code }) => `const ${name} = ${code};`).join("");
  }
}
