import { confirm } from "@clack/prompts";

/** Asks on the terminal whether to write the changes that were shown. */
export async function askWhetherToWrite(): Promise<boolean> {
  return (await confirm({ input: process.stdin, output: process.stderr, message: "Write these changes?" })) === true;
}
