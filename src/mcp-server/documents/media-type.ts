/** Media types by the end of a file's name. */
const byEnding: Readonly<Record<string, string>> = {
  css: "text/css",
  csv: "text/csv",
  gif: "image/gif",
  html: "text/html",
  jpeg: "image/jpeg",
  jpg: "image/jpeg",
  js: "text/javascript",
  json: "application/json",
  md: "text/markdown",
  mp3: "audio/mpeg",
  pdf: "application/pdf",
  png: "image/png",
  svg: "image/svg+xml",
  toml: "application/toml",
  ts: "text/typescript",
  wav: "audio/wav",
  webp: "image/webp",
  xml: "application/xml",
  yaml: "application/yaml",
  yml: "application/yaml",
};

/** The media type of a file by its name, or else by whether it is text. */
export function mediaTypeOf(path: string, isText: boolean): string {
  const ending = path.slice(path.lastIndexOf(".") + 1).toLowerCase();
  return (Object.hasOwn(byEnding, ending) ? byEnding[ending] : undefined) ?? (isText ? "text/plain" : "application/octet-stream");
}
