import fc from "fast-check";

const names = ["force", "dry_run", "to", "count", "path"] as const;
type Name = (typeof names)[number];
const level = fc.constantFrom("safe", "moderate", "dangerous");
const texts = ["main", "dev", "tmp/a", "tmp/../src", "", "a|b", "(?!", '"', "\u2028", "true", "3"];

const property: Readonly<Record<Name, fc.Arbitrary<object>>> = {
  force: fc.constantFrom({ type: "boolean" }, { type: "boolean", default: false }, { type: "boolean", default: true }),
  dry_run: fc.constantFrom({ type: "boolean" }, { type: ["boolean", "string"] }, { enum: [true, false, "maybe"] }),
  to: fc.constantFrom(
    { type: "string" },
    { enum: ["main", "dev", "a|b"] },
    { type: "string", default: "dev" },
    { type: ["string", "null"] },
    { type: "string", maxLength: 4 },
  ),
  count: fc.constantFrom({ type: "integer" }, { type: "integer", default: 3, minimum: 0 }, { type: "number" }, { enum: [0, 3, 4] }),
  path: fc.constantFrom({ type: "string" }, { type: "string", default: "." }),
};
const listed: Readonly<Record<Name, fc.Arbitrary<unknown>>> = {
  force: fc.boolean(),
  dry_run: fc.boolean(),
  to: fc.constantFrom("main", "dev"),
  count: fc.constantFrom(0, 3, 4),
  path: fc.constantFrom("tmp", "."),
};
const schemas: readonly object[] = [{ pattern: "^tmp" }, { minimum: 2 }, { type: "string" }, { not: { const: "main" } }, { maxLength: 2 }];

const condition = (own: readonly Name[]) =>
  fc.uniqueArray(fc.constantFrom(...own), { minLength: 1, maxLength: 2 }).chain((params) => {
    const conditions = params.map((param) =>
      fc.oneof(
        { weight: 5, arbitrary: listed[param] },
        { weight: 2, arbitrary: fc.constant(null) },
        { weight: 2, arbitrary: fc.tuple(listed[param], fc.constant(null)) },
        { weight: 2, arbitrary: fc.constantFrom(...schemas) },
      ),
    );
    return fc.tuple(...conditions).map((values) => Object.fromEntries(params.map((param, i) => [param, values[i]])));
  });

/** Conditions about absence say nothing of a parameter that is always there, and the build refuses them. */
const mayHold = (when: object, isAlways: (param: string) => boolean) =>
  Object.entries(when).every(([param, one]) => !isAlways(param) || !(one === null || (Array.isArray(one) && one.includes(null))));

/** Repairs that change how a parameter can be given. */
const moreOf: Readonly<Record<Name, object[]>> = {
  force: [{ ignore: [{ quiet: true }] }],
  dry_run: [],
  to: [{ coerce: { to: "lines" } }, { weakAliases: { to: ["quiet"] } }, { coerce: { to: "path" } }],
  count: [{ coerce: { count: "none" } }],
  path: [{ weakAliases: { path: ["quiet"] } }],
};

/** A project with one tool: random parameters, other names of them, repairs, rules, and settings. */
export const project = fc
  .uniqueArray(fc.constantFrom(...names), { minLength: 1, maxLength: 4 })
  .chain((own) =>
    fc.record({
      own: fc.constant(own),
      properties: fc.tuple(...own.map((name) => property[name])).map((all) => Object.fromEntries(own.map((name, i) => [name, all[i]]))),
      required: fc.subarray(own),
      aliases: fc.dictionary(
        fc.constantFrom(...own),
        fc.uniqueArray(fc.constantFrom("f", "Force", "x)*", "target", "dry run", "\u2028é"), { minLength: 1, maxLength: 2 }),
        { maxKeys: 2 },
      ),
      more: fc.constantFrom<object>({}, {}, {}, { ignore: ["quiet"] }, ...own.flatMap((one): object[] => moreOf[one])),
      kind: fc.constantFrom("read", "edit", "execute"),
      level,
      confirmed: fc.constantFrom(undefined, undefined, true, false),
      rules: fc.array(fc.record({ when: condition(own), level, requiresConfirmation: fc.constantFrom(undefined, true, false) }), {
        maxLength: 4,
      }),
      confirm: fc.dictionary(level, fc.constantFrom("never", "ask", "deny"), { maxKeys: 2 }),
      overrides: fc.array(
        fc.record({
          when: condition(own),
          decision: fc.constantFrom("allow", "ask", "deny"),
          upTo: fc.constantFrom(undefined, "moderate"),
        }),
        { maxLength: 3 },
      ),
    }),
  )
  .map(
    ({
      own,
      properties,
      required,
      aliases: all,
      more,
      kind,
      level: ownLevel,
      confirmed,
      rules: allRules,
      confirm,
      overrides: allOverrides,
    }) => {
      const isAlways = (param: string) => required.some((one) => one === param) || Object.hasOwn(properties[param] ?? {}, "default");
      const [rules, overrides] = [
        allRules.filter(({ when }) => mayHold(when, isAlways)),
        allOverrides.filter(({ when }) => mayHold(when, isAlways)),
      ];
      // A name stands for one parameter alone.
      const taken = new Set<string>();
      const aliases = Object.fromEntries(
        Object.entries(all)
          .map(([param, list]) => [param, list.filter((one) => !taken.has(one) && taken.add(one))] as const)
          .filter(([, list]) => list.length > 0),
      );
      return {
        "toolgen.yaml": JSON.stringify({
          version: 1,
          ...(Object.keys(confirm).length > 0 && { confirm }),
          ...(overrides.length > 0 && { risk: { t: overrides } }),
        }),
        "t.yaml": JSON.stringify({
          name: "t",
          description: "d",
          kind,
          schema: { properties, ...(required.length > 0 && { required }) },
          aliases,
          ...more,
          ...(own.includes("path") && { paths: { path: "write" } }),
          risk: {
            level: ownLevel,
            ...(confirmed !== undefined && { requiresConfirmation: confirmed }),
            ...(rules.length > 0 && { rules }),
          },
          command: ["echo", "{{json @params}}"],
        }),
      };
    },
  );

const scalar = fc.oneof(
  fc.constantFrom<unknown>(true, false, null, 0, 3, 4, 5, -0, 3.5, "true", "false", "3", ...texts),
  fc.string({ maxLength: 3 }),
);
const sneaky = fc.constantFrom('","force":false', '\0"force":false\0', '"}\0,\0"dry_run":true\0', '{"dry_run":true}');
const key = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom<string>(...names) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      "f",
      "Force",
      "x)*",
      "target",
      "dry run",
      "\u2028é",
      "quiet",
      "dryRun",
      "DRY-RUN",
      "arguments",
      "wait_for_previous",
      "__proto__",
      "pth",
      '","force":true',
    ),
  },
);
const value = fc.oneof(
  { weight: 9, arbitrary: scalar },
  { weight: 1, arbitrary: sneaky },
  { weight: 1, arbitrary: fc.array(scalar, { maxLength: 2 }) },
  { weight: 1, arbitrary: fc.dictionary(key, scalar, { maxKeys: 2 }) },
);
const fitting = fc.constantFrom(...names).chain((name) => fc.tuple(fc.constant<string>(name), listed[name]));
/** Arguments as a model may send them: right, under other names, of other types, and such that hold what looks like other arguments. */
export const args = fc
  .array(fc.oneof({ weight: 3, arbitrary: fitting }, { weight: 2, arbitrary: fc.tuple(key, value) }), { maxLength: 4 })
  .map((entries) => JSON.parse(JSON.stringify(Object.fromEntries(entries))) as Record<string, unknown>);
