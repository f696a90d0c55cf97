/** Texts that a page or a Markdown file must show as text: each leaves a mark if it is anything else. */
export const hostileTexts = [
  "</script><script>window.attacked=1</script>",
  '<img src=x onerror="window.attacked=1">',
  "\"'><svg onload=window.attacked=1>",
  "<!-- --><style>*{display:none}</style>",
  "</style><body hidden>",
  "javascript:window.attacked=1 https://evil.example www.evil.example",
  "[a](javascript:window.attacked=1) ![b](https://evil.example/x.png) <https://evil.example>",
  "`</code><i>` ``` ~~~ | a | b | $x$ :smile: &lt;b&gt; &#60;b&#62;",
  "\u202eright to left\u202c and \u2066isolated\u2069, \u200bzero width, \u0007bell, \u001b[31mred",
  "{{#each this}}{{constructor}}{{/each}} {{{html}}}",
] as const;

const quoted = (text: string) => JSON.stringify(text);
const all = hostileTexts.join(" ");

/** A spec with these texts in every field that takes any text. */
export const hostileSpec = `
name: hostile
displayName: ${quoted(all)}
description: ${quoted(hostileTexts.join("\n"))}
kind: read
risk: { level: safe, category: ${quoted("<b>category</b>")} }
schema:
  type: object
  properties:
    text: { type: string, description: ${quoted(all)}, default: ${quoted(all)}, pattern: ${quoted("^|<b>`x`</b>")} }
    choice: { enum: [${hostileTexts.map(quoted).join(", ")}] }
aliases: { text: [${quoted("<u>alias</u>")}] }
command: [echo, "</pre><b>", "{{text}}"]
examples:
  - { name: ${quoted(all)}, params: { text: ${quoted(all)} }, expect: { argv: [echo, "</pre><b>", ${quoted(all)}] } }
  - { name: refused, params: { text: "|" }, expect: { error: ${quoted("</pre><b>")} } }
`;
