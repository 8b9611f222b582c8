import { escapeMarkup } from '#kernel/markup';

/**
 * How a secret is written where it is placed. Whoever places one names a spelling of this list, and the masker looks for
 * each of them in what comes back: one that stood elsewhere would be shown by a target that repeats its request.
 */
const spellings = {
  plain: (text: string): string => text,
  /** A path leaves a colon as it is (RFC 3986, section 3.3), and the tokens of bots hold one. */
  path: (text: string): string => encoded(text).replaceAll('%3A', ':'),
  /** As an address is sent, which spells the apostrophe out in a query (WHATWG URL, special-query percent-encode set). */
  query: (text: string): string => encoded(text).replaceAll("'", '%27'),
  /** As URLSearchParams writes it (WHATWG URL, application/x-www-form-urlencoded), which takes many times as long. */
  form: (text: string): string =>
    encoded(text)
      .replace(/[!'()~]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
      .replaceAll('%20', '+'),
  json: (text: string): string => JSON.stringify(text).slice(1, -1),
  markup: (text: string): string => inNumbers(text),
} satisfies Record<string, (text: string) => string>;

export type Spelling = keyof typeof spellings;

export const spell = (text: string, spelling: Spelling): string => spellings[spelling](text);

/** Markup without names, which any XML understands: a document type may not know those of HTML. */
export function inNumbers(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** What addresses, forms, markup and JSON leave as it is: most keys are written so. */
const SPELLED_ALIKE = /^[\w.-]+$/;

const hex = (character: string): string => character.charCodeAt(0).toString(16).padStart(4, '0');
const escaped = (text: string, characters: RegExp, write: (digits: string) => string): string =>
  text.replace(characters, (character) => `\\u${write(hex(character))}`);
const upper = (digits: string): string => digits.toUpperCase();
const same = (digits: string): string => digits;

/** JSON as others write it than we do. */
const foreignJson: readonly ((json: string) => string)[] = [
  // Of Python, and of all that keeps to ASCII.
  (json) => escaped(json, /[^\x20-\x7e]/g, same),
  // Of PHP, which escapes a slash as well.
  (json) => escaped(json, /[^\x20-\x7e]/g, same).replaceAll('/', '\\/'),
  (json) => json.replaceAll('/', '\\/'),
  // Of Go, and of what is put into pages.
  (json) => escaped(json, /[&<>\u2028\u2029]/g, same),
  // Of .NET, whose quotes are numbers.
  (json) => escaped(json.replaceAll('\\"', '\\u0022'), /[&<>'+`]|[^\x20-\x7e]/g, upper),
  (json) =>
    escaped(json.replaceAll('\\"', '\\u0022'), /[&<>'+`]|[^\x20-\x7e]/g, upper).replaceAll('/', '\\/'),
];

/** An address may be written in small letters too (RFC 3986, section 6.2.2.1), as .NET does. */
const inSmallLetters = (written: string): string =>
  written.replace(/%[0-9A-F]{2}/g, (escape) => escape.toLowerCase());

/** Each way in which a text may come back from where it was sent. */
export function spellingsOf(text: string): ReadonlySet<string> {
  const found = new Set([text]);
  if (SPELLED_ALIKE.test(text)) return found;
  for (const write of Object.values(spellings)) found.add(write(text));
  // An object inside a form is JSON.
  found.add(spellings.form(spellings.json(text))).add(spellings.query(spellings.json(text)));
  found.add(encoded(text));
  // One in small letters is its own.
  for (const written of found) found.add(inSmallLetters(written));
  const json = spellings.json(text);
  for (const write of foreignJson) found.add(write(json));
  // A page says what it was asked for in its own way of writing.
  return new Set([...found].flatMap((written) => [written, inNumbers(written), escapeMarkup(written)]));
}

const encoded = (text: string): string => encodeURIComponent(text.toWellFormed());
