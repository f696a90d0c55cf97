/** The model's message for a call that the user refused. */
export const deniedByUser = "Tool execution denied by user.";
