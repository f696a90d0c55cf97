/** From this size in bytes on, Linux passes no argument and no variable (the terminating NUL counts too). */
export const maxArgumentBytes = 131_072;
