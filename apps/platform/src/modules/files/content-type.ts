import { extname } from 'node:path';
import { fileTypeFromBuffer } from 'file-type';

export interface DetectedType {
  readonly contentType: string;
  /** Of texts. */
  readonly charset: string | null;
}

const unknown = 'application/octet-stream';
const office = 'application/vnd.openxmlformats-officedocument.';
const officeByEnding: Readonly<Record<string, string>> = {
  '.docx': `${office}wordprocessingml.document`,
  '.pptx': `${office}presentationml.presentation`,
  '.xlsx': `${office}spreadsheetml.sheet`,
};
const textByEnding: Readonly<Record<string, string>> = {
  '.md': 'text/markdown',
  '.markdown': 'text/markdown',
  '.csv': 'text/csv',
  '.tsv': 'text/tab-separated-values',
  '.html': 'text/html',
  '.htm': 'text/html',
  '.json': 'application/json',
  '.eml': 'message/rfc822',
  '.xml': 'text/xml',
};

/** What the bytes are. Binary kinds tell it themselves; texts are told apart by what they begin with and by name. */
export async function detectContentType(head: Buffer, filename: string): Promise<DetectedType> {
  const ending = extname(filename).toLowerCase();
  const charset = charsetOf(head);
  if (charset) return { contentType: textKind(head, charset, ending), charset };
  const found = (await fileTypeFromBuffer(head))?.mime ?? unknown;
  // A document of Office is a zip whose kind may stand behind the part that is looked at.
  const contentType = found === 'application/zip' ? (officeByEnding[ending] ?? found) : found;
  return { contentType, charset: null };
}

function charsetOf(head: Buffer): string | null {
  if (head.length === 0) return 'utf-8';
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  // Control characters, but for tab, line feed, form feed, carriage return and escape, are in no text.
  // oxlint-disable-next-line no-control-regex -- Control characters are what is looked for.
  if (/[\0-\x08\x0b\x0e-\x1a\x1c-\x1f\x7f]/.test(head.toString('latin1'))) return null;
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
    return 'utf-8';
  } catch {
    return 'windows-1252';
  }
}

function textKind(head: Buffer, charset: string, ending: string): string {
  const text = new TextDecoder(charset).decode(head, { stream: true }).trimStart().slice(0, 2000);
  if (text.startsWith('%PDF-')) return 'application/pdf';
  if (
    /^(?:<\?xml[^>]{0,200}>\s*)?(?:<!--[^>]{0,500}-->\s*)?(?:<!doctype svg[^>[]{0,500}(?:\[[^\]]{0,1500}\]\s*)?>\s*)?<svg[\s>]/i.test(
      text,
    )
  )
    return 'image/svg+xml';
  if (/^<(?:!doctype\s+html|html|head|body)[\s>]/i.test(text)) return 'text/html';
  const named = textByEnding[ending];
  if (named === 'message/rfc822' && !/^[\w-]{1,80}:[^\n]*\n/.test(text)) return 'text/plain';
  return named ?? 'text/plain';
}

/** Whether the bytes contradict what was declared; kinds that everybody gives to everything declare nothing. */
export function contradicts(declared: string, { contentType, charset }: DetectedType): boolean {
  const plain = declared.split(';')[0]?.trim().toLowerCase() ?? '';
  if (plain === '' || plain === unknown || plain === contentType) return false;
  const isTextual = /^text\/|json|xml|yaml|javascript|csv|markdown|rfc822/.test(plain);
  // Text is text: which kind of it is a matter of opinion, except that a page or a drawing is more than text.
  if (charset && isTextual) return ['text/html', 'image/svg+xml'].includes(contentType);
  return aliases[plain] !== contentType;
}

const aliases: Readonly<Record<string, string>> = {
  'image/jpg': 'image/jpeg',
  'audio/mp3': 'audio/mpeg',
  'audio/x-wav': 'audio/wav',
  'audio/wave': 'audio/wav',
  'application/x-pdf': 'application/pdf',
  'application/x-zip-compressed': 'application/zip',
};

const rasterImages = new Set([
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
  'image/tiff',
]);

/** Raster images, PDF, audio and plain text do nothing when a browser shows them; anything else is saved. */
export const isInline = (contentType: string): boolean =>
  rasterImages.has(contentType) ||
  contentType === 'application/pdf' ||
  contentType === 'text/plain' ||
  contentType.startsWith('audio/');

export const hasPicture = (contentType: string): boolean =>
  rasterImages.has(contentType) || contentType === 'application/pdf';

export const hasText = (contentType: string): boolean =>
  contentType === 'application/pdf' ||
  contentType === 'application/json' ||
  contentType === 'message/rfc822' ||
  contentType.startsWith('text/') ||
  contentType.startsWith(office);
