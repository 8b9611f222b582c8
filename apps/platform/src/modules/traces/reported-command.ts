import { secretMask } from '@sonde/contract';
import { isSecretName } from '@sonde/secrets';

/**
 * Where in each word of a command its secret begins, undefined for words without one. One reader for both ways in which a
 * command is reported: as the list of its words and as one text.
 */
export function secretsOfCommand(words: readonly string[]): (number | undefined)[] {
  let named: Named = { isOfUser: false };
  return words.map((word, at) => {
    named = { ...named, program: programIn(word) ?? named.program };
    const before = words[at - 1];
    const begin =
      secretIn(word, named) ??
      (before === undefined ? undefined : (passwordIn(word, before) ?? givenTo(before, word, named)));
    named = { ...named, isOfUser: named.isOfUser || /^(?:-u|--user|--username)(?:$|=)/.test(word) };
    return begin;
  });
}

interface Named {
  readonly program?: Program | undefined;
  /** A user stood before: what follows as `-p` is the password. */
  readonly isOfUser: boolean;
}

interface Program {
  /** Options whose next word is a password, and those that it follows with no blank. */
  readonly apart?: string;
  readonly joined?: string;
}

const programs: readonly (readonly [RegExp, Program])[] = [
  [/^sshpass$/, { apart: 'p', joined: 'p' }],
  // Behind a blank these are told a database.
  [/^(?:mysql|mariadb)(?:dump|admin|check|import|show|slap)?$/, { apart: '', joined: 'p' }],
  [/^mongo(?:sh|dump|restore|export|import)?$/, { apart: 'p' }],
  [/^(?:redis|valkey|keydb)-cli$/, { apart: 'a' }],
  [/^(?:sqlcmd|bcp|osql|isql|mosquitto_\w{1,9}|zip|unzip)$/, { apart: 'P', joined: 'P' }],
  [/^(?:7z[ar]?|7zz|rar|unrar)$/, { joined: 'p' }],
  [/^ldap(?:search|add|modify|delete|whoami|passwd)$/, { apart: 'w' }],
];

const programIn = (word: string): Program | undefined => {
  if (word.startsWith('-') || word.length > 300) return undefined;
  const name = (word.split(/[\\/]/).at(-1) ?? '').replace(/\.exe$/i, '');
  return programs.find(([pattern]) => pattern.test(name))?.[1];
};

/** Of what is assigned in the word itself: `--token=…`, `DB_PASS=…`, `-p…` of some programs. */
function secretIn(word: string, { program }: Named): number | undefined {
  const assigned = /^(-{0,2})([A-Za-z][\w.-]{0,100})=(?=.)/.exec(word);
  if (assigned) {
    const [whole, dashes, name = ''] = assigned;
    return (dashes ? isSecretOption(name) : isSecretVariable(name)) ? whole.length : undefined;
  }
  const joined = /^-([A-Za-z])(?=.)/.exec(word)?.[1];
  return joined !== undefined && program?.joined?.includes(joined) ? 2 : undefined;
}

/** Of a user and a password in one word; a number of a user and of a group look the same. */
const passwordIn = (word: string, before: string): number | undefined =>
  /^(?:-[uUa]|--(?:proxy-)?user|--auth)$/.test(before) && !/:\d{1,9}$/.test(word)
    ? /^[^\s:/=]{1,200}:(?=[^\s/]{2})/.exec(word)?.[0].length
    : undefined;

const givenTo = (before: string, word: string, named: Named): 0 | undefined =>
  isGiven(word, before, named) ? 0 : undefined;

function isGiven(word: string, before: string, { program, isOfUser }: Named): boolean {
  const option = /^--?([A-Za-z][\w.-]{0,60})$/.exec(before)?.[1];
  if (option === undefined || word === '' || word.startsWith('-') || word.startsWith('•')) return false;
  if (option.length > 1) return isSecretOption(option);
  if (program?.apart !== undefined) return program.apart.includes(option);
  // A port, a path, a project or a package stands behind it as often.
  return option === 'p' || option === 'P'
    ? !/^\d{1,5}$|[\\/:@.=]/.test(word) && (isOfUser || (/\d/.test(word) && /\p{L}/u.test(word)))
    : false;
}

const isSecretOption = (name: string): boolean =>
  isSecretName(name, 'parameter') || isSecretName(name, 'header');

/** A variable of the environment ends with what it holds: `STRIPE_KEY` is what a header of that name would be. */
export const isSecretVariable = (name: string): boolean =>
  isSecretName(name, 'field') ||
  (/^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/.test(name) &&
    (isSecretName(name, 'header') || /_(?:PASS|PAT|PW|JWT|DSN)$/.test(name)));

/** What goes on with a sentence about an option is none of its values. */
const goesOn =
  /^(?:is|was|are|has|had|must|may|can(?:not|'t)?|should|needs?|requires?|expects?|not|and|or|to|for|in|of|with|option|argument|flag|parameter|missing|required|given|set)[.,:;)]?$/i;

/** A word, or what stands in quotes, behind a name and its sign or alone. */
const words =
  /([^\s"'=,[\](){}][^\s"'=]*=)?(?:"([^"\n]*)"|'([^'\n]*)'|([^\s"'=,[\](){}][^\s"'=]*)["']?)|[^\s"'=]*=/g;

/** A command that stands in a text, and in whatever is said around it. */
export function inCommand(text: string): string {
  if (!/[-=]/.test(text)) return text;
  const found: { readonly word: string; readonly end: number; readonly isQuoted: boolean }[] = [];
  for (const match of text.matchAll(words)) {
    const [whole, name = '', double, single, bare = ''] = match;
    const quoted = double ?? single;
    const isQuoted = quoted !== undefined;
    const value = quoted ?? bare.replace(/[,;]$/, '');
    const end = match.index + (isQuoted ? whole.length - 1 : name.length + value.length);
    found.push({ word: name + value, end, isQuoted });
  }
  const begins = secretsOfCommand(found.map(({ word }) => word));
  let shown = '';
  let from = 0;
  for (const [index, { word, end, isQuoted }] of found.entries()) {
    const begin = begins[index];
    if (begin === undefined || (begin === 0 && !isQuoted && goesOn.test(word))) continue;
    // In the text a quote stands between the name and its value.
    shown += text.slice(from, Math.max(from, end - (word.length - begin))) + secretMask;
    from = end;
  }
  return from === 0 ? text : shown + text.slice(from);
}
