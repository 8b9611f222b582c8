import { isPlaceholder } from '@sonde/secrets';
import type { Finding } from './finding.ts';
import { isOrdinary, mayBePassword } from './said-passwords.ts';

/** A password that a statement of SQL or a command line gives: by its place there, where prose has none. */
export function givenPasswordsIn(text: string): Finding[] {
  const found: Finding[] = [];
  for (const pattern of [...statements, ...commands])
    for (const match of text.matchAll(pattern)) {
      if (pattern === afterUser && isOfMysql(text, match.index)) continue;
      const { single, double, bare } = match.groups ?? {};
      const value = single ?? double ?? bare ?? '';
      const end = match.index + match[0].length - (bare === undefined ? 1 : 0);
      const sure = read(value, {
        isInSql: statements.includes(pattern),
        isQuoted: bare === undefined,
        rest: text.slice(end, end + 80),
      });
      if (sure !== undefined) found.push({ kind: 'passwords', value, start: end - value.length, end, sure });
    }
  return found;
}

const literal = String.raw`'(?<single>[^'\n]{4,100})'`;
const argument = String.raw`(?:'(?<single>[^'\n]{4,100})'|"(?<double>[^"\n]{4,100})"|(?<bare>[^\s"'\x60<>{}\[\]()|;,]{4,100}))`;

/** What PostgreSQL lets stand before the password of a role. */
const attribute =
  '(?:with|(?:un)?encrypted|(?:no)?(?:login|superuser|createdb|createrole|inherit|replication|bypassrls))';

const statements = [
  // CREATE USER app IDENTIFIED BY '…', and … IDENTIFIED WITH a_plugin BY '…'
  String.raw`\b(?:user|to)\s{1,5}(?:if\s{1,5}not\s{1,5}exists\s{1,5})?(?!(?:is|was|are|were|be|being|gets)\s)[^\s;,]{1,100}\s{1,10}identified\s{1,5}(?:with\s{1,5}["'\x60]?\w{1,60}["'\x60]?\s{1,5})?by\s{1,5}(?:password\s{1,5})?${literal}`,
  // CREATE ROLE app LOGIN PASSWORD '…'
  String.raw`\b(?:create|alter)\s{1,5}(?:user|role|login)\s{1,5}(?:if\s{1,5}not\s{1,5}exists\s{1,5})?[^\s;]{1,100}(?:\s{1,10}${attribute}){0,12}\s{1,10}password\s{1,5}${literal}`,
  // SET PASSWORD FOR 'app' = PASSWORD('…')
  String.raw`\bset\s{1,5}password\s[^;\n]{0,100}?password\(${literal}`,
].map((source) => new RegExp(source, 'gi'));

/** Without a user before it, -p is a port, a path or a project. */
const afterUser = new RegExp(
  String.raw`(?:^|\s)(?:-u|--user|--username)[ =][^\s-][^\n]{0,100}?\s-p ${argument}`,
  'gm',
);
const isOfMysql = (text: string, at: number): boolean =>
  /\b(?:mysql|mariadb)[^\n]{0,150}$/.test(text.slice(Math.max(0, at - 160), at));

const commands = [
  afterUser,
  String.raw`(?:^|\s)--(?:password|passwd|passphrase)[ =]${argument}`,
  String.raw`\bsshpass\s-p ?${argument}`,
  // The clients of MySQL take it with no blank before it; behind one they are told a database.
  String.raw`\b(?:mysql|mariadb)(?:dump|admin|check|import)?\s(?:[^\n]{0,100}?\s)?-p${argument}`,
].map((source) => (typeof source === 'string' ? new RegExp(source, 'gm') : source));

interface Given {
  readonly isInSql: boolean;
  readonly isQuoted: boolean;
  readonly rest: string;
}

/** Whether it is surely a password or may be one; undefined where it is none. */
function read(value: string, { isInSql, isQuoted, rest }: Given): boolean | undefined {
  // A variable, a file, a port or what a form calls the thing is not the thing.
  if (isPlaceholder(value) || /^[$%@~/.:-]|:\/\/|^\w+_\w+$|^[\d:./-]+$/.test(value)) return undefined;
  if (/\d/.test(value) && /\p{L}/u.test(value)) return mayBePassword(value, isQuoted ? '' : rest);
  return isInSql && !isOrdinary(value) ? false : undefined;
}
