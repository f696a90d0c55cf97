/** A whole number as people read it: `12,340`. `toLocaleString` would load ICU's data, which takes 15 ms. */
export const groupDigits = (number: number): string => String(number).replaceAll(/\B(?=(?:\d{3})+$)/g, ",");
