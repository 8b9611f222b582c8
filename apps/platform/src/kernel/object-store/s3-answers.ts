/** A page of a list is the longest thing a server of objects says that is no object. */
const mostWordsBytes = 4 * 1024 * 1024;
const mostFaultBytes = 64 * 1024;
/** Of a list, a removal, or the beginning of an object. */
const mostWordsMs = 20_000;
const mostStoringMs = 10 * 60_000;
const mostEmptyPages = 100;

/**
 * What a server of objects answers, before the library reads it: within a time and a size, from the server that was asked,
 * and in elements that all close. The library reads what is open to the end of the text, for each element anew, and it
 * takes any answer with status 200 for what it had asked for.
 */
export function soundAnswers(ask: typeof globalThis.fetch, wordsMs = mostWordsMs): typeof globalThis.fetch {
  let emptyPages = 0;
  return async (input, init) => {
    const method = init?.method ?? 'GET';
    const url = input instanceof Request ? input.url : input;
    const isList = new URL(url).searchParams.has('list-type');
    const isObject = method === 'GET' && !isList;
    const clock = new AbortController();
    const timer = setTimeout(
      () => clock.abort(new Error('The store of files did not answer in time.')),
      method === 'PUT' ? mostStoringMs : wordsMs,
    );
    try {
      // What was signed was signed for this server, and no other is the operator's store.
      const answer = await ask(input, { ...init, redirect: 'manual', signal: clock.signal });
      if (isObject && answer.ok) return answer;
      const text = await readUpTo(answer, answer.ok ? mostWordsBytes : mostFaultBytes);
      const { status, statusText, headers } = answer;
      if (!answer.ok) return new Response((isSound(text) && text) || null, { status, statusText, headers });
      if (!isSound(text) || /^\s*(?:<\?xml[^?]*\?>\s*)?<Error[\s>]/.test(text))
        throw new Error(`The store of files answered ${method} with what is none of its answers.`);
      if (isList) {
        if (!text.includes('<ListBucketResult'))
          throw new Error('The store of files answered without a list.');
        emptyPages =
          text.includes('<Contents>') || !text.includes('<NextContinuationToken>') ? 0 : emptyPages + 1;
        if (emptyPages > mostEmptyPages) throw new Error('The list of the store of files does not end.');
      }
      return new Response(text || null, { status, statusText, headers });
    } finally {
      clearTimeout(timer);
    }
  };
}

/** Of a fault the beginning; anything else that is too long is refused. */
async function readUpTo(answer: Response, most: number): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of (answer.body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += part.byteLength;
    if (bytes > most && answer.ok) throw new Error('The store of files answered more than is read.');
    if (bytes > most) return '';
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

const mostDepth = 8;
/** A page has a thousand objects, each of a dozen elements. */
const mostTags = 50_000;
const mostTagCharacters = 1000;

/**
 * Whether each element closes where it has to, not deep, and nothing else looks like one. The library knows an end by
 * `</name>` alone: with a space in it, it is none to it, and it looks for another to the end of the text.
 */
function isSound(text: string): boolean {
  const open: string[] = [];
  const body = text.replace(/^\s*<\?xml[^?]{0,200}\?>/, '');
  let tags = 0;
  for (let at = body.indexOf('<'); at !== -1; at = body.indexOf('<', at + 1)) {
    const end = body.indexOf('>', at);
    const tag = end === -1 ? '' : body.slice(at + 1, end);
    tags += 1;
    if (tags > mostTags || tag.length > mostTagCharacters) return false;
    if (tag.startsWith('/')) {
      if (open.pop() !== tag.slice(1)) return false;
      continue;
    }
    const [, name, isEmpty] = /^([A-Za-z_][\w.-]*)(?:\s[^<]*?)?(\/?)$/.exec(tag) ?? [];
    if (name === undefined) return false;
    if (!isEmpty && open.push(name) > mostDepth) return false;
  }
  return open.length === 0;
}
