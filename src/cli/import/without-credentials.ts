/** Returns an address without user, password and query, which may hold secrets. */
export function withoutCredentials(address: string): string {
  const url = new URL(address);
  url.username = "";
  url.password = "";
  url.search = "";
  return url.href;
}
