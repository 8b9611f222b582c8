import { CallFailure } from './failures.ts';
import { isPlainObject } from './plain-object.ts';

export type BodyKind = 'json' | 'form' | 'multipart' | 'text';

export function bodyKindOf(contentType: string | undefined): BodyKind {
  if (contentType === undefined || /json/i.test(contentType)) return 'json';
  if (/^\s*application\/x-www-form-urlencoded/i.test(contentType)) return 'form';
  if (/^\s*multipart\/form-data/i.test(contentType)) return 'multipart';
  return 'text';
}

/** Name and value pairs of an object; nested values as JSON, lists of plain values as a repeated name, null not at all. */
export function pairsOf(value: unknown): [string, string][] {
  if (!isPlainObject(value)) {
    throw new CallFailure({
      stage: 'render',
      type: 'invalid_body',
      message:
        'A query or a form needs an object of names and values, and the template rendered to something else.',
      hint: 'Let the request template render to an object such as {"message": "{{ input }}"}.',
    });
  }
  return Object.entries(value).flatMap(([name, item]): [string, string][] => {
    if (item === null || item === undefined) return [];
    if (Array.isArray(item) && item.every((one) => typeof one !== 'object'))
      return item.map((one) => [name, String(one)]);
    return [
      [name, typeof item === 'object' ? JSON.stringify(item) : String(item as string | number | boolean)],
    ];
  });
}

/** Merges into the query of the address: a rendered name replaces the address's own. */
export function withQuery(url: URL, pairs: readonly [string, string][]): URL {
  const merged = new URL(url);
  for (const name of new Set(pairs.map(([key]) => key))) merged.searchParams.delete(name);
  for (const [name, value] of pairs) merged.searchParams.append(name, value.toWellFormed());
  return merged;
}

export function encodeForm(pairs: readonly [string, string][]): string {
  return new URLSearchParams(
    pairs.map(([name, value]): [string, string] => [name.toWellFormed(), value.toWellFormed()]),
  ).toString();
}

/** A multipart body; objects that are files become file parts. */
export function encodeMultipart(value: unknown, boundary: string): Uint8Array {
  const chunks: Buffer[] = [];
  const part = (headers: string, content: Buffer) => {
    chunks.push(Buffer.from(`--${boundary}\r\n${headers}\r\n\r\n`), content, Buffer.from('\r\n'));
  };
  const quote = (text: string) => text.replace(/["\r\n]/g, (character) => encodeURIComponent(character));
  const entries = isPlainObject(value) ? Object.entries(value) : [];
  for (const [name, item] of entries) {
    const items = Array.isArray(item) ? item : [item];
    if (items.length > 0 && items.every(isFile)) {
      for (const file of items) {
        part(
          `Content-Disposition: form-data; name="${quote(name)}"; filename="${quote(textOf(file['filename'], 'file'))}"\r\nContent-Type: ${quote(textOf(file['content_type'], 'application/octet-stream'))}`,
          Buffer.from(textOf(file['data'], ''), 'base64'),
        );
      }
    } else {
      for (const [, text] of pairsOf({ [name]: item }))
        part(`Content-Disposition: form-data; name="${quote(name)}"`, Buffer.from(text));
    }
  }
  chunks.push(Buffer.from(`--${boundary}--\r\n`));
  return Buffer.concat(chunks);
}

function isFile(value: unknown): value is Record<string, unknown> {
  return isPlainObject(value) && typeof value['filename'] === 'string' && 'data' in value;
}

function textOf(value: unknown, fallback: string): string {
  return typeof value === 'string' ? value : fallback;
}
