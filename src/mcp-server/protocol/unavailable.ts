/** The code of an error that says nothing about the request. It is within the range that JSON-RPC leaves to servers. */
export const unavailable = -32000;
