import { isPlaceholder } from '@sonde/secrets';
import type { Finding } from './finding.ts';
import { isOrdinary, mayBePassword } from './said-passwords.ts';
import { isSmallWord } from './stop-words.ts';

/** A password in the other forms of everyday life: behind a name of a setting, in a sentence without “is”, in a table, as a phrase. */
export function toldPasswordsIn(text: string): Finding[] {
  const found: Finding[] = [];
  const add = (value: string, start: number, sure: boolean | undefined): void => {
    if (sure !== undefined) found.push({ kind: 'passwords', value, start, end: start + value.length, sure });
  };
  for (const { pattern, judge } of rules)
    for (const match of text.matchAll(pattern)) {
      const whole = match.groups?.['value'] ?? '';
      const value = withoutEnd(whole);
      const start = match.index + match[0].lastIndexOf(whole);
      const rest = text.slice(start + value.length, start + value.length + 80);
      const before = text.slice(Math.max(0, start - 40), start);
      add(value, start, judge(value, { before, rest, told: match[0], word: match.groups?.['word'] ?? '' }));
    }
  for (const { value, start } of inTables(text)) add(value, start, isMixed(value) ? true : undefined);
  return found;
}

interface Told {
  readonly before: string;
  /** What stands behind it. */
  readonly rest: string;
  /** All that was found, up to its end. */
  readonly told: string;
  readonly word: string;
}

interface Rule {
  readonly pattern: RegExp;
  /** Whether it is surely a password or may be one; undefined where it is none. */
  readonly judge: (value: string, told: Told) => boolean | undefined;
}

const word =
  '(?<word>pass(?:word|code|phrase|wort)|kennwort|contraseña|mot de passe|pin(?:[- ](?:code|nummer|number))?)';
const words = '(?<word>pass(?:words|codes|phrases|wörter)|kennwörter|pins)';
const quote = '["\'`*“„«»]{0,3}';
const value = '(?<value>[^\\s"\'`*<>,;|“”„«»()]{4,64})';
const alone = '(?<![\\p{L}\\p{N}_-])';
const over = '(?![\\p{L}\\p{N}_-])';

const withoutEnd = (given: string): string => given.replace(/[.!?:)\]}]{1,10}$/, '');

/** Names of methods, norms, makes and versions have a digit as well. */
const term =
  /^(?:sha-?\d+\w*|md\d|aes-?\d*\w*|[23]fa|\d+-?factor\w*|base\d+\w*|oauth\d*(?:\.\d)?|v\d[\d.]*|utf-?\d+|argon2\w*|pbkdf2\w*|bcrypt\d*|1password|wpa\d?\w*|wep\d*|rfc-?\d+|iso-?\d+|soc-?\d|nist\w*|fips\d*|ps[2345]|x\d+|ms\d+|office365|microsoft365|\d+(?:st|nd|rd|th)|q[1-4]|step\d+|page\d+|[a-z]\d)$/iu;

/** Letters and digits in one, or a digit and a sign: no word of a sentence, and no number. */
const isMixed = (given: string): boolean =>
  /\d/.test(given) &&
  /\p{L}/u.test(given) &&
  !term.test(given) &&
  !/^[^@]+@[^@]+\.\p{L}+$|:\/\/|\/\S*\//u.test(given) &&
  !isPlaceholder(given);
/** `E1234` is an error, a room, an article. */
const isNumbered = (given: string): boolean => /^\p{Lu}{1,3}-?\d+$/u.test(given);
const isPin = (given: string): boolean => /^\d{4,8}$/.test(given);
const ofPin = (named: string): boolean => /^pin/i.test(named);

/** What tells its length, how often or when is none. */
const sureUnless =
  (isDoubtful: (told: Told) => boolean) =>
  (given: string, told: Told): boolean | undefined => {
    if (ofPin(told.word) ? !isPin(given) && !isMixed(given) : !isMixed(given)) return undefined;
    // A number goes on behind the blank: it is one of a telephone.
    if (isPin(given) && /^ \d/.test(told.rest)) return undefined;
    const may = mayBePassword(given, told.rest);
    return may === undefined ? undefined : may && !isDoubtful(told);
  };

const standingBare = sureUnless(
  ({ rest, told, word: named }) =>
    told.includes('(') ||
    (ofPin(named) && !named.startsWith('PIN')) ||
    !/^["'`*”“»)]{0,3}(?:[.,;:!?)\s]|$)/.test(rest),
);

/** “Never use password123 as a password.” */
const warning =
  /(?:never|avoid|don['’]t|do not|not|such as|nie|niemals|nicht)\s(?:[^.!?\n]{0,20}\s)?["'`*“„«]{0,3}$/iu;

/** A value of a setting that is a kind, a switch or a reference, and not the thing itself. */
const setting =
  /^(?:true|false|null|none|undefined|string|text|boolean|number|integer|varchar\w*|char|yes|optional|default|auto|prompt|ask|enabled?|disabled?|on|off|post|get|put|plain|hash(?:ed)?)$|pass|pwd|secret|config|env|input|self|args|request|req\.|form|user|value|param|data|field|\w\.\w|^\$|^[A-Z][A-Z0-9]*_[A-Z0-9_]+$/i;

const rules: readonly Rule[] = [
  {
    // DB_PASSWORD=…, smtp_pass: …, spring.datasource.password=…
    pattern: new RegExp(
      `(?<![\\w.-])[a-z][\\w.-]{0,60}[_.-](?<word>pass(?:word|wd|code|phrase|wort)?|pwd|pw|pin)["']?[ \\t]{0,3}[:=][ \\t]{0,3}${quote}${value}`,
      'giu',
    ),
    judge(given, { rest, word: named }) {
      if (isPlaceholder(given) || setting.test(given)) return undefined;
      if (isMixed(given)) return mayBePassword(given, rest);
      if (ofPin(named)) return isPin(given) ? mayBePassword(given, rest) : undefined;
      const endsThere = /^["'`*]{0,3}[ \t]*(?:$|[\r\n,;})#])/.test(rest);
      return endsThere && /^[\p{L}!?#%&@-]+$/u.test(given) && !isOrdinary(given) ? false : undefined;
    },
  },
  {
    // Use the password …, enter PIN …, mit dem Passwort …
    pattern: new RegExp(`${alone}${word}\\s{1,3}(?:\\(|${quote})${value}`, 'giu'),
    judge: (given, told) =>
      // A “PIN code 10115” is one of the post.
      /^pin./i.test(told.word) || isNumbered(given) ? undefined : standingBare(given, told),
  },
  {
    // Password → …, Password – …, PW: …, and on the line below, in a block of code.
    pattern: new RegExp(
      `${alone}${word}${quote}(?:\\s{0,2}(?:[–—]|-|→|->|=>)\\s{1,2}|\\s{0,2}→|\\s{0,3}\\|\\s{0,3}|[:?]?${quote}\\s{0,3}\\n{1,2}(?:\`\`\`\\w{0,12}\\n)?|\\?\\s{1,2})${quote}${value}`,
      'giu',
    ),
    judge: sureUnless(() => false),
  },
  {
    pattern: new RegExp(`${alone}(?<word>pw|p/w|pwd|pass word)\\s{0,2}[:=]\\s{0,2}${quote}${value}`, 'giu'),
    judge: sureUnless(() => false),
  },
  {
    // … has been set to …, … wurde auf … geändert; the PIN you need is …
    pattern: new RegExp(
      `${alone}${word}${over}(?:,?\\s\\p{L}[\\p{L}'’]{0,20}){0,6}?,?\\s(?<verb>to|auf|equals|should be|must be|is|ist|lautet):?\\s${quote}${value}`,
      'giu',
    ),
    judge: sureUnless(
      ({ told }) =>
        !/\s(?:set|chang\p{L}*|reset|updated?|is|ist|lautet|equals|wurde|passwort|kennwort)(?:\s|$)/iu.test(
          told,
        ),
    ),
  },
  {
    pattern: new RegExp(`${alone}${words}\\s{0,2}(?::|\\s(?:are|sind)):?\\s${quote}${value}`, 'giu'),
    judge: sureUnless(() => false),
  },
  {
    // … is the password, use … as the password
    pattern: new RegExp(
      `(?<![\\p{L}\\p{N}_-])${quote}${value}${quote}\\s(?:is|was|ist|lautet|as|als|for)\\s(?:(?:the|your|our|my|a|das|ihr|dein|die|ihre)\\s)?(?:(?:new|neues|admin|temporary|wifi)\\s)?${word}(?=[.!,;]|$|\\s(?:to|of|for|and|für|und|im|in)\\s)`,
      'giu',
    ),
    judge: (given, { before, word: named }) =>
      (ofPin(named) ? isPin(given) : isMixed(given)) && !warning.test(before) ? true : undefined,
  },
  {
    // Sign-in data: admin / …
    pattern: new RegExp(
      `${alone}(?<word>login|log-in|sign-in|credentials|zugangsdaten|anmeldedaten|logindaten)(?:\\s(?:details|data))?(?::|\\swith)\\s{1,3}[^\\s/]{2,60}\\s{0,2}/\\s{0,2}${quote}${value}`,
      'giu',
    ),
    judge: (given) => (isMixed(given) ? true : /^\p{L}{4,20}$/u.test(given) ? false : undefined),
  },
  {
    // A phrase in quotes, or of many words.
    pattern: new RegExp(
      `${alone}${word}(?:\\s{0,2}[:=]|\\s(?:is|was|ist|lautet):?)\\s{1,2}(?:["“„«](?<value>[\\p{L}\\p{N}-]{2,20}(?: [\\p{L}\\p{N}-]{2,20}){1,7})["”“»])`,
      'giu',
    ),
    judge: () => false,
  },
  {
    pattern: new RegExp(
      `${alone}${word}\\s{0,2}[:=]\\s{1,2}(?<value>\\p{Ll}{3,12}(?: \\p{Ll}{3,12}){3,7})[ \\t]*(?=[\\n.]|$)`,
      'gu',
    ),
    judge: (given) =>
      given.split(' ').some((one) => isSmallWord(one) || telling.test(one)) ? undefined : false,
  },
];

/** Words of what a password must be or what is to be done with it. */
const telling =
  /^(?:minimum|maximum|least|most|eight|ten|twelve|characters?|digits?|letters?|enter|choose|please|see|contact|support|reset|must|field|click|type|check|zeichen|bitte|siehe|mindestens)$/;

const rowsMax = 200;
const lineMax = 2000;

/** The cells below a head that says password. */
function* inTables(text: string): Generator<{ value: string; start: number }> {
  let at = 0;
  let column = -1;
  let rows = 0;
  for (const line of text.split('\n')) {
    const start = at;
    at += line.length + 1;
    if (line.length > lineMax || !line.includes('|')) {
      column = -1;
      continue;
    }
    const cells = cellsOf(line);
    const head = cells.findIndex(({ cell }) =>
      /^[*_]*(?:passwor[dt]|kennwort|passcode|pin)[*_]*$/i.test(cell),
    );
    if (head !== -1 && column === -1) {
      column = head;
      rows = 0;
    } else if (column !== -1 && (rows += 1) < rowsMax) {
      const found = cells[column];
      if (found && /^\S{4,64}$/.test(found.cell)) yield { value: found.cell, start: start + found.at };
    }
  }
}

function cellsOf(line: string): { cell: string; at: number }[] {
  const cells: { cell: string; at: number }[] = [];
  let at = 0;
  const inner = line.trimStart().startsWith('|') ? line.indexOf('|') + 1 : 0;
  at = inner;
  for (const part of line.slice(inner).split('|')) {
    const cell = part.trim().replaceAll(/^[`*]+|[`*]+$/g, '');
    cells.push({ cell, at: at + Math.max(0, part.indexOf(cell)) });
    at += part.length + 1;
  }
  return cells;
}
