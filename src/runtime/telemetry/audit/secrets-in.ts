/** The values of a tool's secrets, of which it names the variables. */
export function secretsIn(
  secrets: Readonly<Record<string, string>> | undefined,
  env: Readonly<Record<string, string | undefined>>,
): readonly string[] {
  return Object.keys(secrets ?? {}).flatMap((name) => env[name] || []);
}
