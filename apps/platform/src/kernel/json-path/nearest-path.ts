import { isWebPage } from '#kernel/web-page';

/** Says what the document offers instead of a path that found nothing. */
export function nearestPath(path: string, document: unknown): string {
  if (typeof document === 'string')
    return isWebPage(document)
      ? 'The answer is a web page.'
      : 'The answer is plain text: use "$" to take all of it.';
  if (typeof document !== 'object' || document === null)
    return `The answer is ${describe(document)}: use "$" to take it.`;
  const candidates = pathsOf(document);
  if (candidates.length === 0)
    return Array.isArray(document) ? 'The answer is an empty list.' : 'The answer is an empty object.';
  const wanted = simplify(path);
  const best = candidates
    .map((candidate) => ({ candidate, distance: distanceOf(wanted, simplify(candidate)) }))
    .reduce((left, right) => (right.distance < left.distance ? right : left));
  if (best.distance <= NEAR) return `The nearest existing path is ${best.candidate}.`;
  return `At the top the answer has: ${topOf(document)}.`;
}

// Of 1: beyond this a suggestion is a guess.
const NEAR = 0.45;
const MAX_PATHS = 400;
const MAX_PATH_DEPTH = 8;

function pathsOf(document: object): string[] {
  const found: string[] = [];
  const queue: { value: unknown; path: string; depth: number }[] = [{ value: document, path: '$', depth: 0 }];
  for (const { value, path, depth } of queue) {
    if (found.length >= MAX_PATHS) break;
    if (path !== '$') found.push(path);
    if (typeof value !== 'object' || value === null || depth >= MAX_PATH_DEPTH) continue;
    // One element stands for its list: their shapes are alike.
    const entries: [string, unknown][] = Array.isArray(value)
      ? value.slice(0, 1).map((item) => ['[0]', item])
      : Object.keys(value)
          .slice(0, 100)
          .map((key) => [segment(key), Reflect.get(value, key)]);
    for (const [step, item] of entries) queue.push({ value: item, path: `${path}${step}`, depth: depth + 1 });
  }
  return found;
}

function segment(key: string): string {
  return key.length <= 60 && /^[\p{L}_][\p{L}\p{N}_]*$/u.test(key)
    ? `.${key}`
    : `['${key.slice(0, 60).replace(/[\\']/g, '\\$&')}']`;
}

function simplify(path: string): string {
  return path
    .toLowerCase()
    .replace(/\[\d+\]|\[\*\]/g, '[]')
    .replace(/[_-]/g, '')
    .slice(0, 120);
}

/** 0 for alike, 1 for nothing in common; the same last name counts as near wherever it stands. */
function distanceOf(wanted: string, candidate: string): number {
  const whole = editDistance(wanted, candidate) / Math.max(wanted.length, candidate.length);
  const nameOf = (path: string) =>
    path
      .split(/[.[\]']+/)
      .filter(Boolean)
      .at(-1) ?? '';
  const wantedName = nameOf(wanted);
  if (wantedName !== '' && wantedName !== '$' && wantedName === nameOf(candidate))
    return Math.min(whole, 0.4);
  return whole;
}

function editDistance(left: string, right: string): number {
  let previous = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let row = 1; row <= left.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= right.length; column += 1) {
      const substitution = (previous[column - 1] ?? 0) + (left[row - 1] === right[column - 1] ? 0 : 1);
      current.push(Math.min((previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1, substitution));
    }
    previous = current;
  }
  return previous[right.length] ?? 0;
}

function topOf(document: object): string {
  if (Array.isArray(document)) return `a list of ${document.length}, whose elements start at $[0]`;
  return Object.keys(document)
    .slice(0, 12)
    .map((key) => `$${segment(key)}`)
    .join(', ');
}

function describe(value: unknown): string {
  return value === null ? 'null' : `a ${typeof value}`;
}
