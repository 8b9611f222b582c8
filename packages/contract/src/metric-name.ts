/** What a name may begin with where it says what the answer does; the form that follows “does not”. */
const does: Readonly<Record<string, string>> = {
  admits: 'admit',
  agrees: 'agree',
  apologises: 'apologise',
  apologizes: 'apologize',
  asks: 'ask',
  avoids: 'avoid',
  begins: 'begin',
  behaves: 'behave',
  cites: 'cite',
  contains: 'contain',
  declines: 'decline',
  ends: 'end',
  equals: 'equal',
  explains: 'explain',
  fits: 'fit',
  follows: 'follow',
  gives: 'give',
  has: 'have',
  includes: 'include',
  invents: 'invent',
  keeps: 'keep',
  leaks: 'leak',
  matches: 'match',
  mentions: 'mention',
  promises: 'promise',
  reaches: 'reach',
  refuses: 'refuse',
  repeats: 'repeat',
  reveals: 'reveal',
  says: 'say',
  speaks: 'speak',
  starts: 'start',
  stays: 'stay',
  tells: 'tell',
  uses: 'use',
  warns: 'warn',
};
/** These are as often the name of a thing: “Answers in Italian”, and “Answers by topic”. */
const doesBeforeThe: Readonly<Record<string, string>> = {
  answers: 'answer',
  links: 'link',
  names: 'name',
  hands: 'hand',
  offers: 'offer',
};

/**
 * A metric as it is called where it is used. A place may turn it round, so that a test passes where it does not hold: then
 * its name says that, in words where it is a sentence that can be denied, and else beside it.
 * @param metric - the name and what the metric denies by itself, which its own name says already
 * @param use - what the test, the set or the run says of it
 */
export function metricNameInUse(
  metric: { readonly name: string; readonly negate: boolean },
  use: { readonly negate?: boolean | undefined } = {},
): string {
  return (use.negate ?? metric.negate) === metric.negate ? metric.name : denied(metric.name);
}

function denied(name: string): string {
  const [, first = '', rest = ''] = /^(\p{L}+)(.*)$/su.exec(name) ?? [];
  const word = first.toLowerCase();
  // What denies something already is not denied once more: nobody reads two of them rightly.
  if (/\b(?:no|none|not|nothing|never|nobody|neither|without)\b/iu.test(name))
    return `${name} (must not hold)`;
  if (word === 'is' && rest !== '') return `Is not${rest}`;
  const base =
    does[word] ?? (/^ (?:the|an?|its?|in|only|over)\b/u.test(rest) ? doesBeforeThe[word] : undefined);
  if (base !== undefined) return `Does not ${base}${rest}`;
  const passive = /^(Tools? (?:was|were))( .+)$/su.exec(name);
  return passive ? `${passive[1] ?? ''} not${passive[2] ?? ''}` : `${name} (must not hold)`;
}

/** What a metric judges by, where a text or a number says it. Schemas, whole conversations and what is planted are no part of a name. */
const shownArgs = [
  'value',
  'values',
  'pattern',
  'path',
  'tool',
  'tools',
  'hosts',
  'criteria',
  'what',
] as const;
const limits = { max_ms: ['at most', ' ms'], min: ['at least', ''], max: ['at most', ''] } as const;
const valueMost = 80;

/**
 * The same with what it judges by: one metric serves many tests, and by its name alone nobody tells “Contains the value” of
 * one from that of another. What stands in the name already is not said twice.
 */
export function metricNameWithValue(name: string, args: Readonly<Record<string, unknown>> = {}): string {
  const said: string[] = [];
  const add = (words: string): boolean => said.push(words) > 0 && said.join(', ').length <= valueMost;
  // Whoever named it after one of the values has said what it looks for.
  if (isNamedAfterOne(name, args['values'])) return name;
  // There may be hundreds of values, of a thousand characters each, and of so many results.
  for (const text of shownArgs.flatMap((key) => [args[key]].flat())) {
    if (typeof text !== 'string' || text === '') continue;
    if (text.length <= name.length && name.toLowerCase().includes(text.toLowerCase())) continue;
    if (!add(`‘${begunOf(text)}’`)) break;
  }
  for (const [key, [words, unit]] of Object.entries(limits)) {
    const limit = args[key];
    if (typeof limit !== 'number' || new RegExp(`\\b${limit}\\b`).test(name)) continue;
    const counted = key === 'max_ms' || typeof args['unit'] !== 'string' ? unit : ` ${args['unit']}`;
    if (!add(`${words} ${limit}${counted}`)) break;
  }
  const told = said.join(', ');
  if (told === '') return name;
  return `${name}: ${
    told.length > valueMost
      ? `${told
          .slice(0, valueMost)
          .replace(/[\uD800-\uDBFF]$/, '')
          .trimEnd()}…`
      : told
  }`;
}

const telling = 4;

/** “Does not name Tomas Lind” is whole without the number that it looks for as well. */
function isNamedAfterOne(name: string, values: unknown): boolean {
  if (!Array.isArray(values)) return false;
  const words = name.toLowerCase();
  return values.some((value) => {
    if (typeof value !== 'string' || value.length < telling || value.length > name.length) return false;
    const at = words.indexOf(value.toLowerCase());
    return at !== -1 && !isWordChar(words[at - 1]) && !isWordChar(words[at + value.length]);
  });
}

const isWordChar = (char: string | undefined): boolean => char !== undefined && /[\p{L}\p{N}]/u.test(char);

const readMost = 10 * valueMost;

/** As much of a text as can be shown, on one line. */
const begunOf = (text: string): string =>
  `${text.slice(0, readMost).replaceAll(/\s+/g, ' ').trim()}${text.length > readMost ? '…' : ''}`;
