/** The largest message that is read over HTTP, the same as over standard output. */
const maxBytes = 10 * 1024 * 1024;
const newline = 0x0a;
const carriageReturn = 0x0d;

/** `fetch` whose responses end with an error if a server sends a larger message than that. */
export async function limitedFetch(url: string | URL, init?: RequestInit): Promise<Response> {
  const response = await fetch(url, init);
  if (response.body === null) return response;
  const isEvents = response.headers.get("content-type")?.startsWith("text/event-stream") === true;
  const measure = isEvents ? eventMeter() : wholeMeter();
  const limit = new TransformStream<Uint8Array, Uint8Array>({
    transform: (chunk, controller) => {
      if (measure(chunk) > maxBytes) controller.error(new Error("It sent a message of more than 10 MiB."));
      else controller.enqueue(chunk);
    },
  });
  const { status, statusText, headers } = response;
  return new Response(response.body.pipeThrough(limit), { status, statusText, headers });
}

/** Takes the next chunk and returns the length of the message so far. */
type Meter = (chunk: Uint8Array) => number;

function wholeMeter(): Meter {
  let size = 0;
  return ({ length }) => {
    size += length;
    return size;
  };
}

/** Measures the longest event of an event stream. An empty line ends an event. */
function eventMeter(): Meter {
  let size = 0;
  let isLineEmpty = true;
  return (chunk) => {
    let largest = 0;
    for (const byte of chunk) {
      size++;
      if (byte === newline) {
        if (isLineEmpty) size = 0;
        isLineEmpty = true;
      } else if (byte !== carriageReturn) isLineEmpty = false;
      if (size > largest) largest = size;
    }
    return largest;
  };
}
