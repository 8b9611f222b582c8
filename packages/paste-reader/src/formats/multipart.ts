import type { Json, JsonObject } from '../json-value.ts';

/**
 * Files of a form are not in a paste: the files of each call go into their places, all into one place, one by one into
 * several. A slice is a list, so that a call with fewer files leaves the field out.
 */
export function fileFields(names: readonly string[]): JsonObject {
  const fields = [...new Set(names)];
  return Object.fromEntries(
    fields.map((name, index) => [
      name,
      fields.length === 1 ? '{{ files }}' : `{{ files[${index}:${index + 1}] }}`,
    ]),
  );
}

export const isFileField = (value: Json | undefined): boolean =>
  typeof value === 'string' && /^\{\{ files(?:\[\d+:\d+\])? \}\}$/.test(value);

/** The fields of a multipart body as it travels, and where it ends; undefined where no field is in it. */
export function readMultipart(text: string, contentType: string) {
  const named = /boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(contentType);
  const boundary = named?.[1] ?? named?.[2] ?? /^\s*--(\S+)/.exec(text)?.[1];
  if (boundary === undefined) return undefined;
  const mark = `--${boundary}`;
  const close = text.indexOf(`${mark}--`);
  const [, ...parts] = text.slice(0, close === -1 ? text.length : close).split(mark);
  const files: string[] = [];
  const fields = parts.flatMap((part): [string, string][] => {
    const [head = '', ...rest] = part.split(/\r?\n\r?\n/);
    const name = /\bname="([^"]*)"/.exec(head)?.[1];
    if (name === undefined) return [];
    if (/\bfilename\*?=/.test(head)) files.push(name);
    return [[name, rest.join('\n\n').trim()]];
  });
  if (fields.length === 0) return undefined;
  return {
    fields: { ...Object.fromEntries(fields), ...fileFields(files) },
    end: close === -1 ? text.length : close + mark.length + 2,
  };
}
