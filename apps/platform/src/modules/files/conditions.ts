import type { ByteRange } from '#kernel/object-store';

/** RFC 9110 §13.1.2: lists, `*`, and weak against strong all count as the same. */
export function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  return tagsOf(ifNoneMatch).some((tag) => opaque(tag) === opaque(etag));
}

export type WantedRange = ByteRange | 'unsatisfiable' | undefined;

/**
 * RFC 9110 §14: one range of bytes, if `If-Range` names these very bytes. Several ranges, and what cannot be read, are
 * answered with the whole.
 */
export function wantedRange(
  headers: { readonly range?: string | undefined; readonly 'if-range'?: string | undefined },
  etag: string,
  sizeBytes: number,
): WantedRange {
  const range = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(headers.range?.trim() ?? '');
  if (!range) return undefined;
  const ifRange = headers['if-range']?.trim();
  // Weak tags, and dates, which say less than a hash, never hold here.
  if (ifRange !== undefined && ifRange !== etag) return undefined;
  const [, first = '', last = ''] = range;
  if (first === '' && last === '') return undefined;
  if (first === '') {
    const length = Math.min(Number(last), sizeBytes);
    return length === 0 ? 'unsatisfiable' : { start: sizeBytes - length, end: sizeBytes - 1 };
  }
  const start = Number(first);
  const end = last === '' ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1);
  if (last !== '' && Number(last) < start) return undefined;
  return start < sizeBytes ? { start, end } : 'unsatisfiable';
}

const tagsOf = (list: string): string[] => list.match(/(?:W\/)?"[^"]*"/g) ?? [];
const opaque = (tag: string): string => tag.replace(/^W\//, '');

/** RFC 6266 with RFC 8187: a name of any characters, which can break no header and is a path nowhere. */
export function contentDisposition(isInline: boolean, filename: string): string {
  const plain = filename.replace(/[^\x20-\x7e]|["\\%/]/g, '_');
  const encoded = encodeURIComponent(filename.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${isInline ? 'inline' : 'attachment'}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

/** The last part of whatever path came with the file, without what would break a line or turn its direction. */
export function safeFilename(given: string): string {
  const name = (given.split(/[/\\]/).at(-1) ?? '')
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu, '')
    .trim();
  // A character that is cut in two loses its first half as well.
  const short = name.slice(0, 255).replace(/[\ud800-\udbff]$/, '');
  return /^\.*$/.test(short) ? 'file' : short;
}
