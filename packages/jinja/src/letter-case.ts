/** First character upper, the rest lower. */
export function capitalize(text: string): string {
  const first = String.fromCodePoint(text.codePointAt(0) ?? 0);
  if (text === '') return '';
  // A letter that becomes two keeps only the first of them upper: ß starts a word as Ss.
  const [head = '', ...tail] = first.toUpperCase();
  return head + tail.join('').toLowerCase() + text.slice(first.length).toLowerCase();
}

const letterRuns = /\p{L}+/gu;
// The `title` filter of Jinja2 starts a word after whitespace, a dash or an opening bracket only.
const filterWords = /[^-\s({[<]+/gu;

/** `str.title()` starts a word after any non-letter; the filter only after a few. */
export function titleCase(text: string, kind: 'python' | 'filter'): string {
  return kind === 'python' ? text.replace(letterRuns, capitalize) : text.replace(filterWords, upperFirst);
}

/** The filter does not know about letters that become two. */
function upperFirst(word: string): string {
  const first = String.fromCodePoint(word.codePointAt(0) ?? 0);
  return first.toUpperCase() + word.slice(first.length).toLowerCase();
}

export function swapCase(text: string): string {
  let swapped = '';
  for (const char of text) {
    const upper = char.toUpperCase();
    swapped += char === upper ? char.toLowerCase() : upper;
  }
  return swapped;
}

export function isUpper(text: string): boolean {
  return /\p{Lu}/u.test(text) && !/[\p{Ll}\p{Lt}]/u.test(text);
}

export function isLower(text: string): boolean {
  return /\p{Ll}/u.test(text) && !/[\p{Lu}\p{Lt}]/u.test(text);
}
