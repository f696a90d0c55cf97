/**
 * A spec around the relevant lines, so that every example of the catalogue is complete: a test compiles each and
 * expects its code.
 */
export function exampleTool(lines: string): string {
  return `name: count_lines\ndescription: Count the lines of a file.\nkind: read\n${lines}\n`;
}
