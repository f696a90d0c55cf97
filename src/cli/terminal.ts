/** What a command may do to the outside: the two streams, whether each shows colour, the environment and where it was started. */
export interface Terminal {
  readonly launchDir: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly color: { readonly out: boolean; readonly err: boolean };
  out(text: string): void;
  err(text: string): void;
  /** Shows how far long work is in a line that the next one replaces, and `""` takes away. Only a terminal shows it. */
  progress(text: string): void;
}

interface ColorQuestion {
  /** `--color` or `--no-color`, if given. */
  readonly asked: boolean | undefined;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly isTerminal: boolean;
}

/** Colour is for terminals, unless the command line, NO_COLOR or FORCE_COLOR says otherwise, in this order. */
export function wantsColor({ asked, environment, isTerminal }: ColorQuestion): boolean {
  if (asked !== undefined) return asked;
  if (environment.NO_COLOR) return false;
  const forced = environment.FORCE_COLOR;
  if (forced === "0" || forced === "false") return false;
  return forced !== undefined && forced !== "" ? true : isTerminal;
}

/** The process's own terminal. */
export function processTerminal(asked: boolean | undefined): Terminal {
  const color = (stream: NodeJS.WriteStream) => wantsColor({ asked, environment: process.env, isTerminal: stream.isTTY === true });
  return {
    launchDir: process.cwd(),
    environment: process.env,
    color: { out: color(process.stdout), err: color(process.stderr) },
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    progress: (text) => {
      if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${text}`);
    },
  };
}
