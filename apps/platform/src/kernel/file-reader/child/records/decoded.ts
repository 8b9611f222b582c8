import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { UnreadableFileError } from '../../messages.ts';

/** By byte order mark; else UTF-8 if all of it is; else what Windows writes. */
export async function detectEncoding(path: string, wished?: string): Promise<string> {
  if (wished) return knownEncoding(wished);
  const marked = markOf(await firstBytes(path, 4));
  if (marked) return marked;
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const chunk of createReadStream(path)) decoder.decode(chunk as Buffer, { stream: true });
    decoder.decode();
    return 'utf-8';
  } catch {
    return 'windows-1252';
  }
}

/** The text of the file in pieces, without its byte order mark. */
export async function* decoded(path: string, encoding: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1024 }))
    yield decoder.decode(chunk as Buffer, { stream: true });
  yield decoder.decode();
}

export async function wholeText(path: string, encoding: string, maxCharacters: number): Promise<string> {
  const parts: string[] = [];
  let characters = 0;
  for await (const part of decoded(path, encoding)) {
    characters += part.length;
    if (characters > maxCharacters)
      throw new UnreadableFileError(
        `A document of this kind may have ${maxCharacters / 1_000_000} million characters; JSONL and CSV may have more.`,
      );
    parts.push(part);
  }
  return parts.join('');
}

export async function firstBytes(path: string, count: number): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(count), 0, count, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

function markOf([first, second, third]: Uint8Array): string | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined;
}

function knownEncoding(label: string): string {
  try {
    return new TextDecoder(label).encoding;
  } catch {
    throw new UnreadableFileError('There is no such encoding.');
  }
}
