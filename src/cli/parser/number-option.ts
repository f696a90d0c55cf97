import { InvalidArgumentError, Option } from "commander";

/** An option that takes a whole number above 0. */
export const numberOption = (flags: string, description: string): Option =>
  new Option(flags, description).argParser((text: string) => {
    if (!/^[1-9]\d{0,9}$/.test(text)) throw new InvalidArgumentError("It takes a whole number above 0.");
    return Number(text);
  });
