/** The word of direction beside an amount: within, from, after, about. */
export type Bound = 'from' | 'to' | 'above' | 'below' | 'about' | 'plus' | 'by';

export const boundBefore: readonly (readonly [Bound, RegExp])[] = [
  [
    'plus',
    /(?:\b(?:plus|another|additional|extra|further|an extra)|\+|(?<!\p{L})(?:zuzüglich|weitere|supplémentaires?))\s?[€$£]?\s?$/iu,
  ],
  [
    'to',
    /(?:\b(?:up to|at most|no more than|not more than|max(?:imum)?(?: of)?|within|until|till|no later than|to)|(?<!\p{L})(?:bis(?: zu)?|höchstens|maximal|innerhalb von|binnen|jusqu['’]à|au plus|au maximum|hasta|como máximo|a más tardar))\s(?:las\s)?[€$£]?\s?$/iu,
  ],
  [
    'from',
    /(?:\b(?:from|at least|no less than|not less than|min(?:imum)?(?: of)?|starting (?:at|from)|as of|since)|(?<!\p{L})(?:ab|seit|mindestens|à partir de|dès|au moins|desde|al menos|como mínimo|a partir de))\s(?:las\s)?[€$£]?\s?$/iu,
  ],
  [
    'above',
    /(?:\b(?:over|above|more than|after|beyond|later than|longer than|exceeding)|[>≥]|(?<!\p{L})(?:über|mehr als|nach|plus de|après|más de|después de))\s?[€$£]?\s?$/iu,
  ],
  [
    'below',
    /(?:\b(?:under|below|less than|fewer than|before|earlier than|shorter than)|[<≤]|(?<!\p{L})(?:unter|weniger als|vor|moins de|avant|menos de|antes de))\s?[€$£]?\s?$/iu,
  ],
  [
    'about',
    /(?:\b(?:about|around|approximately|approx\.?|roughly|some|nearly|almost|close to|circa)|[~≈]|(?<!\p{L})(?:etwa|rund|ungefähr|circa|ca\.|fast|environ|presque|unos|aproximadamente|casi))\s?[€$£]?\s?$/iu,
  ],
  ['by', /\bby\s?[€$£]?\s?$/iu],
];
export const boundBehind: readonly (readonly [Bound, RegExp])[] = [
  [
    'from',
    /^\s?(?:or (?:more|older|above)|and (?:more|up|over)|upwards|\+|oder mehr|ou plus|o más)(?!\p{L})/iu,
  ],
  ['to', /^\s?(?:or (?:less|fewer|under)|at most|oder weniger|ou moins|o menos)(?!\p{L})/iu],
];

/** On which side of a number the amount lies that is meant; undefined where nothing beside it says so. */
export function sideOf(
  text: string,
  { start, end }: { readonly start: number; readonly end: number },
): 'up to it' | 'from it on' | undefined {
  const behind = text.slice(end, end + 40).replace(unitBehind, '');
  const lead = text.slice(Math.max(0, start - 24), start);
  const [bound] =
    boundBehind.find(([, pattern]) => pattern.test(behind)) ??
    boundBefore.find(([, pattern]) => pattern.test(lead)) ??
    [];
  if (bound === 'to' || bound === 'below') return 'up to it';
  return bound === 'from' || bound === 'above' ? 'from it on' : undefined;
}

/** “14 days or more” */
const unitBehind = /^\s?(?!(?:or|and|at|oder|ou|o)\s)\p{L}{1,20}(?=\s)/iu;
