/**
 * Porter's suffix stripping (M. F. Porter, "An algorithm for suffix stripping", Program 14/3, 1980), so that "insured",
 * "insurer" and "insurance" are one search term. Written from the paper's rules.
 */
export function stem(word: string): string {
  if (word.length < 3 || !/^[a-z]+$/.test(word)) return word;
  let result = stripPlural(word);
  result = stripPastAndGerund(result);
  result = replaceFinalY(result);
  result = applyFirst(result, doubleSuffixes, (base) => measure(base) > 0);
  result = applyFirst(result, simpleSuffixes, (base) => measure(base) > 0);
  result = stripResidue(result);
  return tidyEnding(result);
}

type Suffix = readonly [suffix: string, replacement: string];

const doubleSuffixes: readonly Suffix[] = [
  ['ational', 'ate'],
  ['tional', 'tion'],
  ['enci', 'ence'],
  ['anci', 'ance'],
  ['izer', 'ize'],
  ['abli', 'able'],
  ['alli', 'al'],
  ['entli', 'ent'],
  ['eli', 'e'],
  ['ousli', 'ous'],
  ['ization', 'ize'],
  ['ation', 'ate'],
  ['ator', 'ate'],
  ['alism', 'al'],
  ['iveness', 'ive'],
  ['fulness', 'ful'],
  ['ousness', 'ous'],
  ['aliti', 'al'],
  ['iviti', 'ive'],
  ['biliti', 'ble'],
];

const simpleSuffixes: readonly Suffix[] = [
  ['icate', 'ic'],
  ['ative', ''],
  ['alize', 'al'],
  ['iciti', 'ic'],
  ['ical', 'ic'],
  ['ful', ''],
  ['ness', ''],
];

const residues: readonly string[] = [
  'ement',
  'ance',
  'ence',
  'able',
  'ible',
  'ment',
  'ant',
  'ent',
  'ion',
  'ism',
  'ate',
  'iti',
  'ous',
  'ive',
  'ize',
  'al',
  'er',
  'ic',
  'ou',
];

function stripPlural(word: string): string {
  if (word.endsWith('sses') || word.endsWith('ies')) return word.slice(0, -2);
  if (word.endsWith('s') && !word.endsWith('ss')) return word.slice(0, -1);
  return word;
}

function stripPastAndGerund(word: string): string {
  if (word.endsWith('eed')) return measure(word.slice(0, -3)) > 0 ? word.slice(0, -1) : word;
  const base = /(?:ed|ing)$/.test(word) ? word.replace(/(?:ed|ing)$/, '') : undefined;
  if (base === undefined || !hasVowel(base)) return word;
  if (/(?:at|bl|iz)$/.test(base)) return `${base}e`;
  if (endsWithDoubleConsonant(base) && !/[lsz]$/.test(base)) return base.slice(0, -1);
  return measure(base) === 1 && endsShort(base) ? `${base}e` : base;
}

function replaceFinalY(word: string): string {
  return word.endsWith('y') && hasVowel(word.slice(0, -1)) ? `${word.slice(0, -1)}i` : word;
}

function stripResidue(word: string): string {
  const suffix = residues.find((ending) => word.endsWith(ending));
  if (suffix === undefined) return word;
  const base = word.slice(0, -suffix.length);
  if (measure(base) < 2 || (suffix === 'ion' && !/[st]$/.test(base))) return word;
  return base;
}

function tidyEnding(word: string): string {
  let result = word;
  if (result.endsWith('e')) {
    const base = result.slice(0, -1);
    const size = measure(base);
    if (size > 1 || (size === 1 && !endsShort(base))) result = base;
  }
  return result.endsWith('ll') && measure(result) > 1 ? result.slice(0, -1) : result;
}

function applyFirst(word: string, suffixes: readonly Suffix[], condition: (base: string) => boolean): string {
  const found = suffixes.find(([suffix]) => word.endsWith(suffix));
  if (found === undefined) return word;
  const base = word.slice(0, -found[0].length);
  return condition(base) ? base + found[1] : word;
}

/** Each letter as vowel or consonant; y is a vowel after a consonant. */
function shape(word: string): string {
  let result = '';
  for (const letter of word) {
    result += 'aeiou'.includes(letter) || (letter === 'y' && result.endsWith('c')) ? 'v' : 'c';
  }
  return result;
}

/** Porter's m: how often a run of vowels is followed by a run of consonants. */
function measure(base: string): number {
  return shape(base).match(/v+c+/g)?.length ?? 0;
}

function hasVowel(base: string): boolean {
  return shape(base).includes('v');
}

function endsWithDoubleConsonant(base: string): boolean {
  return base.length > 1 && base.at(-1) === base.at(-2) && shape(base).endsWith('c');
}

function endsShort(base: string): boolean {
  return shape(base).endsWith('cvc') && !/[wxy]$/.test(base);
}
