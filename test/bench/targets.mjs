/** A target that is met by what isn't larger. The limits are those of the project's performance contract. */
export const atMost = (what, limit, measured, unit = "×") => ({ what, limit, measured, unit, met: measured <= limit });
