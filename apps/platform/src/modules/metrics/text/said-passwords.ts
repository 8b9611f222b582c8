import { isPlaceholder } from '@sonde/secrets';
import type { Finding } from './finding.ts';

/** A password that is said, rather than assigned, and too short for anything else to take it for one. */
export function saidPasswordsIn(text: string): Finding[] {
  const found: Finding[] = [];
  for (const pattern of [said, afterUser])
    for (const match of text.matchAll(pattern)) {
      const { word = '', mark = '', value: whole = '' } = match.groups ?? {};
      const value = withoutEnd(whole);
      const start = match.index + match[0].length - whole.length;
      const sure = read({
        word,
        mark,
        value,
        rest: text.slice(start + value.length, start + value.length + 80),
      });
      if (sure !== undefined)
        found.push({ kind: 'passwords', value, start, end: start + value.length, sure });
    }
  return found;
}

const quotes = '["\'`*“„«»]{0,3}';
const of = '(?:of|for|to|on|at|für|von|vom|zum|zur|des|der|del|de|du|pour|para)';
const is =
  "(?:is|was|reads|(?:would|will) be|is (?:now|still|set to|called)|ist|lautet|heißt|es|est|\\?\\s{1,3}it(?:['’]s| is))";
const value = '(?<value>[^\\s"\'`*<>,;“”„«»]{4,64})';

/** Up to a few words may stand between: `the password of the staff room is …`. */
const said = new RegExp(
  `(?<![\\p{L}\\p{N}_])(?<word>pass(?:word|code|phrase|wort)|pin|kennwort|contraseña|mot de passe)(?![\\p{L}\\p{N}_-])${quotes}` +
    `(?:\\s{1,3}${of}(?:\\s{1,3}[\\p{L}\\p{N}'’-]{1,30}){1,5}?)?` +
    `(?:\\s{0,3}[:=]${quotes}\\s{1,3}|\\s{0,3}[:=]|\\s{0,3}${is}:?\\s{1,3})(?<mark>${quotes})${value}`,
  'giu',
);

/** As sign-in data are given: `user: admin, pass: …`; by itself a pass may be a ticket. */
const afterUser = new RegExp(
  `(?<![\\p{L}\\p{N}_])(?:user(?:[ _-]?name)?|login|benutzer(?:name)?)\\s{0,3}[:=][^\\n]{1,60}?[\\s,;/](?<word>pass|pw|pwd)\\s{0,3}[:=]\\s{0,3}(?<mark>${quotes})${value}`,
  'giu',
);

interface Said {
  readonly word: string;
  /** The quotation marks that stand before it. */
  readonly mark: string;
  readonly value: string;
  /** What stands behind it. */
  readonly rest: string;
}

/** Whether it is surely a password or may be one; undefined where it is none. */
function read({ word, mark, value, rest }: Said): boolean | undefined {
  if (value.length < 4 || isPlaceholder(value) || value.includes('://')) return undefined;
  if (/\d/.test(value)) return mayBePassword(value, rest);
  if (/^pin$/i.test(word) || !/^[\p{L}!?#$%&@_.-]+$/u.test(value)) return undefined;
  const isQuoted = mark !== '' && /["'`*”“»«]/.test(rest[0] ?? '');
  const endsThere = /^(?:[.!)]|\s{0,3}$|\s{0,3}[\r\n,;])/.test(rest);
  if (!isQuoted && (!endsThere || isOrdinary(value))) return undefined;
  return false;
}

/** Whether what stands there as one is surely a password; undefined where it surely tells of one. */
export const mayBePassword = (value: string, rest: string): boolean | undefined =>
  isMeasure(withoutEnd(value), rest) ? undefined : !isDescription(value, rest);

const withoutEnd = (value: string): string => value.replace(/[.!?)\]}]{1,10}$/, '');

const units =
  'digits?|characters?|chars?|letters?|numbers?|symbols?|words?|long|stellig\\p{L}{0,2}|stellen|zeichen|ziffern|buchstaben|caracteres|caractères|dígitos|cifras|chiffres|seconds?|minutes?|mins?|hours?|days?|weeks?|months?|years?|times?|attempts?|tries|sekunden|minuten|stunden|tagen?|wochen|monaten?|mal|euros?|dollars?|pounds?|percent|prozent|steps?|factors?';
const measured = new RegExp(`^\\d{1,4}(?:[-–]\\d{1,4})?[-–]?(?:${units})$`, 'iu');
const unitBehind = new RegExp(`^[-–\\s]{0,3}(?:${units})(?!\\p{L})`, 'iu');

/** `4-digit`, `8-20 characters`, `12:30`, `4.99€`: how long, how often, when or how much. */
const isMeasure = (value: string, rest: string): boolean =>
  measured.test(value) ||
  /^\d{1,2}:\d{2}(?:[ap]m)?$/i.test(value) ||
  /^(?:[€$£]\d[\d.,]*|\d[\d.,]*[€$£%])$/.test(value) ||
  (/^\d{1,4}(?:[-–]\d{1,4})?$/.test(value) && unitBehind.test(rest));

/** A range, or a word with a digit before more of the sentence (`SHA256 hashed`), may tell of the password and not be it. */
const isDescription = (value: string, rest: string): boolean =>
  /^\d{1,2}[-–]\d{1,2}$/.test(value) ||
  (value.length <= 16 &&
    /^\p{L}+(?:-\p{L}+)*\d{1,3}$/u.test(value) &&
    /^ (?!(?:and|or|for|but|und|oder|für|aber|y|et)\s)\p{Ll}/u.test(rest));

/** What is said of passwords: that they are wrong, required, secret, stored. */
export const isOrdinary = (value: string): boolean => ordinary.test(value) || ordinaryEndings.test(value);

const ordinary =
  /^(?:wrong|correct|incorrect|right|valid|invalid|empty|blank|none|null|safe|secure|insecure|weak|strong|short|simple|long|longer|unique|different|same|gone|lost|known|unknown|yours|mine|ours|theirs|fine|okay|good|poor|here|there|below|above|again|instead|online|offline|open|reset|sent|kept|hidden|shown|secret|mandatory|case-sensitive|also|important|essential|enough|there|always|never|falsch|richtig|korrekt|geheim|sicher|unsicher|leer|stark|schwach|kurz|lang|hier|dort|unten|oben|weg|privat|anders|gleich|identisch|pflicht|optional|notwendig|bekannt|unbekannt|neu|alt|incorrecta|correcta|secreta|segura|obligatoria|incorrect|obligatoire)$/iu;
const ordinaryEndings =
  /(?:ed|ten|ble|ive|ory|ary|ial|ual|ant|ent|less|ful|ing|ous|lich|bar|haft|ig|iert|elt|tzt|cht|ten|tet|den|ssen|ada|ida|ise)$|^(?:ab|an|auf|aus|be|ein|ent|er|ge|ver|vor|zer|zu|über|unter)\p{L}{2,}(?:en|t)$/iu;
