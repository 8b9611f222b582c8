export interface ServerSentEvent {
  readonly event: string;
  readonly data: string;
}

/** The WHATWG event stream, fed in pieces of any size: an event may be cut anywhere, also between CR and LF. */
export function createEventParser(onEvent: (event: ServerSentEvent) => void): (chunk: string) => void {
  let buffer = '';
  let name = '';
  let data: string[] = [];
  let sawCarriageReturn = false;

  const takeLine = (line: string): void => {
    if (line === '') {
      if (data.length > 0) onEvent({ event: name === '' ? 'message' : name, data: data.join('\n') });
      name = '';
      data = [];
      return;
    }
    const colon = line.indexOf(':');
    if (colon === 0) return;
    const field = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'event') name = value;
    if (field === 'data') data.push(value);
  };

  return (chunk) => {
    for (const character of chunk) {
      const follows = sawCarriageReturn && character === '\n';
      sawCarriageReturn = character === '\r';
      if (follows) continue;
      if (character === '\n' || character === '\r') {
        takeLine(buffer);
        buffer = '';
      } else buffer += character;
    }
  };
}

/** Reads a response to its end, handing over each event as it arrives. */
export async function readEvents(
  body: ReadableStream<Uint8Array>,
  onEvent: (event: ServerSentEvent) => void,
): Promise<void> {
  const feed = createEventParser(onEvent);
  const decoder = new TextDecoder();
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    feed(decoder.decode(value, { stream: true }));
  }
  feed(`${decoder.decode()}\n\n`);
}
