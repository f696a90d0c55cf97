/** The longest delay of a timer in milliseconds: Node fires one with a longer delay at once. */
export const longestTimer = 2_147_483_647;
