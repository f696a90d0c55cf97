/** The own member of a map whose keys are names from specs, such as `constructor`. */
export const ownMember = <T>(map: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(map, name) ? map[name] : undefined;
