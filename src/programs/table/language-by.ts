import { type CodeLanguageName, languageOf } from "../code-languages.js";
import { findProgram } from "./find-program.js";

/** Returns the language of a program's text, by its row or its name. */
export const languageBy = (program: string): CodeLanguageName => findProgram(program)?.language ?? languageOf(program);
