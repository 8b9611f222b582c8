/**
 * A hole is a place whose value the paste leaves open: a variable of code, a template placeholder. Inside the reader it
 * is text between two private-use characters, so that a string may hold several and JSON stays JSON.
 */
const OPEN = '\uE000';
const CLOSE = '\uE001';
const HOLE = /\uE000([^\uE000\uE001]*)\uE001/g;

export const hole = (name: string): string => `${OPEN}${name.trim().slice(0, 200)}${CLOSE}`;

export const hasHole = (text: string): boolean => text.includes(OPEN);

/** The name of the hole when the value is nothing else. */
export const wholeHole = (value: unknown): string | undefined =>
  typeof value === 'string' ? /^\uE000([^\uE000\uE001]*)\uE001$/.exec(value.trim())?.[1] : undefined;

export const holeNames = (text: string): string[] => [...text.matchAll(HOLE)].map((match) => match[1] ?? '');

export const fillHoles = (text: string, value: (name: string) => string): string =>
  text.replace(HOLE, (_match, name: string) => value(name));

/** A hole in place of a whole JSON value gets the quotes it needs. */
export const withQuotedHoles = (text: string): string =>
  text.replace(/(:\s*)(\uE000[^\uE001]*\uE001)(?=\s*[,}\]])/g, '$1"$2"');

/** Pasted text must not bring marks of its own. */
export const withoutMarks = (text: string): string => text.replace(/[\uE000\uE001]/g, '');
