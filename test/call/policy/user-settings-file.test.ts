import { expect, it } from "vitest";
import { userSettingsFile } from "../../../src/call/user-settings.js";

it.each([
  [{ HOME: "/home/me" }, "/home/me/.config/toolgen/settings.json"],
  [{ HOME: "/" }, "/.config/toolgen/settings.json"],
  [{ HOME: "/home/me", XDG_CONFIG_HOME: "/etc/me" }, "/etc/me/toolgen/settings.json"],
  [{ HOME: "/home/me", XDG_CONFIG_HOME: "/etc/me/" }, "/etc/me/toolgen/settings.json"],
  [{ HOME: "/home/me", XDG_CONFIG_HOME: "relative" }, "/home/me/.config/toolgen/settings.json"],
  [{ HOME: "" }, undefined],
  [{}, undefined],
])("is where the environment says (%j)", (env, file) => {
  expect(userSettingsFile(env)).toBe(file);
});
