export interface DeclaredTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: unknown;
  readonly strict?: boolean;
}

export function sentTools(provider: "openai" | "anthropic" | "gemini", tools: readonly DeclaredTool[]): Promise<readonly unknown[]>;
