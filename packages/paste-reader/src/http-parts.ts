import type { Credential, Pair, RequestSketch, SourceKind } from './finding.ts';
import type { JsonObject } from './json-value.ts';

/** A request of which more is told than that it is one. */
export const requestSketch = (kind: SourceKind, at: number, told: Partial<RequestSketch>): RequestSketch => ({
  kind,
  at,
  headers: [],
  bodyKind: 'none',
  notes: [],
  answers: [],
  ...told,
});

export const inHeader = (name: string, prefix = ''): Credential => ({ in: 'header', name, prefix });
export const inQuery = (name: string): Credential => ({ in: 'query', name, prefix: '' });
export const BEARER = inHeader('Authorization', 'Bearer ');

/** What a body of each kind is called. */
export const MEDIA_TYPES = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  multipart: 'multipart/form-data',
  text: 'text/plain',
} as const;

/** What is said of a header, whatever the case of its name. */
export const headerNamed = (headers: readonly Pair[], name: string): string | undefined =>
  headers.find(([other]) => other.toLowerCase() === name)?.[1];

/** `Name: value`; a line without a name is none. */
export function headerOfLine(line: string): Pair[] {
  const at = line.indexOf(':');
  return at > 0 ? [[line.slice(0, at).trim(), line.slice(at + 1).trim()]] : [];
}

/** User and password, with a colon between them. */
export const basicAuth = (credentials: string): string =>
  `Basic ${Buffer.from(credentials).toString('base64')}`;

/** A part of an address without its escapes; undefined where they are none. */
export function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** The fields of an object as an address has them. */
export const parametersOf = (object: JsonObject): Pair[] =>
  Object.entries(object).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
