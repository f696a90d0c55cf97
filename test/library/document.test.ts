import { expect, it } from "vitest";
import { readPage } from "../../library/web/read-page.js";

const url = "https://a.example/docs/page.html";
const read = (html: string) => readPage(html, url).text;
const sentences = (count: number) => "The wheel turns, the bell rings, and nobody looks up. ".repeat(count);
const menu = (...names: readonly string[]) => `<ul>${names.map((name) => `<li><a href="/${name}">${name}</a></li>`).join("")}</ul>`;

it("follows links from where the page says it is", () => {
  const html = '<base href="../other/"><main><a href="a.html">a</a> <img src="b.png" alt="b"></main>';
  expect(read(html)).toBe("[a](https://a.example/other/a.html) ![b](https://a.example/other/b.png)");
});

it("takes the article of a page that is mostly menus and links to others", () => {
  const html = `<div>${menu("north", "south", "west")}</div><div id="story"><h1>Bells</h1>${`<p>${sentences(4)}</p>`.repeat(5)}</div>
    <div class="more">${'<a href="/x">Another story about wheels, hinges and gates</a><br>'.repeat(30)}</div>`;
  expect(read(html)).toContain("The wheel turns");
  expect(read(html)).not.toMatch(/north|Another story/);
});

it("keeps short answers between long ones", () => {
  const answer = (name: string, words: string) => `<div class="post"><h3>${name}</h3><p>${words}</p></div>`;
  const html = `<div id="thread">${answer("kim", sentences(6))}${answer("ola", "It sticks too.")}${answer("lin", sentences(6))}
    ${answer("ada", "Oil.")}${answer("mo", sentences(3))}</div>`;
  for (const words of ["kim", "It sticks too.", "Oil.", "mo"]) expect(read(html)).toContain(words);
});

it("looks for the article where the page says its main part is", () => {
  const html = `<div role="main"><p>Gate 7 is open.</p></div><div><h2>Write to us</h2>${`<p>${sentences(4)}</p>`.repeat(4)}</div>`;
  expect(read(html)).toBe("Gate 7 is open.");
});

it("keeps tables of data beside an article", () => {
  const rows = Array.from(
    { length: 100 },
    (_, i) => `<tr><td><a href="/">gate ${i}, and all that lies behind it</a></td><td>${i}</td><td>open</td></tr>`,
  ).join("");
  const html = `<div id="a"><table>${rows}</table></div><div id="b">${`<p>${sentences(5)}</p>`.repeat(6)}</div>`;
  expect(read(html)).toContain("| [gate 11, and all that lies behind it](https://a.example/) | 11 | open |");
});

it("reads pages in which elements with an id change their name and their place", () => {
  const html = `<div id="x"><div id="y"><font id="z">${sentences(5)}</font></div>${`<p id="same">${sentences(3)}</p>`.repeat(3)}</div>
    <div id="x"><span id="w">${sentences(4)}</span></div>`;
  expect(read(html).match(/The wheel/g)).toHaveLength(18);
});

it("leaves out the menus above a page's first words where it has an article, and no list below", () => {
  const comments = `<p><b>kim</b> ${sentences(2)}</p>`.repeat(40);
  const html = `<div>${menu("north", "south")}</div><p>Words: ${sentences(3)}</p><div id="story">${`<p>${sentences(4)}</p>`.repeat(4)}</div>
    ${menu("east", "west")}<table><tr><td>${comments}</td></tr></table>`;
  expect(read(html)).not.toContain("[north]");
  expect(read(html)).toContain("kim");
});

it("leaves out what people don't see, unless that is the whole page", () => {
  const html =
    '<body style="display: none"><p hidden>a</p><p aria-hidden="true">b</p><p style="color:red;display:none">c</p><svg><text>d</text></svg><p>e</p>';
  expect(read(html)).toBe("e");
});

it("takes no time that grows with the square of what it leaves out, or of what a page has in a row", () => {
  expect(read(`<div>${"a<input>".repeat(20_000)}</div>`)).toBe("a".repeat(20_000));
  expect(read(`<div>${"a<!-- b -->".repeat(20_000)}</div>`).replaceAll(/\s/g, "")).toBe("a".repeat(20_000));
  expect(read(`<div>${"<p>a</p>".repeat(20_000)}</div>`)).toHaveLength(59_998);
});
