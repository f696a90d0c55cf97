import Handlebars from "handlebars";

/**
 * Parses a template by Handlebars. Tools share many of their templates, such as `{{path}}`, and some are parsed for
 * several checks. So short ones are kept, as long as there are few.
 */
export function handlebarsProgram(text: string): hbs.AST.Program {
  const known = kept.get(text);
  if (known !== undefined) return known;
  const program = Handlebars.parseWithoutProcessing(text);
  if (text.length <= longest) {
    if (kept.size >= most) kept.clear();
    kept.set(text, program);
  }
  return program;
}

const kept = new Map<string, hbs.AST.Program>();
const longest = 200;
const most = 1000;
