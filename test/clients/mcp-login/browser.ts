/**
 * Follows a login as a browser does, with its cookies, to the end: the page that the redirect to the program shows.
 * `onRedirect` sees the program's address first.
 */
export async function browse(address: string, onRedirect: (url: URL) => URL = (url) => url): Promise<Response> {
  const cookies = new Map<string, string>();
  let url = new URL(address);
  for (let step = 0; step < 20; step++) {
    const isProgram = url.pathname === "/callback";
    const target: URL = isProgram ? onRedirect(url) : url;
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const response: Response = await fetch(target, { redirect: "manual", headers: isProgram ? {} : { cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const location = response.headers.get("location");
    if (isProgram || location === null) return response;
    url = new URL(location, url);
  }
  throw new Error("The login redirects for ever.");
}
