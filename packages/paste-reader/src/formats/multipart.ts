import type { JsonObject } from '../json-value.ts';

/** The fields of a multipart body as it travels, and where it ends; undefined where no field is in it. */
export function readMultipart(
  text: string,
  contentType: string,
): { fields: JsonObject; end: number } | undefined {
  const named = /boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(contentType);
  const boundary = named?.[1] ?? named?.[2] ?? /^\s*--(\S+)/.exec(text)?.[1];
  if (boundary === undefined) return undefined;
  const mark = `--${boundary}`;
  const close = text.indexOf(`${mark}--`);
  const [, ...parts] = text.slice(0, close === -1 ? text.length : close).split(mark);
  const fields = parts.flatMap((part): [string, string][] => {
    const [head = '', ...rest] = part.split(/\r?\n\r?\n/);
    const name = /\bname="([^"]*)"/.exec(head)?.[1];
    return name === undefined ? [] : [[name, rest.join('\n\n').trim()]];
  });
  if (fields.length === 0) return undefined;
  return {
    fields: Object.fromEntries(fields),
    end: close === -1 ? text.length : close + mark.length + 2,
  };
}
