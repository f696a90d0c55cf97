/** A problem in settings, and the path of its keys. */
export interface SettingsProblem {
  readonly path: readonly (string | number)[];
  readonly message: string;
  /** True if the key is wrong, and not its value. */
  readonly isKey: boolean;
}
