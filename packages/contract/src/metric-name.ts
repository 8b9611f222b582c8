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
