// The pages of this folder on a loopback address, and a proxy by which every host leads to them: tools that refuse loopback addresses reach them as a
// public one. Prints its port. /search and /res/v1/web/search answer as SearXNG and Brave do; /saved/PACKAGE/PATH is a page that a package of
// saved-pages/ holds, of whose encoding it alone says anything.

import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { connect } from "node:net";
import { answerSearch } from "./search.mjs";

const file = (name) => readFileSync(new URL(name, import.meta.url));
const utf8 = "text/html; charset=utf-8";

/** A page for a path: headers and body, with 200 unless it says otherwise. */
const pages = {
  "/article.html": () => page(utf8, file("article.html")),
  "/docs.html": () => page("text/html", file("docs.html")),
  "/thread.html": () => page("text/html", file("thread.html")),
  "/notes.txt": () => page("text/plain", file("notes.txt")),
  "/gates.json": () => page("application/json", '{"gates":[{"name":"north","open":true},{"name":"south","open":false}]}'),
  "/feed.xml": () => page("application/rss+xml", file("feed.xml")),
  "/login.html": () => page(utf8, file("login.html")),
  "/app.html": () => page(utf8, file("app.html")),
  "/links.html": () => page(utf8, file("links.html")),
  "/empty.html": () => page(utf8, ""),
  "/image.png": () => page("image/png", Buffer.from("89504e470d0a1a0a0000000d494844520000000100000001080600000000000000", "hex")),
  "/paper.pdf": () => page("application/pdf", "%PDF-1.4\n%%EOF\n"),
  "/image": () => page("text/html", Buffer.from("89504e470d0a1a0a0000000d494844520000000100000001080600000000000000", "hex")),
  "/data.bin": () => page("application/octet-stream", Buffer.from([0, 1, 2, 3])),
  // The server says UTF-8, and it isn't.
  "/latin1.html": () => page(utf8, Buffer.from("<title>Größe</title><p>Die Größe der Tore, für alle.</p>", "latin1")),
  "/shift-jis.html": () =>
    page(
      "text/html",
      Buffer.concat([Buffer.from('<meta charset="Shift_JIS"><p>'), Buffer.from("82b182f182c982bf82cd", "hex"), Buffer.from("</p>")]),
    ),
  "/utf16.txt": () => page("text/plain", Buffer.from("\uFEFFgrün\n", "utf16le")),
  "/untyped": () => page(undefined, file("thread.html")),
  "/huge.html": () =>
    page(utf8, `<title>Huge</title>${Array.from({ length: 20_000 }, (_, i) => `<p>Line number ${i} of the huge page.</p>`).join("")}`),
  "/endless.txt": () => page("text/plain", Buffer.alloc(12 * 1024 * 1024, "0123456789\n")),
  "/deep.html": () => page(utf8, `<title>Deep</title>${"<div>".repeat(10_000)}bottom`),
  "/nested.html": () => page(utf8, `<title>Nested</title>${"<ul><li>".repeat(900)}<p>bottom ${"of all ".repeat(200)}</p>`),
  "/redirect": () => ({ status: 302, headers: { location: "/article.html" }, body: "" }),
  "/to-inside": () => ({ status: 302, headers: { location: "http://127.0.0.1:1/secret" }, body: "" }),
  "/to-file": () => ({ status: 302, headers: { location: "file:///etc/passwd" }, body: "" }),
  "/round": () => ({ status: 302, headers: { location: "/round" }, body: "" }),
  "/forbidden": () => ({ ...page(utf8, "<h1>No entry</h1><p>Members only.</p>"), status: 403 }),
};

const page = (type, body) => ({ status: 200, headers: type === undefined ? {} : { "content-type": type }, body });

/** A page of a package, where one is asked for; in an older encoding, where that is. */
function saved({ pathname, searchParams }) {
  const url = new URL(`../saved-pages/node_modules/${/^\/saved\/(.*)$/.exec(pathname)?.[1]}`, import.meta.url);
  if (!pathname.startsWith("/saved/") || !existsSync(url)) return undefined;
  const encoding = searchParams.get("in");
  return () => page("text/html", encoding === null ? readFileSync(url) : encoded(readFileSync(url, "utf8"), encoding));
}

/** A text in an encoding of one byte a character; what that doesn't have is written by its number. */
function encoded(text, encoding) {
  const bytes = Array.from({ length: 256 }, (_, byte) => byte);
  const known = new Map(bytes.map((byte) => [new TextDecoder(encoding).decode(Uint8Array.of(byte)), byte]));
  return Buffer.from([...text].flatMap((char) => known.get(char) ?? [...Buffer.from(`&#${char.codePointAt(0)};`)]));
}
const missing = () => ({ ...page("text/plain", "no such page\n"), status: 404 });

const server = createServer((request, response) => {
  const url = new URL(request.url, "http://pages");
  const { status, headers, body } = answerSearch(url, request.headers) ?? (pages[url.pathname] ?? saved(url) ?? missing)();
  response.writeHead(status, headers).end(body);
}).on("connect", (_request, socket) => {
  const onward = connect(server.address().port, "127.0.0.1", () => socket.write("HTTP/1.1 200 OK\r\n\r\n"));
  onward.on("error", () => socket.destroy()).pipe(socket);
  socket.on("error", () => onward.destroy()).pipe(onward);
});
server.listen(0, "127.0.0.1", () => console.log(server.address().port));
process.stdin.on("end", () => process.exit()).resume();
