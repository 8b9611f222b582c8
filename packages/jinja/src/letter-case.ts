/** First character upper, the rest lower. */
export function capitalize(text: string): string {
  const first = String.fromCodePoint(text.codePointAt(0) ?? 0);
  return text === '' ? '' : first.toUpperCase() + text.slice(first.length).toLowerCase();
}

const letterRuns = /\p{L}+/gu;
// The `title` filter of Jinja2 starts a word after whitespace, a dash or an opening bracket only.
const filterWords = /[^-\s({[<]+/gu;

/** `str.title()` starts a word after any non-letter; the filter only after a few. */
export function titleCase(text: string, kind: 'python' | 'filter'): string {
  return text.replace(kind === 'python' ? letterRuns : filterWords, capitalize);
}

export function swapCase(text: string): string {
  let swapped = '';
  for (const char of text) {
    const upper = char.toUpperCase();
    swapped += char === upper ? char.toLowerCase() : upper;
  }
  return swapped;
}
