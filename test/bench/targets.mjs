/** A target that is met by what isn't larger, to two digits. The limits are those of the project's performance contract. */
export const atMost = (what, limit, measured, unit = "×") => ({ what, limit, measured, unit, met: Number(measured.toFixed(2)) <= limit });
