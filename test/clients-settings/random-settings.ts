import fc from "fast-check";

/** The layout of a settings file that a person wrote. */
interface Layout {
  readonly newline: string;
  readonly indent: string;
  readonly comments: boolean;
  readonly trailingComma: boolean;
  readonly mark: boolean;
  readonly finalNewline: boolean;
}

const key = fc.constantFrom(
  "mcpServers",
  "permissions",
  "permission",
  "tools",
  "théme",
  "a b",
  "x",
  "other",
  "deny",
  "allow",
  "__proto__",
  "0",
);
const scalar = fc.oneof(fc.string({ maxLength: 8 }), fc.integer(), fc.boolean(), fc.constant(null), fc.constant("// no comment, {"));
const value: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  value: fc.oneof({ maxDepth: 3, withCrossShrink: true }, scalar, fc.array(tie("value"), { maxLength: 3 }), tie("object")),
  object: fc
    .uniqueArray(fc.tuple(key, tie("value")), { maxLength: 4, selector: ([name]) => name })
    .map((entries) => new Map(entries as never)),
})).value;
const object = fc
  .uniqueArray(fc.tuple(key, value), { maxLength: 4, selector: ([name]) => name })
  .map((entries) => new Map(entries.filter(([name]) => !["mcpServers", "permissions", "permission"].includes(name))));
const servers = fc.uniqueArray(fc.tuple(fc.constantFrom("other", "git", "x"), fc.constant(new Map([["command", "x"]]))), {
  maxLength: 3,
  selector: ([name]) => name,
});
const rules = fc.uniqueArray(fc.constantFrom("Bash(ls)", "mcp__other__x", "WebFetch"), { maxLength: 3 });

/** Settings in which the keys of clients have the form that clients read. */
const settings = fc
  .tuple(object, fc.option(servers), fc.option(rules), fc.option(rules), fc.boolean())
  .map(([others, own, allow, deny, isLast]) => {
    const permissions = new Map([
      ...(allow === null ? [] : [["allow", allow] as const]),
      ...(deny === null ? [] : [["deny", deny] as const]),
    ]);
    const known: readonly (readonly [string, unknown])[] = [
      ...(own === null ? [] : [["mcpServers", new Map(own)] as const]),
      ...(allow === null && deny === null ? [] : [["permissions", permissions] as const]),
    ];
    return new Map<string, unknown>(isLast ? [...others, ...known] : [...known, ...others]);
  });

/** Syntax that a client reads in a settings file besides JSON. */
interface Additions {
  readonly comments?: true;
  readonly trailingCommas?: true;
}

const layout = ({ comments, trailingCommas }: Additions): fc.Arbitrary<Layout> =>
  fc.record({
    newline: fc.constantFrom("\n", "\r\n"),
    indent: fc.constantFrom("  ", "    ", "\t", ""),
    comments: comments ? fc.boolean() : fc.constant(false),
    trailingComma: trailingCommas ? fc.boolean() : fc.constant(false),
    mark: fc.boolean(),
    finalNewline: fc.boolean(),
  });

/** Settings files, strict JSON without additions. An empty indentation is a file on one line. */
export const jsonSettings = (additions: Additions = {}): fc.Arbitrary<string> =>
  fc.tuple(settings, layout(additions)).map(([content, form]) => {
    const head = `${form.mark ? "\uFEFF" : ""}${form.comments && form.indent !== "" ? `// settings${form.newline}` : ""}`;
    return head + print(content, form, "") + (form.finalNewline ? form.newline : "");
  });

function print(node: unknown, form: Layout, indent: string): string {
  const isMap = node instanceof Map;
  if (!isMap && !Array.isArray(node)) return JSON.stringify(node);
  const [open, close] = isMap ? "{}" : "[]";
  const members = isMap
    ? [...node].map(([name, inner]) => `${JSON.stringify(name)}: ${print(inner, form, indent + form.indent)}`)
    : node.map((inner: unknown) => print(inner, form, indent + form.indent));
  if (members.length === 0) return `${open}${close}`;
  if (form.indent === "") return `${open}${members.join(", ")}${close}`;
  const comma = form.trailingComma ? "," : "";
  const lines = members.map((member, i) => {
    const last = i === members.length - 1;
    return `${indent}${form.indent}${member}${last ? comma : ","}${form.comments ? ` /* ${i} */ // end` : ""}`;
  });
  return [open, ...lines, `${indent}${close}`].join(form.newline);
}

const tables = fc.uniqueArray(
  fc.constantFrom(
    'model = "o3" # the model',
    "last = 2024-01-01T00:00:00Z",
    "big = 9007199254740993\nhex = 0xFF",
    '"quoted key" = [ "a",\n  "b", # c\n]',
    'mcp_servers.dotted = { command = "x" }',
    'text = """\n[mcp_servers.toolgen]\n"""',
  ),
  { maxLength: 4 },
);
const sections = fc.uniqueArray(
  fc.constantFrom(
    '[projects."/a b"]\ntrust_level = "trusted"\n',
    '[mcp_servers.other]   # kept\ncommand = "x"\nargs = ["a"]\n',
    "[[hooks]]\na = 1\n\n[[hooks]]\na = 2\n# end\n",
    "# a comment on its own\n",
    '[tui]\ntheme = { name = "x" }',
  ),
  { maxLength: 4 },
);

export const tomlSettings: fc.Arbitrary<string> = fc
  .tuple(tables, sections, fc.constantFrom("\n", "\r\n"), fc.boolean())
  .map(([keys, parts, newline, mark]) => (mark ? "\uFEFF" : "") + `${keys.join("\n")}\n\n${parts.join("\n")}`.replaceAll("\n", newline));
