import type { Amount } from '../amounts.ts';

/** From the first on, in English, German, French and Spanish; their endings of gender and case are left out. */
const words = [
  'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth',
  'erst zweit dritt viert fünft sechst siebt acht neunt zehnt elft zwölft dreizehnt vierzehnt fünfzehnt sechzehnt siebzehnt achtzehnt neunzehnt zwanzigst',
  'premi deuxième troisième quatrième cinquième sixième septième huitième neuvième dixième onzième douzième treizième quatorzième quinzième seizième dix-septième dix-huitième dix-neuvième vingtième',
  'primer segund tercer cuart quint sext séptim octav noven décim',
];
const ordinals = new Map(words.flatMap((line) => line.split(' ').map((word, at) => [word, at + 1] as const)));
const pattern = new RegExp(
  String.raw`(?<!\p{L})(\p{L}+(?:ty|zig|und)?[- ]?)??(${[...ordinals.keys()].toSorted((one, other) => other.length - one.length).join('|')})(?:e[nrsm]?|er|ère|s|o|a)?(?!\p{L})`,
  'giu',
);

/** Whether a number that is wanted may be said as an ordinal in words: “the second floor”, “im zweiten Stock”, “twenty-first”. */
export const saysOrdinal = (text: string, wanted: readonly Pick<Amount, 'value'>[]): boolean =>
  Array.from(text.slice(0, 20_000).matchAll(pattern)).some(([, lead = '', word = '']) => {
    const value = ordinals.get(word.toLowerCase());
    const isCompound = /(?:ty|zig|und|ante|enta|cent)[- ]?$/iu.test(lead);
    return wanted.some((one) => one.value === value || (isCompound && one.value > 20));
  });
