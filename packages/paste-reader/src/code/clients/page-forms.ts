import { hole, wholeHole } from '../../holes.ts';
import type { Json, JsonObject } from '../../json-value.ts';

/** `new FormData(e.target)` sends the fields of the form that the same page shows. */
export function withPageForm(body: Json, page: string): Json {
  const made = typeof body === 'string' ? wholeHole(body) : undefined;
  if (made === undefined || !/\bFormData\(/.test(made)) return body;
  const form = /<form\b[^>]*>([\s\S]*?)<\/form>/i.exec(page)?.[1];
  const fields: JsonObject = {};
  for (const [, tag = ''] of (form ?? '').matchAll(/<(?:input|textarea|select)\b([^>]*)>/gi)) {
    const name = attribute(tag, 'name');
    if (name !== undefined && !/^(?:submit|button|file)$/i.test(attribute(tag, 'type') ?? ''))
      fields[name] = attribute(tag, 'value') ?? hole(name);
  }
  return Object.keys(fields).length === 0 ? body : fields;
}

const attribute = (tag: string, name: string): string | undefined =>
  new RegExp(String.raw`\b${name}\s*=\s*["']([^"']*)["']`, 'i').exec(tag)?.[1];
