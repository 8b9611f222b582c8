import { entropyOf, findSecrets } from '@sonde/secrets';
import { givenPasswordsIn } from './passwords-in-commands.ts';
import { mayBePassword, saidPasswordsIn } from './said-passwords.ts';
import { toldPasswordsIn } from './passwords-in-everyday-forms.ts';
import type { Finding } from './finding.ts';

export const secretKinds = ['keys', 'tokens', 'passwords', 'addresses', 'random'] as const;
type SecretKind = (typeof secretKinds)[number];

/** The kinds of the package that knows credentials, in fewer words. */
const groups: readonly (readonly [RegExp, SecretKind])[] = [
  [/address|webhook/, 'addresses'],
  [/password/, 'passwords'],
  [/token|cookie|header/, 'tokens'],
  [/./, 'keys'],
];

const loose = /(?<![A-Za-z0-9+/=_-])[A-Za-z0-9+/_-]{32,120}={0,2}(?![A-Za-z0-9+/=_-])/g;

/** Credentials in a text: by the forms that providers give them, by what stands before them, by sheer randomness. */
export function secretsIn(text: string): Finding[] {
  const found: Finding[] = findSecrets(text)
    .slice(0, findingsMax)
    .map(({ kind, ...place }) => ({
      ...place,
      kind: groups.find(([pattern]) => pattern.test(kind))?.[1] ?? 'keys',
      sure: true,
    }))
    .flatMap((finding) => {
      const may = mayBePassword(finding.value, text.slice(finding.end, finding.end + 80));
      return may === undefined ? [] : [{ ...finding, sure: may }];
    });
  const add = (finding: Finding): void => {
    const isTaken = found.some((other) => finding.start < other.end && other.start < finding.end);
    if (found.length < findingsMax && !isTaken) found.push(finding);
  };
  for (const finding of [...givenPasswordsIn(text), ...saidPasswordsIn(text), ...toldPasswordsIn(text)])
    add(finding);
  for (const { 0: value, index } of text.matchAll(loose)) {
    if (found.length >= findingsMax) break;
    if (!looksDrawn(value) || isIdentifier(text, value, index)) continue;
    add({ kind: 'random', value, start: index, end: index + value.length, sure: false });
  }
  return found.toSorted((left, right) => left.start - right.start);
}

const findingsMax = 100;

/** Letters of both cases and digits mixed as no word has them. */
const looksDrawn = (value: string): boolean =>
  /\d/.test(value) &&
  /[a-z]/.test(value) &&
  /[A-Z]/.test(value) &&
  !/^[a-z]+(?:[-_/][a-z]+)+$/i.test(value) &&
  entropyOf(value) > 4;

/** Paths, image data, digests and addresses look random and are no secrets. */
const isIdentifier = (text: string, value: string, index: number): boolean =>
  value.split('/').length > 3 ||
  /(?:data:[^,]{0,60},|\/\/[^\s]{0,300}|sha\d{1,3}[-:=]{1,2})$/i.test(
    text.slice(Math.max(0, index - 320), index),
  );

/** Enough to find it again, never enough to use it. */
export function masked(value: string): string {
  const shown = Math.min(4, Math.floor(value.length / 4));
  return `${value.slice(0, shown)}${'•'.repeat(Math.min(12, Math.max(4, value.length - shown)))}`;
}
