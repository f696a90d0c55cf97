import { expect, it } from "vitest";
import { markdownOf } from "../../library/web/markdown.js";

it.each([
  [
    "a table without a heading",
    "<table><tr><td>one</td><td>a|b</td></tr><tr><td>c<br>d</td><td></td></tr></table>",
    "|  |  |\n| --- | --- |\n| one | a\\|b |\n| c d |  |",
  ],
  [
    "a table with a caption",
    "<table><caption>Cap</caption><tr><th>A</th></tr><tr><td><p>x</p><p>y</p></td></tr></table>",
    "Cap\n\n| A |\n| --- |\n| x y |",
  ],
  [
    "a table that frames another",
    "<table><tr><td>menu</td><td><table><tr><th>in</th></tr></table></td></tr></table>",
    "menu\n\n| in |\n| --- |",
  ],
  [
    "a table whose first row is the shortest, and one of nothing",
    "<table><tr><th>Cap</th></tr><tr><td>a</td><td>b</td></tr></table><table><tr><td></td></tr></table>",
    "| Cap |  |\n| --- | --- |\n| a | b |",
  ],
  ["headings of two lines, and of none", "<h2>one<br>two</h2><h3><img></h3><p>a&nbsp;b</p>", "## one two\n\na b"],
  ["lists", '<ol start="3"><li>c<ul><li>d</li></ul></li><li>e</li></ol>', "3. c\n   - d\n4. e"],
  ["what is struck, and names with underscores", "<p><del>old</del> open_gate *x*</p>", "~~old~~ open_gate *x*"],
  [
    "a link with a bracket, one that leads nowhere, and one without words",
    '<a href="https://a.example/(b)">a</a> <a href="#x">b</a> <a href="https://a.example/"></a>',
    "[a](https://a.example/%28b%29) b",
  ],
])("makes Markdown of %s", (_what, html, markdown) => {
  expect(markdownOf(html)).toBe(markdown);
});

it("takes no time that grows with the square of white space, of a table's rows or of a list's items", () => {
  expect(markdownOf(`<pre>a${" ".repeat(2_000_000)}b</pre>`)).toMatch(/^```\na {500}b\n```$/);
  expect(markdownOf(`<table>${"<tr><td>a</td><td>b</td></tr>".repeat(4000)}</table>`).split("\n")).toHaveLength(4002);
  expect(markdownOf(`<ol>${"<li>a</li>".repeat(20_000)}</ol>`)).toMatch(/\n20000\. a$/);
});
