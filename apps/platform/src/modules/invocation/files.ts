import { decodeText } from '#kernel/file-reader';
import { isPlainObject } from './plain-object.ts';

export type FileEntry = {
  filename: string;
  content_type: string;
  data: string;
  extracted_text?: string;
  [key: string]: unknown;
};

/** Reads the files of a call into one form; older spellings are accepted and named in a warning. */
export function readFiles(value: unknown, warnings: string[]): FileEntry[] {
  if (value === undefined || value === null) return [];
  const list = Array.isArray(value) ? value : [value];
  return list.filter(isPlainObject).map((file) => readFile(file, warnings));
}

function readFile(file: Record<string, unknown>, warnings: string[]): FileEntry {
  const { content_base64: former, ...rest } = file;
  if (former !== undefined && file['data'] === undefined) {
    warnings.push('A file carries its bytes in "content_base64"; the field is called "data" now.');
  }
  const data = stringOf(file['data']) ?? stringOf(former) ?? '';
  const inline = /^data:([^;,]*)[^,]*;base64,/.exec(data.slice(0, 300));
  return {
    ...rest,
    filename: stringOf(file['filename']) ?? stringOf(file['name']) ?? 'file',
    content_type: stringOf(file['content_type']) ?? (inline?.[1] || 'application/octet-stream'),
    data: inline === null ? data : data.slice(inline[0].length),
  };
}

/** The image of a call: the one given, else the first file that is an image. */
export function readImage(
  value: unknown,
  files: readonly FileEntry[],
  warnings: string[],
): FileEntry | string | undefined {
  if (typeof value === 'string' && value !== '') return value;
  return readFiles(value, warnings)[0] ?? files.find((file) => file.content_type.startsWith('image/'));
}

/** Appends what the files say to the message, for a target that has no place for files. */
export function appendExtractedText(input: string, files: readonly FileEntry[]): string {
  if (files.length === 0) return input;
  const sections = files.map((file) => {
    const text = textOf(file)?.trim() ?? '[No readable text in this file]';
    return `--- Start of file: ${file.filename} ---\n${text}\n--- End of file: ${file.filename} ---`;
  });
  return `${input}\n\n[Attached file(s):]\n${sections.join('\n\n')}`;
}

/** Base64 of two megabytes; its length is a multiple of four, so that it can be cut there. */
const mostEncodedText = 2_796_204;

/** What was found in the file before; a file that is text itself says what it says. */
function textOf(file: FileEntry): string | undefined {
  const known = stringOf(file.extracted_text);
  if (known !== undefined || file.data === '' || !isTextual(file.content_type)) return known;
  return stringOf(
    decodeText(Buffer.from(file.data.slice(0, mostEncodedText), 'base64'), charsetOf(file.content_type)),
  );
}

const isTextual = (contentType: string): boolean =>
  /^text\/|^application\/(?:[\w.+-]*[+])?(?:json|xml|yaml|x-yaml|x-ndjson|csv|javascript)\b/i.test(
    contentType,
  );

const charsetOf = (contentType: string): string | undefined =>
  /;\s*charset\s*=\s*"?([\w-]{1,40})/i.exec(contentType)?.[1];

function stringOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
