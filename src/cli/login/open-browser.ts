import { launchExternal } from "../io/run-external.js";

type Environment = Readonly<Record<string, string | undefined>>;

/** Opens an address in the user's browser, where there is one. It may fail, because the address is printed too. */
export function openBrowser(address: URL, environment: Environment): void {
  const [program, ...args] = openerOf(process.platform, environment) ?? [];
  if (program !== undefined) launchExternal(program, [...args, address.href]);
}

/** Returns the program that opens addresses, with its first arguments; `undefined` if the machine shows no browser. */
export function openerOf(platform: NodeJS.Platform, environment: Environment): readonly [string, ...string[]] | undefined {
  if (platform === "darwin") return ["open"];
  if (platform === "win32") return ["rundll32", "url.dll,FileProtocolHandler"];
  return environment.DISPLAY || environment.WAYLAND_DISPLAY ? ["xdg-open"] : undefined;
}
