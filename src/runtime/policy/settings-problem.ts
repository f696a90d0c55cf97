/** What is wrong in settings, and the keys that lead to it. */
export interface SettingsProblem {
  readonly path: readonly (string | number)[];
  readonly message: string;
  /** Whether the key is wrong, and not its value. */
  readonly isKey: boolean;
}
