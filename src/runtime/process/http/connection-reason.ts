/** Returns why a request got no response, as a clause, by the code of the error; `undefined` for an unknown code. */
export const connectionReason = (code: string | undefined): string | undefined => (code === undefined ? undefined : reasons[code]);

const reasons: Readonly<Record<string, string>> = {
  ENOTFOUND: "no host has this name",
  EAI_AGAIN: "its name can't be resolved at present",
  ECONNREFUSED: "nothing accepts connections there",
  ECONNRESET: "the connection was closed",
  HPE_HEADER_OVERFLOW: "its response has more than 16 kB of headers",
  HPE_INVALID_EOF_STATE: "the connection was closed",
  UND_ERR_HEADERS_OVERFLOW: "its response has more than 16 kB of headers",
  UND_ERR_SOCKET: "the connection was closed",
  UND_ERR_CONNECT_TIMEOUT: "the connection timed out",
  Z_BUF_ERROR: "its response is incomplete",
  Z_DATA_ERROR: "its response has an encoding that can't be decoded",
};
