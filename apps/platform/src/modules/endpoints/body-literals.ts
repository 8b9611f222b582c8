import { decodeLoosely, isSecretName } from '@sonde/secrets';
import { mapMarkup } from './markup-literals.ts';
import type { SecretPlaces } from './secret-places.ts';
import { mapForm } from './url-query.ts';

export type Body = string | Record<string, unknown>;

export const isLiteral = (value: string): boolean =>
  value.trim() !== '' && !value.includes('{{') && !value.includes('{%');

type Change = (name: string, literal: string, stored: string | undefined) => string;

const isCredential = (name: string, value: string): boolean =>
  isSecretName(name, 'field') && isLiteral(value);

/** How what a text places is written when it is sent. */
export type Writing = 'form' | 'markup' | 'plain';

/**
 * A body whose credentials, by the names of their fields, are kept among the secrets; `stored` is the body before. In a
 * form or in markup that is written as a text they are encoded, and will be again when they are sent.
 */
export const withoutBodyLiterals = (
  body: Body,
  stored: unknown,
  places: SecretPlaces,
  writing: Writing,
): Body => {
  const change: Change = (name, literal, before) => places.take(name, literal, before);
  return typeof body === 'string'
    ? inMarkup(inPairs(inText(body, stored, change), stored, change, writing), stored, change, writing)
    : Object.fromEntries(
        Object.entries(body).map(([name, item]) => [
          name,
          inLeaf(name, item, memberOf(stored, name), change),
        ]),
      );
};

const memberOf = (value: unknown, name: string | number): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string | number, unknown>)[name]
    : undefined;

function inLeaf(name: string, value: unknown, stored: unknown, change: Change): unknown {
  if (typeof value === 'string')
    return isCredential(name, value)
      ? change(name, value, typeof stored === 'string' ? stored : undefined)
      : value;
  if (typeof value !== 'object' || value === null) return value;
  // What stands in a list is called as the list is.
  if (Array.isArray(value))
    return value.map((item: unknown, place) => inLeaf(name, item, memberOf(stored, place), change));
  return Object.fromEntries(
    Object.entries(value).map(([key, item]: [string, unknown]) => [
      key,
      inLeaf(key, item, memberOf(stored, key), change),
    ]),
  );
}

/** In a template that is a text, fields stand as JSON writes them. */
const field = /"((?:[^"\\{}]|\\.){1,300})"(\s{0,20}:\s{0,20})"((?:[^"\\]|\\.)*)"/g;

function inText(text: string, stored: unknown, change: Change): string {
  const before = typeof stored === 'string' ? fieldsOf(stored) : new Map<string, string>();
  return text.replace(field, (whole: string, name: string, between: string, written: string) => {
    const literal = read(written);
    return isCredential(name, literal)
      ? `"${name}"${between}"${change(name, literal, before.get(name))}"`
      : whole;
  });
}

const fieldsOf = (text: string): Map<string, string> =>
  new Map([...text.matchAll(field)].map(([, name = '', , written = '']) => [name, read(written)]));

/** Pairs of a form, `grant_type=…&client_secret=…`, or of lines. */
function inPairs(text: string, stored: unknown, change: Change, writing: Writing): string {
  const before = new Map<string, string>();
  if (typeof stored === 'string') mapForm(stored, (name, value) => void before.set(name, value));
  return mapForm(text, (name, value) => {
    const literal = writing === 'form' ? decodeLoosely(value.replaceAll('+', ' ')) : value;
    return isSecretName(decodeLoosely(name), 'parameter') && isLiteral(literal)
      ? change(decodeLoosely(name), literal, before.get(name))
      : undefined;
  });
}

/** Elements and attributes of a text that begins like markup. */
function inMarkup(text: string, stored: unknown, change: Change, writing: Writing): string {
  if (!/^\s*</.test(text)) return text;
  const isDecoded = writing === 'markup';
  const before = new Map<string, string>();
  if (typeof stored === 'string') mapMarkup(stored, isDecoded, (name, value) => void before.set(name, value));
  return mapMarkup(text, isDecoded, (name, literal) =>
    isCredential(name, literal) ? change(name, literal, before.get(name)) : undefined,
  );
}

function read(written: string): string {
  try {
    return JSON.parse(`"${written}"`) as string;
  } catch {
    return written;
  }
}
