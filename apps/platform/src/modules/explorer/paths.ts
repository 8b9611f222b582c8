import { explorerPathMax } from '@sonde/contract';
import { foldName } from '#kernel/resource';
import { invalid } from './problems.ts';

const deepest = 20;
const longestName = 100;

/** A path as it is kept: its names without blanks around them. `field` is where the refusal says it stood. */
export function readPath(given: string, field = 'path'): string {
  const names = given
    .normalize('NFC')
    .split('/')
    .map((name) => name.replaceAll(/\s+/g, ' ').trim());
  if (names.some((name) => name === ''))
    throw invalid(field, 'A topic is names with one / between each two of them.');
  // What breaks a line, or turns the direction of the text around it.
  if (/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u.test(given))
    throw invalid(field, 'Control characters are not accepted.');
  if (names.length > deepest) throw invalid(field, `Topics are at most ${deepest} deep.`);
  if (names.some((name) => name.length > longestName))
    throw invalid(field, `The name of a topic has at most ${longestName} characters.`);
  const path = names.join('/');
  if (path.length > explorerPathMax || Buffer.byteLength(keyOf(path)) > 1500)
    throw invalid(field, `A path has at most ${explorerPathMax} characters.`);
  return path;
}

/** As paths are compared. */
export const keyOf = (path: string): string => path.split('/').map(foldName).join('/');
export const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
export const parentOf = (path: string): string | null =>
  path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : null;
export const depthOf = (path: string): number => path.split('/').length - 1;
/** The path and every one above it, from the top. */
export const lineOf = (path: string): string[] =>
  path.split('/').map((_, place, names) => names.slice(0, place + 1).join('/'));
export const isBelow = (key: string, above: string): boolean => key === above || key.startsWith(`${above}/`);
