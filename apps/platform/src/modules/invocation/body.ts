import { createEventStreamReader, EgressError } from '@sonde/egress';
import { mostValues, valuesIn } from '#kernel/http';

/** What a target answered, read but not yet mapped. */
export type TargetBody =
  | { kind: 'json'; value: unknown }
  | { kind: 'events'; values: unknown[]; source: 'stream' | 'lines' | 'messages' }
  | { kind: 'text'; text: string; contentType: string }
  | { kind: 'empty' };

export type BodyReader = {
  /** True when the answer says of itself that it is complete, although the connection stays open. */
  push(chunk: Uint8Array): boolean;
  finish(): TargetBody;
};

/** Chooses by Content-Type, and by the first characters where that is missing or says only "text". */
export function createBodyReader(contentType: string): BodyReader {
  const type = contentType.split(';')[0]?.trim().toLowerCase() ?? '';
  if (type === 'text/event-stream') return streamReader(contentType);
  if (LINE_TYPES.has(type)) return lineReader(contentType);
  return wholeReader(
    contentType,
    type === '' || type === 'text/plain' || type === 'application/octet-stream',
  );
}

/** The body as a person should see it in `raw_response`. */
export function rawOf(body: TargetBody): unknown {
  switch (body.kind) {
    case 'json':
      return body.value;
    case 'events':
      return body.values;
    case 'text':
      return body.text;
    case 'empty':
      return null;
  }
}

/** Text as JSON when it is JSON that can be carried on, else undefined. */
export function parseJson(text: string): { value: unknown } | undefined {
  const trimmed = text.trim().replace(/^\uFEFF/, '');
  if (!BEGINS_JSON.test(trimmed) || isTooDeep(trimmed)) return undefined;
  try {
    return { value: JSON.parse(trimmed) };
  } catch {
    return undefined;
  }
}

const BEGINS_JSON = /^(?:["{[\d-]|true|false|null)/;

/**
 * Pieces of a stream, as JSON where they are. An answer may have millions of them, and to find that one is none costs as
 * much as to read thousands of characters: after many of these the rest is taken for the text it most likely is.
 */
export function pieceReader(): (text: string) => unknown {
  let failures = 0;
  let left = MAX_STREAM_VALUES;
  return (text) => {
    const count = countIn(text);
    left -= count;
    if (count > mostValues) throw tooManyParts('values in one piece', mostValues);
    if (left < 0) throw tooManyParts('values', MAX_STREAM_VALUES);
    const read = failures < MAX_BROKEN_PIECES ? parseJson(text) : undefined;
    if (read === undefined && failures < MAX_BROKEN_PIECES && BEGINS_JSON.test(text.trimStart()))
      failures += 1;
    return read === undefined ? (text === 'null' ? null : text) : read.value;
  };
}
const MAX_BROKEN_PIECES = 2000;

const LINE_TYPES = new Set([
  'application/x-ndjson',
  'application/ndjson',
  'application/jsonl',
  'application/x-jsonlines',
  'application/jsonlines',
  'application/stream+json',
  'application/json-seq',
]);

const MAX_EVENT_LENGTH = 4 * 1024 * 1024;
// Deeper answers cannot be written out again without exhausting the stack.
const MAX_NESTING = 500;

/** So many messages, events or lines one answer may have: the smallest weigh many times what they were sent as. */
export const MAX_ANSWER_PARTS = 100_000;

export const answerTooLarge = (how: string): EgressError =>
  new EgressError({
    stage: 'too_large',
    code: 'response_too_large',
    message: `The answer ${how}, which is the most that is read.`,
  });

export const tooManyParts = (parts: string, most = MAX_ANSWER_PARTS): EgressError =>
  answerTooLarge(`has more than ${most.toLocaleString('en')} ${parts}`);

/** In all pieces of a stream together, of which each is read by itself and says much more than the text that is in it. */
const MAX_STREAM_VALUES = 5 * mostValues;

/** Told before anything is made of it. What does not begin like an object or a list is one, such as a log in brackets. */
const countIn = (text: string): number => (BEGINS_MANY.test(text) ? valuesIn(Buffer.from(text)) : 1);
const BEGINS_MANY =
  /^\s*(?:\{\s*["}]|\[\s*(?:["[{\]]|true|false|null|-?\d+(?:\.\d+)?(?:e[+-]?\d+)?\s*[,\]]))/i;

/** The values of a stream. The first that is too many is an error; what came before it stays to be shown. */
function valueList(): { values: unknown[]; take: (text: string) => void } {
  const values: unknown[] = [];
  const pieceOf = pieceReader();
  let isFull = false;
  const take = (text: string) => {
    if (isFull) return;
    isFull = true;
    if (values.length === MAX_ANSWER_PARTS) throw tooManyParts('values');
    values.push(pieceOf(text));
    isFull = false;
  };
  return { values, take };
}

function streamReader(contentType: string): BodyReader {
  const decoder = decoderFor(contentType);
  const { values, take } = valueList();
  let isDone = false;
  const reader = createEventStreamReader({
    maxEventLength: MAX_EVENT_LENGTH,
    onEvent: ({ data }) => {
      if (data.trim() === '[DONE]') isDone = true;
      else if (!isDone) take(data);
    },
  });
  return {
    push: (chunk) => {
      reader.feed(decoder.decode(chunk, { stream: true }));
      return isDone;
    },
    finish: () => {
      reader.feed(decoder.decode());
      reader.end();
      return values.length === 0 ? { kind: 'empty' } : { kind: 'events', values, source: 'stream' };
    },
  };
}

function lineReader(contentType: string): BodyReader {
  const decoder = decoderFor(contentType);
  const { values, take } = valueList();
  let rest = '';
  const takeLine = (line: string) => {
    // RFC 7464 sequences begin each record with a separator character.
    const text = line.replace(/^\u001e/, '').trim();
    if (text !== '' && text !== '[DONE]') take(text);
  };
  const feed = (text: string) => {
    // A line that comes in many pieces is put together once, where it ends, and not anew for each of them.
    const end = text.lastIndexOf('\n');
    const begun = rest + (end === -1 ? text : text.slice(0, end));
    rest = end === -1 ? begun : text.slice(end + 1);
    if (end !== -1) for (const line of begun.split('\n')) takeLine(line);
  };
  return {
    push: (chunk) => {
      feed(decoder.decode(chunk, { stream: true }));
      return false;
    },
    finish: () => {
      feed(decoder.decode());
      takeLine(rest);
      rest = '';
      return values.length === 0 ? { kind: 'empty' } : { kind: 'events', values, source: 'lines' };
    },
  };
}

function wholeReader(contentType: string, sniffs: boolean): BodyReader {
  let chunks: Uint8Array[] = [];
  let stream: BodyReader | undefined;
  /** What was refused stays to be shown as the text it is. */
  let refused: TargetBody | undefined;
  return {
    push: (chunk) => {
      if (stream !== undefined) return stream.push(chunk);
      chunks.push(chunk);
      if (sniffs && chunks.length === 1 && looksLikeStream(chunk)) {
        stream = streamReader(contentType);
        return stream.push(chunk);
      }
      return false;
    },
    finish: () => {
      if (stream !== undefined) return stream.finish();
      if (refused !== undefined) return refused;
      const text = decoderFor(contentType).decode(Buffer.concat(chunks));
      chunks = [];
      refused = { kind: 'text', text, contentType };
      const body = readWhole(text, contentType);
      refused = undefined;
      return body;
    },
  };
}

function readWhole(text: string, contentType: string): TargetBody {
  if (text.trim() === '') return { kind: 'empty' };
  // Each value but the first takes a character at least, so most answers need not be counted.
  const isFull = text.length >= mostValues && countIn(text) > mostValues;
  const json = isFull ? undefined : parseJson(text);
  if (json !== undefined) return { kind: 'json', value: json.value };
  const lines = readLines(text);
  if (lines === undefined && isFull && !isBehindAnother(text)) throw tooManyParts('values', mostValues);
  return lines ?? { kind: 'text', text, contentType };
}

/** Whether the first line is a document by itself, so that the whole is none. */
function isBehindAnother(text: string): boolean {
  const begun = text.trimStart();
  const end = begun.indexOf('\n');
  const line = begun.slice(0, Math.max(0, end));
  return countIn(line) <= mostValues && parseJson(line) !== undefined;
}

/** Several lines that are each a JSON object, sent under another Content-Type. */
function readLines(text: string): TargetBody | undefined {
  if (!text.trimStart().startsWith('{')) return undefined;
  const values: unknown[] = [];
  let left = MAX_STREAM_VALUES;
  for (let from = 0, end = 0; from < text.length; from = end + 1) {
    end = text.indexOf('\n', from);
    if (end === -1) end = text.length;
    const line = text.slice(from, end);
    if (line.trim() === '') continue;
    if (values.length === MAX_ANSWER_PARTS) throw tooManyParts('values');
    const count = countIn(line);
    left -= count;
    if (left < 0) throw tooManyParts('values', MAX_STREAM_VALUES);
    const read = count > mostValues ? undefined : parseJson(line);
    // The first that is none decides: each costs as much as reading thousands of characters.
    if (read === undefined) return undefined;
    values.push(read.value);
  }
  if (values.length < 2) return undefined;
  return { kind: 'events', values, source: 'lines' };
}

function looksLikeStream(chunk: Uint8Array): boolean {
  return /^\uFEFF?\s*(data|event|id|retry): ?/.test(Buffer.from(chunk.subarray(0, 64)).toString('utf8'));
}

function decoderFor(contentType: string): InstanceType<typeof TextDecoder> {
  const label = /charset\s*=\s*"?([^\s;"]+)/i.exec(contentType)?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(label);
  } catch {
    return new TextDecoder();
  }
}

function isTooDeep(text: string): boolean {
  if (text.length < MAX_NESTING * 2) return false;
  let depth = 0;
  let inString = false;
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charCodeAt(index);
    if (inString) {
      if (character === 0x5c) index += 1;
      else if (character === 0x22) inString = false;
    } else if (character === 0x22) inString = true;
    else if (character === 0x7b || character === 0x5b) {
      depth += 1;
      if (depth > MAX_NESTING) return true;
    } else if (character === 0x7d || character === 0x5d) depth -= 1;
  }
  return false;
}
