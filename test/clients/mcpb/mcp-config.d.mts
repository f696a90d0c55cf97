interface ServerConfig {
  readonly command: string;
  readonly args: string[];
  readonly env: Readonly<Record<string, string>>;
}

export function configOf(folder: string, userConfig: Readonly<Record<string, string>>): Promise<ServerConfig>;
