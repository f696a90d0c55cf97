/** The values of a tool's secrets, which it declares by variable. */
export function secretValues(
  secrets: Readonly<Record<string, string>> | undefined,
  env: Readonly<Record<string, string | undefined>>,
): readonly string[] {
  return Object.keys(secrets ?? {}).flatMap((name) => env[name] || []);
}
